'use strict';
// A body that is a stream is sent in chunks while it is made, and the answer is read meanwhile.
const assert = require('assert');
const { run } = require('./fixtures/server.js');

run((req, res) => req.pipe(res), async (url) => {
  let controller;
  const body = new ReadableStream({ start(c) { controller = c; } });
  const pending = fetch(url, { method: 'POST', body, duplex: 'half' });
  controller.enqueue(Buffer.from('one '));
  const res = await pending;
  const reader = res.body.getReader();
  assert.strictEqual(Buffer.from((await reader.read()).value).toString(), 'one ');
  controller.enqueue(Buffer.from('two'));
  assert.strictEqual(Buffer.from((await reader.read()).value).toString(), 'two');
  controller.close();
  assert.strictEqual((await reader.read()).done, true);

  const big = Buffer.alloc(3e6, 'x');
  async function *parts() {
    for (let i = 0; i < big.length; i += 1e5)
      yield big.subarray(i, i + 1e5);
  }
  const echoed = await fetch(url, { method: 'POST', body: parts(), duplex: 'half' });
  assert.strictEqual((await echoed.arrayBuffer()).byteLength, big.length);

  await assert.rejects(fetch(url, { method: 'POST', body: new ReadableStream() }), {
    name: 'TypeError', message: 'RequestInit: duplex option is required when sending a body.',
  });
  await assert.rejects(fetch(url, {
    method: 'POST', duplex: 'half',
    body: new ReadableStream({ start(c) { c.error(new Error('broken')); } }),
  }), { message: 'fetch failed' });
});
