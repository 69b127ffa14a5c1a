// Each connection breaks a rule of the frame layer: the server ends it with GOAWAY and the code of
// RFC 9113, reports the error, and goes on to serve others.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const { GET, POST, codeOf, exchange, frame, number } = require('./fixtures/raw.js');

const PROTOCOL_ERROR = 1, FLOW_CONTROL_ERROR = 3, FRAME_SIZE_ERROR = 6, COMPRESSION_ERROR = 9;
const STREAM_CLOSED = 5;
const UNANSWERED = 7; // a stream that stays half open
const setting = (id, value) =>
  [frame('SETTINGS', 0, 0, Buffer.concat([Buffer.from([0, id]), number(value)]))];
const cases = [
  ['a frame that is too long', FRAME_SIZE_ERROR,
   [frame('DATA', 0, 1, Buffer.alloc(0), 16385)]],
  ['a PING of 7 bytes', FRAME_SIZE_ERROR, [frame('PING', 0, 0, Buffer.alloc(7))]],
  ['SETTINGS of 5 bytes', FRAME_SIZE_ERROR, [frame('SETTINGS', 0, 0, Buffer.alloc(5))]],
  ['SETTINGS of a stream', PROTOCOL_ERROR, [frame('SETTINGS', 0, 1)]],
  ['a PING of a stream', PROTOCOL_ERROR, [frame('PING', 0, 1, Buffer.alloc(8))]],
  ['DATA of no stream', PROTOCOL_ERROR, [frame('DATA', 0, 0, Buffer.alloc(1))]],
  ['DATA of an idle stream', PROTOCOL_ERROR, [frame('DATA', 0, 5, Buffer.alloc(1))]],
  ['HEADERS of an even stream', PROTOCOL_ERROR, [frame('HEADERS', 5, 2, GET)]],
  ['more padding than payload', PROTOCOL_ERROR,
   [frame('HEADERS', 4, 1, POST), frame('DATA', 8, 1, Buffer.from([9, 0]))]],
  ['CONTINUATION without HEADERS', PROTOCOL_ERROR, [frame('CONTINUATION', 4, 1, GET)]],
  ['DATA between HEADERS and CONTINUATION', PROTOCOL_ERROR,
   [frame('HEADERS', 0, 1, GET), frame('DATA', 0, 1, Buffer.alloc(1))]],
  ['a header block that is no HPACK', COMPRESSION_ERROR,
   [frame('HEADERS', 5, 1, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]))]],
  ['a window that is too large', FLOW_CONTROL_ERROR,
   [frame('WINDOW_UPDATE', 0, 0, number(0x7fffffff))]],
  ['a PUSH_PROMISE of a client', PROTOCOL_ERROR,
   [frame('HEADERS', 4, 1, POST), frame('PUSH_PROMISE', 4, 1, Buffer.concat([number(2), GET]))]],
  ['an acknowledgement of SETTINGS that has some', FRAME_SIZE_ERROR,
   [frame('SETTINGS', 1, 0, Buffer.alloc(6))]],
  ['ENABLE_PUSH of 2', PROTOCOL_ERROR, setting(2, 2)],
  ['INITIAL_WINDOW_SIZE of 2^31', FLOW_CONTROL_ERROR, setting(4, 0x80000000)],
  ['MAX_FRAME_SIZE of 16383', PROTOCOL_ERROR, setting(5, 16383)],
  ['MAX_FRAME_SIZE of 2^24', PROTOCOL_ERROR, setting(5, 0x1000000)],
  ['RST_STREAM of an idle stream', PROTOCOL_ERROR, [frame('RST_STREAM', 0, 1, number(8))]],
  ['RST_STREAM of no stream', PROTOCOL_ERROR, [frame('RST_STREAM', 0, 0, number(8))]],
  ['RST_STREAM of 3 bytes', FRAME_SIZE_ERROR,
   [frame('HEADERS', 4, 1, POST), frame('RST_STREAM', 0, 1, Buffer.alloc(3))]],
  ['GOAWAY of a stream', PROTOCOL_ERROR, [frame('GOAWAY', 0, 1, Buffer.alloc(8))]],
  ['GOAWAY of 7 bytes', FRAME_SIZE_ERROR, [frame('GOAWAY', 0, 0, Buffer.alloc(7))]],
  ['a WINDOW_UPDATE of 0', PROTOCOL_ERROR, [frame('WINDOW_UPDATE', 0, 0, number(0))]],
  ['a WINDOW_UPDATE of 3 bytes', FRAME_SIZE_ERROR,
   [frame('WINDOW_UPDATE', 0, 0, Buffer.alloc(3))]],
  ['a WINDOW_UPDATE of an idle stream', PROTOCOL_ERROR,
   [frame('WINDOW_UPDATE', 0, 1, number(1))]],
  ['HEADERS of no stream', PROTOCOL_ERROR, [frame('HEADERS', 5, 0, GET)]],
  ['HEADERS of more padding than payload', PROTOCOL_ERROR,
   [frame('HEADERS', 13, 1, Buffer.concat([Buffer.from([99]), GET]))]],
  ['HEADERS of another stream before CONTINUATION', PROTOCOL_ERROR,
   [frame('HEADERS', 0, 1, GET), frame('HEADERS', 5, 3, GET)]],
  ['DATA after the end of the stream', STREAM_CLOSED,
   [frame('HEADERS', 5, UNANSWERED, GET), frame('DATA', 1, UNANSWERED, Buffer.alloc(1))]],
  ['HPACK index 0', COMPRESSION_ERROR, [frame('HEADERS', 5, 1, Buffer.from([0x80]))]],
  ['an HPACK table that is too large', COMPRESSION_ERROR,
   [frame('HEADERS', 5, 1, Buffer.concat([Buffer.from([0x3f, 0xff, 0xff, 3]), GET]))]],
];

let errors = 0;
const server = http2.createServer();
server.on('stream', (stream) => {
  stream.on('error', () => {});
  stream.resume();
  if (stream.endAfterHeaders && stream.id !== UNANSWERED)
    stream.respond({}, { endStream: true });
});
server.on('sessionError', () => { errors++; });

function next(i) {
  if (i === cases.length) {
    assert.strictEqual(errors, cases.length);
    const client = http2.connect(`http://localhost:${server.address().port}`);
    client.request().on('response', () => client.close(() => server.close())).resume();
    return;
  }
  const [name, code, frames] = cases[i];
  exchange(server.address().port, frames, (got) => {
    assert.strictEqual(codeOf(got, 'GOAWAY'), code, name);
    next(i + 1);
  });
}
server.listen(0, () => next(0));
