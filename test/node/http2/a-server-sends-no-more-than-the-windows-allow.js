// The windows of a stream and of the connection bound what is sent, also when SETTINGS change them.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const net = require('net');
const { GET, frame, number } = require('./fixtures/raw.js');

const window = (size) =>
  frame('SETTINGS', 0, 0, Buffer.concat([Buffer.from([0, 4]), number(size)]));
const PING = frame('PING', 0, 0, Buffer.alloc(8));
// What is sent, and how many bytes have come when the PING after it is acknowledged.
const steps = [
  [[window(10), frame('HEADERS', 5, 1, GET)], 10],
  [[frame('WINDOW_UPDATE', 0, 1, number(5))], 15],
  [[window(30)], 35], // 20 more
  [[window(0)], 35],
  [[window(30)], 35],
  [[frame('WINDOW_UPDATE', 0, 1, number(100000))], 65535], // that of the connection
  [[frame('WINDOW_UPDATE', 0, 0, number(100))], 65635],
];

const server = http2.createServer((req, res) => {
  res.end(Buffer.alloc(1000000));
});
let step = -1;
server.listen(0, () => {
  const socket = net.connect(server.address().port);
  let bytes = Buffer.alloc(0), data = 0, acks = 0;
  const next = () => {
    if (++step === steps.length) {
      socket.destroy();
      server.close();
      return;
    }
    acks = 0;
    socket.write(Buffer.concat([...steps[step][0], PING]));
  };
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  next();
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
      const length = bytes.readUIntBE(0, 3), type = bytes[3];
      bytes = bytes.subarray(9 + length);
      if (type === 0)
        data += length;
      else if (type === 6 && ++acks < 5) // DATA is sent after the acknowledgement
        socket.write(PING);
      else if (type === 6) {
        assert.strictEqual(data, steps[step][1], `step ${step}`);
        next();
      }
    }
  });
});
process.on('exit', () => assert.strictEqual(step, steps.length));
