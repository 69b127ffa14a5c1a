'use strict';
// What a server must not send ends the connection: 'error', then 'close' with 1006, and the server
// is told the code.
const assert = require('assert');
const { next, serve } = require('./fixtures/server.js');

const CASES = {
  'masked': [(peer) => peer.socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 65])), 1002],
  'reserved bits': [(peer) => peer.send(1, 'x', 0xa0), 1002],
  'compressed without agreement': [(peer) => peer.send(1, 'x', 0xc0), 1002],
  'unknown opcode': [(peer) => peer.send(3, 'x'), 1002],
  'unknown control': [(peer) => peer.send(11, 'x'), 1002],
  'fragmented control': [(peer) => peer.send(9, 'x', 0), 1002],
  'long control': [(peer) => peer.send(9, 'x'.repeat(126)), 1002],
  'continuation of nothing': [(peer) => peer.send(0, 'x'), 1002],
  'a message in a message': [(peer) => { peer.send(1, 'x', 0); peer.send(1, 'y'); }, 1002],
  'bad UTF-8': [(peer) => peer.send(1, [0xff, 0xfe]), 1007],
  'close of one byte': [(peer) => peer.send(8, [3]), 1002],
  'close with a bad code': [(peer) => peer.close(1005), 1002],
  'close with bad text': [(peer) => peer.send(8, [3, 232, 0xff]), 1007],
  'length not minimal': [(peer) => peer.socket.write(Buffer.from([0x81, 126, 0, 1, 65])), 1002],
  'too large': [(peer) => peer.socket.write(Buffer.from([0x82, 127, 0, 0, 1, 0, 0, 0, 0, 0])),
                1009],
};
let current;
let tell;
serve((peer) => {
  peer.onFrame = (opcode, payload) => {
    if (opcode === 8)
      tell(payload.readUInt16BE(0));
  };
  CASES[current][0](peer);
}, async (url) => {
  for (const name of Object.keys(CASES)) {
    current = name;
    const told = new Promise((resolve) => { tell = resolve; });
    const socket = new WebSocket(url);
    const events = [];
    socket.onmessage = () => events.push('message');
    socket.onerror = () => events.push('error');
    const { code, wasClean } = await next(socket, 'close');
    assert.deepStrictEqual([code, wasClean, events], [1006, false, ['error']], name);
    assert.strictEqual(await told, CASES[name][1], name);
  }
});
