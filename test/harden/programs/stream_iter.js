// flags: --experimental-stream-iter --no-warnings
'use strict';
const { step, text, thrown } = require('../harness.js');
const iter = require('node:stream/iter');
const zlib = require('node:zlib/iter');

const failed = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return text(error.name, error.code);
  }
  return 'no failure';
};
const upper = (chunks) => {
  if (chunks === null) return null;
  const list = [];
  for (let i = 0; i < chunks.length; i++) list[i] = Buffer.from(chunks[i]).toString().toUpperCase();
  return list;
};

step('text', async () => text(await iter.text(iter.from('some text')),
  iter.textSync(iter.fromSync('some text'))));
step('bytes', async () => text((await iter.bytes(iter.from(new Uint8Array(5)))).length,
  (await iter.arrayBuffer('abc')).byteLength));
step('pull', async () => text(await iter.text(iter.pull('ab', upper)),
  iter.textSync(iter.pullSync('ab', upper))));
step('push', async () => {
  const { writer, readable } = iter.push();
  const reading = iter.text(readable);
  await writer.write('one ');
  await writer.writev(['two', ' three']);
  await writer.end();
  return text(await reading);
});
step('pipe', async () => {
  const { writer, readable } = iter.push();
  const reading = iter.text(readable);
  const total = await iter.pipeTo(iter.from('piped'), upper, writer);
  return text(total, await reading);
});
step('broadcast', async () => {
  const { writer, broadcast } = iter.broadcast();
  const one = iter.text(broadcast.push());
  const two = iter.text(broadcast.push(upper));
  await writer.write('both');
  await writer.end();
  return text(await one, await two);
});
step('share', async () => {
  const shared = iter.share(iter.from('shared'));
  const one = iter.text(shared.pull());
  const two = iter.text(shared.pull());
  return text(await one, await two);
});
step('merge', async () => {
  const merged = await iter.text(iter.merge(iter.from('a'), iter.from('b')));
  return text(merged.length);
});
step('compression', async () => text(await iter.text(iter.pull('squeezed', zlib.compressGzip(),
  zlib.decompressGzip()))));
step('abort', async () => {
  const controller = new AbortController();
  controller.abort();
  return failed(iter.text(iter.pull('x', { __proto__: null, signal: controller.signal })));
});
step('limits', () => failed(iter.bytes('too much', { __proto__: null, limit: 3 })));
step('wrong arguments', async () => text(await failed(iter.text(iter.from([5]))),
  thrown(() => iter.from(5))));
