// Header bombs, header blocks after the last, PRIORITY, window updates and unknown frames: streams
// are refused, frames are ignored. The same session then answers a request.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const { GET, POST, exchange, frame, number } = require('./fixtures/raw.js');

const many = (count, make) => Buffer.concat(Array.from({ length: count }, (_, i) => make(i)));
// One field of 4000 bytes in the dynamic table, and 10000 references to it.
const BOMB = Buffer.concat([GET, Buffer.from([0x40, 1, 0x78, 0x7f, 0xa1, 0x1e]),
                            Buffer.alloc(4000, 'a'), Buffer.alloc(10000, 0xbe)]);
const LAST = 100001;
const cases = [
  ['header bombs', many(200, (i) => frame('HEADERS', 5, 2 * i + 1, BOMB))],
  ['empty header blocks', Buffer.concat([frame('HEADERS', 4, 1, POST),
                                         many(500, () => frame('HEADERS', 4, 1))])],
  ['PRIORITY', many(3000, (i) => frame('PRIORITY', 0, 2 * i + 1,
                                       Buffer.concat([number(0), Buffer.from([9])])))],
  ['window updates', many(3000, () => frame('WINDOW_UPDATE', 0, 0, number(1)))],
  ['unknown frames', many(3000, () => frame(0xbb, 0xff, 0, Buffer.alloc(9)))],
  ['PINGs', many(500, () => frame('PING', 0, 0, Buffer.alloc(8)))],
];

const server = http2.createServer();
server.on('stream', (stream) => {
  stream.on('error', () => {});
  if (stream.id === LAST) {
    stream.respond();
    stream.end('x');
  }
});
const isAnswered = (got) => got.some((each) => each.stream === LAST && (each.flags & 1) !== 0);

function next(i) {
  if (i === cases.length) {
    server.close();
    return;
  }
  const [name, bytes] = cases[i];
  exchange(server.address().port, [bytes, frame('HEADERS', 5, LAST, GET)], (got) => {
    assert.ok(isAnswered(got), name);
    next(i + 1);
  }, isAnswered);
}
server.listen(0, () => next(0));
