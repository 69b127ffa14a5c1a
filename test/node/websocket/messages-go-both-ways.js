'use strict';
// Text and bytes of all lengths, fragments with a ping between them, the kinds of binaryType.
const assert = require('assert');
const { next, serve } = require('./fixtures/server.js');

const frames = [];
serve((peer) => {
  peer.onFrame = (opcode, payload, isMasked) => {
    assert.ok(isMasked);
    if (opcode === 8)
      peer.send(8, payload);
    else if (opcode === 10)
      frames.push(`pong ${payload}`);
    else if (`${payload}` === 'fragments') {
      peer.send(1, 'frag', 0);
      peer.send(9, 'ping');
      peer.send(0, 'men', 0);
      peer.send(0, 'ts');
    } else
      peer.send(opcode, payload);
  };
}, async (url) => {
  const socket = new WebSocket(`${url}/path?q`, ['a', 'b']);
  assert.deepStrictEqual([socket.readyState, socket.url, socket.binaryType],
                         [0, `${url}/path?q`, 'blob']);
  assert.throws(() => socket.send('x'), { name: 'InvalidStateError' });
  await next(socket, 'open');
  assert.deepStrictEqual([socket.readyState, socket.protocol, socket.extensions], [1, 'b', '']);
  const echo = async (data) => {
    socket.send(data);
    return (await next(socket, 'message')).data;
  };
  assert.strictEqual(await echo('text é \u{1f600}'), 'text é \u{1f600}');
  assert.strictEqual(await echo(''), '');
  for (const length of [125, 126, 65535, 65536, 300000])
    assert.strictEqual((await echo('x'.repeat(length))).length, length);
  const blob = await echo(new Uint8Array([1, 2, 3]));
  assert.ok(blob instanceof Blob);
  assert.deepStrictEqual([...await blob.bytes()], [1, 2, 3]);
  socket.binaryType = 'arraybuffer';
  assert.deepStrictEqual([...new Uint8Array(await echo(new Blob(['AB'])))], [65, 66]);
  assert.deepStrictEqual([...new Uint8Array(await echo(new Uint16Array([258]).buffer))], [2, 1]);
  assert.strictEqual(await echo('fragments'), 'fragments');
  const again = await echo('after');
  assert.strictEqual(again, 'after');
  assert.deepStrictEqual(frames, ['pong ping']);
  const closed = next(socket, 'close');
  socket.close(3001, 'bye');
  assert.strictEqual(socket.readyState, 2);
  const { code, reason, wasClean } = await closed;
  assert.deepStrictEqual([code, reason, wasClean, socket.readyState], [3001, 'bye', true, 3]);
  socket.send('ignored');
}, (req) => {
  assert.strictEqual(req.url, '/path?q');
  assert.strictEqual(req.headers['sec-websocket-protocol'].replace(' ', ''), 'a,b');
  return { 'Sec-WebSocket-Protocol': 'b' };
});
