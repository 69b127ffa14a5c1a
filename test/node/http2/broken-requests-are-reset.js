// A header block that is no request, and frames that a stream's state forbids, reset the stream;
// the session goes on.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const { GET, POST, codeOf, exchange, frame, number } = require('./fixtures/raw.js');

const PROTOCOL_ERROR = 1, FLOW_CONTROL_ERROR = 3;
const literal = (name, value) => Buffer.concat([
  Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]),
  Buffer.from(value)]);
const headers = (...parts) => [frame('HEADERS', 5, 1, Buffer.concat(parts))];
const cases = [
  ['an upper-case name', PROTOCOL_ERROR, headers(GET, literal('Foo', 'x'))],
  ['no :path', PROTOCOL_ERROR, headers(Buffer.from([0x82, 0x86]))],
  ['two :path', PROTOCOL_ERROR, headers(GET, Buffer.from([0x84]))],
  ['a pseudo-header after others', PROTOCOL_ERROR,
   headers(literal('foo', 'x'), GET)],
  ['an unknown pseudo-header', PROTOCOL_ERROR, headers(GET, literal(':foo', 'x'))],
  ['connection', PROTOCOL_ERROR, headers(GET, literal('connection', 'close'))],
  ['te that is not trailers', PROTOCOL_ERROR, headers(GET, literal('te', 'gzip'))],
  ['a body that differs from content-length', PROTOCOL_ERROR,
   [frame('HEADERS', 4, 1, Buffer.concat([POST, literal('content-length', '5')])),
    frame('DATA', 1, 1, Buffer.alloc(4))]],
  ['a stream window that is too large', FLOW_CONTROL_ERROR,
   [frame('HEADERS', 4, 1, POST), frame('WINDOW_UPDATE', 0, 1, number(0x7fffffff))]],
  ['a WINDOW_UPDATE of 0', PROTOCOL_ERROR,
   [frame('HEADERS', 4, 1, POST), frame('WINDOW_UPDATE', 0, 1, number(0))]],
];

const server = http2.createServer();
server.on('stream', (stream) => {
  stream.on('error', () => {});
  stream.resume();
});
server.on('sessionError', () => {});

function next(i) {
  if (i === cases.length) {
    server.close();
    return;
  }
  const [name, code, frames] = cases[i];
  exchange(server.address().port, frames, (got) => {
    assert.strictEqual(codeOf(got, 'RST_STREAM') ?? codeOf(got, 'GOAWAY'), code, name);
    next(i + 1);
  }, (got) => codeOf(got, 'RST_STREAM') !== undefined);
}
server.listen(0, () => next(0));
