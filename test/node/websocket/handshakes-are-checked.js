'use strict';
// A server that does not accept as it must gives 'error' and 'close'; wrong arguments throw.
const assert = require('assert');
const { next, serve } = require('./fixtures/server.js');

const WRONG = [
  { 'Sec-WebSocket-Accept': 'x' }, { 'Upgrade': 'other' }, { 'Sec-WebSocket-Protocol': 'c' },
  { 'Sec-WebSocket-Extensions': 'other' },
  { 'Sec-WebSocket-Extensions': 'permessage-deflate; server_max_window_bits=7' },
];
let headers;
serve((peer) => peer.close(1000), async (url) => {
  for (headers of WRONG) {
    const socket = new WebSocket(url, 'a');
    let opened = false;
    socket.onopen = () => { opened = true; };
    const error = next(socket, 'error');
    const { code, wasClean } = await next(socket, 'close');
    assert.deepStrictEqual([opened, code, wasClean, (await error).constructor.name],
                           [false, 1006, false, 'ErrorEvent'], JSON.stringify(headers));
  }
  headers = {};
  const good = await next(new WebSocket(url), 'close');
  assert.deepStrictEqual([good.code, good.wasClean], [1000, true]);
  const early = new WebSocket(url);
  const closed = next(early, 'close');
  early.close();
  assert.strictEqual((await closed).code, 1006);
  const syntax = { name: 'SyntaxError' };
  for (const args of [['x'], ['ftp://a'], ['ws://a/#b'], ['ws://a', 'a b'], ['ws://a', ['a', 'a']]])
    assert.throws(() => new WebSocket(...args), syntax);
  assert.throws(() => new WebSocket(), TypeError);
  const any = new WebSocket(url);
  assert.throws(() => any.close(1001), { name: 'InvalidAccessError' });
  assert.throws(() => any.close(1000, 'x'.repeat(124)), syntax);
  await next(any, 'close');
}, () => headers);
