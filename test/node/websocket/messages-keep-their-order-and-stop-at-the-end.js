'use strict';
// Messages are sent in the order of send(), also behind a Blob; none is delivered after close() or
// after the connection has failed.
// differs from Node: Node sends the end before a Blob that it is reading
const assert = require('assert');
const { next, serve } = require('./fixtures/server.js');

function talk(onPeer, onOpen) {
  return new Promise((resolve) => {
    serve(onPeer, async (url) => {
      const socket = new WebSocket(url);
      const got = [];
      socket.binaryType = 'arraybuffer';
      socket.onmessage = ({ data }) =>
        got.push(typeof data === 'string' ? data : Buffer.from(data).toString());
      socket.onerror = () => got.push('error');
      socket.onopen = () => onOpen?.(socket);
      const { code, wasClean } = await next(socket, 'close');
      resolve({ got, code, wasClean });
    });
  });
}

// Sends back all messages when the client closes.
function echoAtEnd(peer) {
  const messages = [];
  peer.onFrame = (opcode, payload) => {
    messages.push([opcode, payload.toString()]);
    if (opcode === 8)
      peer.close(1000);
  };
  peer.messages = messages;
  return peer;
}

(async () => {
  let peer;
  const blobs = await talk((it) => { peer = echoAtEnd(it); }, (socket) => {
    socket.send('one');
    socket.send(new Blob(['two']));
    const bytes = new Uint8Array([51]);
    socket.send(bytes);
    bytes[0] = 52; // it was taken before
    socket.send(new Blob(['four']));
    socket.send('five');
    assert.strictEqual(socket.bufferedAmount, 15);
    socket.close(1000);
    socket.send('not sent');
  });
  assert.deepStrictEqual(peer.messages, [[1, 'one'], [2, 'two'], [2, '3'], [2, 'four'],
                                         [1, 'five'], [8, '\x03\ufffd']]);
  assert.deepStrictEqual(blobs, { got: [], code: 1000, wasClean: true });

  const late = await talk((it) => {
    it.onFrame = (opcode) => {
      if (opcode === 8) {
        it.send(1, 'late');
        it.close(1000);
      }
    };
  }, (socket) => socket.close(1000));
  assert.deepStrictEqual(late, { got: [], code: 1000, wasClean: true });

  const wrong = await talk((it) => {
    it.socket.write(Buffer.from([0x81, 1, 65, 0x81, 1, 0xff, 0x81, 1, 66]));
  });
  assert.deepStrictEqual(wrong, { got: ['A', 'error'], code: 1006, wasClean: false });

  const pieces = await talk((it) => {
    it.send(1, 'a', 0);
    for (let i = 0; i < 5000; i++)
      it.send(0, i % 2 === 0 ? '' : 'b', 0);
    it.send(0, 'c');
    it.close(1000);
  });
  assert.deepStrictEqual(pieces.got, [`a${'b'.repeat(2500)}c`]);
})();
