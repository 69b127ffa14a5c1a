'use strict';
// Frames of all kinds and sizes reach a peer that first does not read, in the order of the calls
// and with the bytes that they had then; bufferedAmount counts their payloads until they are sent.
const assert = require('assert');
const { next, serve } = require('./fixtures/server.js');

const bytes = (length, seed) => Uint8Array.from({ length }, (_, i) => (i * 7 + seed) & 255);
const payloads = [];
for (let round = 0; round < 60; round++) {
  for (const length of [0, 1, 7, 8, 125, 126, 1000, 60000, 65519, 65527, 65535, 65536]) {
    const data = bytes(length, round);
    payloads.push([data, data.buffer, new DataView(data.buffer)][round % 3]);
  }
  payloads.push('x'.repeat(round), `é \u{1f600} ${round}`, '\ud800 alone'.repeat(round * 100));
}
const asBytes = (payload) => (typeof payload === 'string' ? Buffer.from(payload.toWellFormed()) :
  Buffer.from(payload.buffer ?? payload));

const arrived = [];
let peer;
serve((it) => {
  peer = it;
  peer.socket.pause();
  peer.onFrame = (opcode, payload, isMasked) => {
    assert.ok(isMasked);
    if (opcode === 8)
      peer.send(8, payload);
    else
      arrived.push([opcode, payload]);
  };
}, async (url) => {
  const socket = new WebSocket(url);
  await next(socket, 'open');
  let total = 0;
  for (const payload of payloads) {
    socket.send(payload);
    total += asBytes(payload).length;
    assert.strictEqual(socket.bufferedAmount, total);
    if (payload instanceof Uint8Array)
      payload.fill(1); // what was sent is not changed any more
  }
  await new Promise(setImmediate);
  assert.ok(socket.bufferedAmount > 0 && socket.bufferedAmount < total);
  peer.socket.resume();
  const closed = next(socket, 'close');
  socket.close();
  await closed;
  assert.strictEqual(socket.bufferedAmount, 0);
  assert.strictEqual(arrived.length, payloads.length);
  payloads.forEach((payload, i) => {
    const [opcode, data] = arrived[i];
    assert.strictEqual(opcode, typeof payload === 'string' ? 1 : 2, `${i}`);
    const expected = payload instanceof Uint8Array ? bytes(payload.length, (i / 15) | 0) : payload;
    assert.ok(data.equals(asBytes(expected)), `${i}`);
  });
});
