// Streams of both sides are published when they are made, start, finish and close.
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
const server = http2.createServer((req, res) => res.end());
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.request().resume().on('close', () => client.close(() => server.close()));
});
process.on('exit', () => {
  for (const side of ['client', 'server']) {
    assert.deepStrictEqual(heard.filter((each) => each.startsWith(side)),
                           ['created', 'start', 'finish', 'close'].map((e) => `${side} ${e}`));
  }
});
