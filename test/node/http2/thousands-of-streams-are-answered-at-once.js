// More answers than one flush has events for: none is lost.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const STREAMS = 12000;
const server = http2.createServer({ maxSessionMemory: 1000 });
const waiting = [];
server.on('stream', (stream) => {
  waiting.push(stream);
  if (waiting.length === STREAMS) {
    for (const each of waiting) {
      each.respond();
      each.end('x');
    }
  }
});
let answered = 0;
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`,
                               { maxSessionMemory: 1000 });
  client.once('remoteSettings', () => {
    for (let i = 0; i < STREAMS; i++) {
      client.request().resume().on('end', () => {
        if (++answered === STREAMS)
          client.close(() => server.close());
      });
    }
  });
});
process.on('exit', () => assert.strictEqual(answered, STREAMS));
