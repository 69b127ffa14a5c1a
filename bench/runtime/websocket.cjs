'use strict';
// Messages over a WebSocket on the loopback interface, 16 in flight, each sent back by a small
// server of this program: the cases websocket_*.
const { measure } = require('./cases/lib.cjs');
const crypto = require('crypto');
const net = require('net');
const IN_FLIGHT = 16;
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

// Takes whole frames out of what has arrived and sends their payloads back.
function echo(socket) {
  let rest = null;
  socket.on('data', (data) => {
    rest = rest === null ? data : Buffer.concat([rest, data]);
    for (;;) {
      if (rest.length < 14)
        return;
      const short = rest[1] & 127;
      const at = short < 126 ? 2 : short === 126 ? 4 : 10;
      const length = short < 126 ? short :
        short === 126 ? rest.readUInt16BE(2) : rest.readUInt32BE(6);
      if (rest.length < at + 4 + length)
        return;
      const mask = rest.subarray(at, at + 4);
      const frame = Buffer.concat([rest.subarray(0, at), rest.subarray(at + 4, at + 4 + length)]);
      frame[1] &= 127;
      for (let i = 0; i < length; i++)
        frame[at + i] ^= mask[i & 3];
      socket.write(frame);
      rest = rest.subarray(at + 4 + length);
      if (rest.length === 0) {
        rest = null;
        return;
      }
    }
  });
}

const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  socket.once('data', (data) => {
    const key = /sec-websocket-key: *(\S+)/i.exec(data.toString('latin1'))[1];
    const accept = crypto.createHash('sha1').update(`${key}${GUID}`).digest('base64');
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n' +
                 `Connection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    echo(socket);
  });
});

module.exports = (size, count) => server.listen(0, '127.0.0.1', () => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.address().port}/`);
  socket.binaryType = 'arraybuffer';
  const message = new Uint8Array(size).fill(120);
  let toSend, toCome, finished;
  socket.onmessage = () => {
    if (--toCome === 0)
      finished();
    else if (toSend-- > 0)
      socket.send(message);
  };
  socket.onopen = () => measure(count, (n, done) => {
    toSend = n - IN_FLIGHT;
    toCome = n;
    finished = done;
    for (let i = 0; i < IN_FLIGHT; i++)
      socket.send(message);
  });
});
