'use strict';
const { step, text, thrown, failure } = require('../harness.js');
const web = require('node:stream/web');

const source = () => {
  let at = 0;
  return new ReadableStream({
    pull(controller) { if (at < 3) controller.enqueue('abc'[at++]); else controller.close(); },
  });
};
const collect = async (stream) => {
  const reader = stream.getReader();
  let content = '';
  for (;;) {
    const result = await reader.read();
    if (result.done) return content;
    content += result.value + '|';
  }
};
step('read', async () => text(await collect(source())));
step('write', async () => {
  let got = '';
  const stream = new WritableStream({ write(chunk) { got += chunk; }, close() { got += '.'; } });
  const writer = stream.getWriter();
  await writer.write('a');
  await writer.write('b');
  await writer.close();
  return text(got, stream.locked, writer.desiredSize);
});
step('transform', async () => {
  const stream = new TransformStream({ transform(chunk,
    controller) { controller.enqueue('<' + chunk + '>'); } });
  return text(await collect(source().pipeThrough(stream)));
});
step('pipe', async () => {
  let got = '';
  await source().pipeTo(new WritableStream({ write(chunk) { got += chunk; } }));
  return text(got);
});
step('tee', async () => {
  const branches = source().tee();
  return text(await collect(branches[0]), await collect(branches[1]));
});
step('iterate', async () => {
  let got = '';
  for await (const chunk of source()) got += chunk;
  return text(got);
});
step('from', async () => text(await collect(ReadableStream.from(['x', 'y']))));
step('bytes', async () => {
  const stream = new ReadableStream({ type: 'bytes', pull(controller) {
    controller.enqueue(new Uint8Array(Buffer.from('xyz')));
    controller.close();
  } });
  const reader = stream.getReader({ mode: 'byob' });
  const { value, done } = await reader.read(new Uint8Array(2));
  return text(Buffer.from(value).toString(), done);
});
step('cancel and abort', async () => {
  let reason = '';
  await new ReadableStream({ cancel(why) { reason += why; } }).cancel('one');
  await new WritableStream({ abort(why) { reason += why; } }).abort('two');
  return text(reason);
});
step('errors', async () => {
  const stream = new ReadableStream({ start(it) { it.error(new Error('broken')); } });
  const full = new WritableStream({ write() { throw new Error('full'); } });
  let result = '';
  try { await collect(stream); } catch (error) { result += failure(error); }
  try { await source().pipeTo(full); } catch (error) { result += failure(error); }
  return text(result, thrown(() => new ReadableStream({ type: 'bogus' })),
    thrown(() => { const s = source(); s.getReader(); s.getReader(); }));
});
step('strategies', () => text(new ByteLengthQueuingStrategy({ highWaterMark: 5 }).highWaterMark,
  new CountQueuingStrategy({ highWaterMark: 2 }).size(), web.ReadableStream === ReadableStream));
step('text', async () => {
  const encoded = ReadableStream.from(['é', 'x']).pipeThrough(new TextEncoderStream());
  return text(await collect(encoded.pipeThrough(new TextDecoderStream())));
});
step('compression', async () => {
  const packed = ReadableStream.from([Buffer.from('abcabc')])
    .pipeThrough(new CompressionStream('gzip'));
  const stream = packed.pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream());
  return text(await collect(stream));
});
