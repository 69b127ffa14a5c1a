'use strict';
// Messages of every form of length arrive as they were sent, however the bytes are cut, and what
// the client sends is what it was given: the server echoes each frame in other pieces.
const assert = require('assert');
const { frame, next, serve } = require('./fixtures/server.js');

const SIZES = [0, 1, 63, 64, 65, 125, 126, 127, 300, 65535, 65536, 65539];
const message = (size) => Uint8Array.from({ length: size }, (_, i) => i * 7 + size & 255);

// Bytes that are written one after another; the next when the last is out.
function writePieces(socket, bytes, size, done) {
  let at = 0;
  const more = () => {
    if (at >= bytes.length)
      return done();
    at += size;
    socket.write(bytes.subarray(at - size, at), more);
  };
  more();
}

serve((peer) => {
  peer.socket.setNoDelay(true);
  const frames = [];
  peer.onFrame = (opcode, payload) => {
    if (opcode !== 2)
      return;
    frames.push(frame(2, payload));
    if (frames.length < SIZES.length)
      return;
    const short = Buffer.concat(frames.slice(0, 9));
    const all = Buffer.concat(frames);
    // Once byte by byte, once three bytes at a time, once in pieces that end anywhere, once whole.
    writePieces(peer.socket, short, 1, () => writePieces(peer.socket, short, 3, () =>
      writePieces(peer.socket, all, 30011, () => peer.socket.write(all))));
  };
}, async (url) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  const got = [];
  const expected = [...SIZES.slice(0, 9), ...SIZES.slice(0, 9), ...SIZES, ...SIZES];
  socket.onopen = () => SIZES.forEach((size) => socket.send(message(size)));
  socket.onmessage = ({ data }) => {
    got.push(data.byteLength);
    assert.deepStrictEqual(new Uint8Array(data), message(data.byteLength));
    if (got.length === expected.length)
      socket.close();
  };
  await next(socket, 'close');
  assert.deepStrictEqual(got, expected);
});
