'use strict';
// An abort before the call, before the headers, and in the body rejects with its reason and closes
// the connection. After the end it does nothing.
const assert = require('assert');
const { once } = require('events');
const { run } = require('./fixtures/server.js');

run((req, res) => {
  if (req.url === '/part') {
    res.write('part');
    res.on('close', () => req.socket.server.emit('gone'));
  } else if (req.url === '/silent')
    req.socket.server.emit('asked', req.socket);
  else
    res.end('whole');
}, async (url, server) => {
  await assert.rejects(fetch(url, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  const why = new Error('why');
  await assert.rejects(fetch(url, { signal: AbortSignal.abort(why) }), why);

  let controller = new AbortController();
  const silent = fetch(`${url}/silent`, { signal: controller.signal });
  const [socket] = await once(server, 'asked');
  controller.abort(why);
  await assert.rejects(silent, why);
  await new Promise((resolve) => socket.on('close', resolve).on('error', () => {}));

  controller = new AbortController();
  let res = await fetch(`${url}/part`, { signal: controller.signal });
  const text = res.text();
  const gone = once(server, 'gone');
  controller.abort();
  await assert.rejects(text, { name: 'AbortError' });
  await gone;

  controller = new AbortController();
  res = await fetch(`${url}/part`, { signal: controller.signal });
  const reader = res.body.getReader();
  assert.strictEqual(Buffer.from((await reader.read()).value).toString(), 'part');
  const read = reader.read();
  controller.abort(why);
  await assert.rejects(read, why);

  controller = new AbortController();
  res = await fetch(url, { signal: controller.signal });
  assert.strictEqual(await res.text(), 'whole');
  controller.abort();

  const cancelled = await fetch(`${url}/part`);
  const closed = once(server, 'gone');
  await cancelled.body.cancel();
  await closed;
  const request = new Request(url, { signal: AbortSignal.abort(why) });
  await assert.rejects(fetch(request), why);
  assert.strictEqual(request.signal.aborted, true);
});
