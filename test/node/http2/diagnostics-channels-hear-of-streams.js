// Streams of both sides are published when they are made, start, finish and close (before they are
// destroyed), and chunks of a client's body once, also those written before it is connected.
'use strict';
const assert = require('assert');
const { subscribe } = require('diagnostics_channel');
const http2 = require('http2');

const heard = [];
for (const side of ['client', 'server']) {
  for (const event of ['created', 'start', 'finish', 'close']) {
    subscribe(`http2.${side}.stream.${event}`, ({ stream }) => {
      assert.ok(stream);
      heard.push(`${side} ${event}`);
    });
  }
}
subscribe('http2.client.stream.close', ({ stream }) => {
  assert.strictEqual(stream.closed, true);
  assert.strictEqual(stream.destroyed, false);
});
const sent = [];
subscribe('http2.client.stream.bodyChunkSent', ({ writev, data }) => sent.push(writev, [...data]));
subscribe('http2.client.stream.bodySent', () => sent.push('all'));
const server = http2.createServer((req, res) => res.end());
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request({ ':method': 'POST' });
  req.write(Buffer.from('a'));
  req.end(Buffer.from('b'));
  req.resume().on('close', () => client.close(() => server.close()));
});
process.on('exit', () => {
  assert.deepStrictEqual(sent, [true, [Buffer.from('a'), Buffer.from('b')], 'all']);
  for (const side of ['client', 'server']) {
    assert.deepStrictEqual(heard.filter((each) => each.startsWith(side)),
                           ['created', 'start', 'finish', 'close'].map((e) => `${side} ${e}`));
  }
});
