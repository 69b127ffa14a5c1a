// What a session holds unread is bounded by maxSessionMemory, however many streams there are: the
// window of the connection stays closed until the program reads.
// differs from Node: there only each stream is bounded
'use strict';
const assert = require('assert');
const net = require('net');
const http2 = require('http2');
const { POST, frame } = require('./fixtures/raw.js');

const WINDOW = 65535, LIMIT = 1000000, STREAMS = 60;
const streams = [];
const server = http2.createServer({ maxSessionMemory: 1 });
server.on('stream', (stream) => {
  stream.on('error', () => {});
  streams.push(stream);
});

let total = 0, isReading = false;
server.listen(0, () => {
  let window = WINDOW, bytes = Buffer.alloc(0), stalled = false, acks = 0;
  const left = new Array(STREAMS).fill(WINDOW);
  const socket = net.connect(server.address().port);
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(frame('SETTINGS', 0, 0));
  for (let i = 0; i < STREAMS; i++)
    socket.write(frame('HEADERS', 4, 2 * i + 1, POST));
  const send = () => {
    for (let i = 0; i < STREAMS && window > 0; i++) {
      const size = Math.min(window, left[i], 16384);
      if (size === 0)
        continue;
      socket.write(frame('DATA', 0, 2 * i + 1, Buffer.alloc(size)));
      left[i] -= size;
      window -= size;
      total += size;
    }
    socket.write(frame('PING', 0, 0, Buffer.alloc(8)));
  };
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
      const length = bytes.readUIntBE(0, 3), type = bytes[3];
      if (type === 8 && bytes.readUInt32BE(5) === 0) {
        window += bytes.readUInt32BE(9);
        if (stalled) {
          isReading = true;
          socket.destroy();
          server.close();
          return;
        }
      }
      // All that was sent is processed; WINDOW_UPDATE may follow the first acknowledgement.
      if (type === 6 && (window > 0 || acks++ === 0)) {
        acks = window > 0 ? 0 : 1;
        send();
      } else if (type === 6) {
        stalled = true;
        assert.ok(total > LIMIT && total < LIMIT + 2 * WINDOW, `${total}`);
        for (const stream of streams)
          stream.resume();
      }
      bytes = bytes.subarray(9 + length);
    }
  });
  send();
});
process.on('exit', () => assert.ok(isReading));
