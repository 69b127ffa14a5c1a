// Rapid resets, PINGs and SETTINGS, empty DATA, CONTINUATION without end, invalid frames, streams
// beyond the limit: the connection is closed, the server answers others, and nothing is left of it.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const { GET, POST, exchange, frame, number } = require('./fixtures/raw.js');

const many = (count, make) => Buffer.concat(Array.from({ length: count }, (_, i) => make(i)));
const cases = [
  ['rapid resets', many(3000, (i) => Buffer.concat([
    frame('HEADERS', 5, 2 * i + 1, GET), frame('RST_STREAM', 0, 2 * i + 1, number(8))]))],
  ['empty DATA', Buffer.concat([frame('HEADERS', 4, 1, POST),
                                many(3000, () => frame('DATA', 0, 1))])],
  ['CONTINUATION without end', Buffer.concat([frame('HEADERS', 1, 1, GET),
                                              many(3000, () => frame('CONTINUATION', 0, 1))])],
  ['frames of closed streams', Buffer.concat([frame('HEADERS', 5, 1, GET),
                                              many(3000, () => frame('HEADERS', 5, 1, GET))])],
  ['PINGs', many(5000, () => frame('PING', 0, 0, Buffer.alloc(8)))],
  ['SETTINGS', many(5000, () => frame('SETTINGS', 0, 0))],
  ['too many settings', frame('SETTINGS', 0, 0, many(200, () => Buffer.from([0, 3, 0, 0, 0, 9])))],
  ['streams beyond the limit', many(3000, (i) => frame('HEADERS', 4, 2 * i + 1, POST))],
];

let open = 0;
const server = http2.createServer({ streamResetBurst: 100, streamResetRate: 1,
                                    settings: { maxConcurrentStreams: 50 },
                                    maxSessionInvalidFrames: 100 });
server.on('session', (session) => {
  open++;
  session.on('close', () => { open--; });
});
server.on('sessionError', () => {});
server.on('stream', (stream) => {
  stream.on('error', () => {});
  if (stream.endAfterHeaders) {
    stream.respond();
    stream.end('x');
  } else
    stream.resume();
});

function next(i) {
  if (i === cases.length) {
    const client = http2.connect(`http://localhost:${server.address().port}`);
    client.request().on('response', () => {
      assert.strictEqual(open, 1);
      client.close(() => server.close());
    }).resume();
    return;
  }
  exchange(server.address().port, [cases[i][1]], () => next(i + 1));
}
server.listen(0, () => next(0));
