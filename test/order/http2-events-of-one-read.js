// Headers and data of HTTP/2 are callbacks of their own, also if they come in one read: ticks and
// promise jobs run between them, for a client and for a server.
'use strict';
const http2 = require('http2');
const net = require('net');

const HEADERS = 1, DATA = 0, SETTINGS = 4;
const END_STREAM = 1, END_HEADERS = 4;

const frame = (type, flags, stream, payload) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};
const nothing = Buffer.alloc(0);
const settings = frame(SETTINGS, 0, 0, nothing);

function log(text) {
  console.log(text);
  process.nextTick(console.log, `${text}: tick`);
  Promise.resolve(`${text}: job`).then(console.log);
}

const OK = Buffer.from([0x88]); // :status: 200
const TRAILERS = Buffer.from([0, 3, ...Buffer.from('x-t'), 1, ...Buffer.from('1')]);
const RESPONSE = Buffer.concat([
  frame(HEADERS, END_HEADERS, 1, OK), frame(DATA, 0, 1, Buffer.from('one')),
  frame(DATA, 0, 1, Buffer.from('two')), frame(HEADERS, END_HEADERS | END_STREAM, 1, TRAILERS),
]);

function client() {
  const peer = net.createServer((socket) => {
    let got = '';
    socket.write(settings);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      if (!socket.answered && got.includes('\x01\x05\x00\x00\x00\x01')) { // HEADERS of stream 1
        socket.answered = true;
        socket.write(RESPONSE);
      }
    });
  });
  peer.listen(0, '127.0.0.1', () => {
    const session = http2.connect(`http://127.0.0.1:${peer.address().port}`);
    session.on('remoteSettings', () => {
      const request = session.request();
      request.on('response', () => log('response'));
      request.on('data', (chunk) => log(`data ${chunk}`));
      request.on('trailers', () => log('trailers'));
      request.on('end', () => log('end'));
      request.on('close', () => {
        session.destroy();
        peer.close(server);
      });
    });
  });
}

const GET = Buffer.from([0x82, 0x86, 0x84, 0x41, 1, 0x61]); // GET http / of authority "a"

function server() {
  const own = http2.createServer();
  let count = 0;
  own.on('stream', (stream) => {
    log(`stream ${stream.id}`);
    if (++count === 2) {
      stream.session.destroy();
      own.close();
    }
  });
  own.listen(0, '127.0.0.1', () => {
    const socket = net.connect(own.address().port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(Buffer.concat([
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), settings,
      frame(HEADERS, END_HEADERS | END_STREAM, 1, GET),
      frame(HEADERS, END_HEADERS | END_STREAM, 3, GET),
    ]));
    socket.resume();
  });
}

client();

// => response
// => response: tick
// => response: job
// => data one
// => data one: tick
// => data one: job
// => data two
// => data two: tick
// => data two: job
// => trailers
// => end
// => trailers: tick
// => end: tick
// => trailers: job
// => end: job
// => stream 1
// => stream 1: tick
// => stream 1: job
// => stream 3
// => stream 3: tick
// => stream 3: job
