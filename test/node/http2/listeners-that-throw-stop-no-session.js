// Listeners of several streams throw while one read is processed: the other streams, and other
// sessions, go on.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const { GET, exchange, frame } = require('./fixtures/raw.js');

let thrown = 0;
process.on('uncaughtException', (err) => {
  assert.strictEqual(err.message, 'mine');
  thrown++;
});
const server = http2.createServer();
server.on('stream', (stream) => {
  if (stream.id <= 5 && stream.session.isFirst) {
    stream.respond({}, { endStream: true });
    throw new Error('mine');
  }
  stream.respond({}, { endStream: true });
});
let sessions = 0;
server.on('session', (session) => { session.isFirst = sessions++ === 0; });

const isAnswered = (got) => got.filter((each) => each.type === 'HEADERS').length === 4;
server.listen(0, () => {
  const requests = [1, 3, 5, 7].map((id) => frame('HEADERS', 5, id, GET));
  exchange(server.address().port, requests, (got) => {
    assert.ok(isAnswered(got));
    const client = http2.connect(`http://localhost:${server.address().port}`);
    client.request().on('response', () => client.close(() => server.close())).resume();
  }, isAnswered);
});
process.on('exit', () => {
  assert.ok(thrown >= 1);
  assert.strictEqual(sessions, 2);
});
