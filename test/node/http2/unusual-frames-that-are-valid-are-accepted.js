// Padding, a priority, a header block in many CONTINUATION frames, unknown frames and settings, and
// a connection that comes byte by byte: all is as of a plain request.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const net = require('net');
const { POST, exchange, frame, number } = require('./fixtures/raw.js');

const padded = (payload, length) =>
  Buffer.concat([Buffer.from([length]), payload, Buffer.alloc(length)]);
const END_STREAM = 1, END_HEADERS = 4, PADDED = 8, PRIORITY = 0x20;
const body = Buffer.from('hello');
const DATA = frame('DATA', END_STREAM, 1, body);
const HEADERS = frame('HEADERS', END_HEADERS, 1, POST);
const cases = [
  ['padded DATA', [HEADERS, frame('DATA', END_STREAM | PADDED, 1, padded(body, 200))]],
  ['padded HEADERS', [frame('HEADERS', END_HEADERS | PADDED, 1, padded(POST, 255)), DATA]],
  ['HEADERS with a priority', [frame('HEADERS', END_HEADERS | PRIORITY, 1,
                                     Buffer.concat([number(0), Buffer.from([9]), POST])), DATA]],
  ['CONTINUATION', [frame('HEADERS', 0, 1, POST.subarray(0, 2)),
                    frame('CONTINUATION', 0, 1, POST.subarray(2, 4)),
                    frame('CONTINUATION', END_HEADERS, 1, POST.subarray(4)), DATA]],
  ['an unknown frame', [frame(0xf0, 0xff, 0, Buffer.alloc(20)), HEADERS,
                        frame(0xf1, 0, 1, Buffer.alloc(3)), DATA]],
  ['an unknown setting', [frame('SETTINGS', 0, 0, Buffer.from([0xff, 0, 0, 0, 0, 1])), HEADERS,
                          DATA]],
  ['DATA byte by byte', [HEADERS, ...[...body].map((byte) => frame('DATA', 0, 1, Buffer.of(byte))),
                         frame('DATA', END_STREAM, 1)]],
  ['unknown flags', [frame('HEADERS', END_HEADERS | 0xc0, 1, POST), DATA]],
];

const server = http2.createServer((req, res) => {
  let text = '';
  req.on('data', (chunk) => { text += chunk; });
  req.on('end', () => res.end(text));
});
const answer = (got) => Buffer.concat(
  got.filter((each) => each.type === 'DATA').map((each) => each.payload)).toString();

// The first case again, each byte in a write of its own.
function byByte(port) {
  const bytes = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
                               frame('SETTINGS', 0, 0), ...cases[0][1]]);
  const socket = net.connect({ port, noDelay: true });
  let got = '';
  const send = (i) => i < bytes.length && socket.write(bytes.subarray(i, i + 1), () => send(i + 1));
  send(0);
  socket.on('data', (chunk) => {
    got += chunk.toString('latin1');
    if (got.includes('hello'))
      socket.end();
  });
  socket.on('close', () => {
    assert.ok(got.includes('hello'));
    server.close();
  });
}

function next(i) {
  const { port } = server.address();
  if (i === cases.length) {
    byByte(port);
    return;
  }
  const [name, frames] = cases[i];
  exchange(port, frames, (got) => {
    assert.strictEqual(answer(got), 'hello', name);
    next(i + 1);
  }, (got) => got.some((each) => each.type === 'DATA' && (each.flags & END_STREAM) !== 0));
}
server.listen(0, () => next(0));
