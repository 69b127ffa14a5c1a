// destroy(err) gives the error to all streams, then 'error' and 'close' to the session; the peer's
// streams are cancelled. An aborted request is cancelled, too.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const order = [];
const server = http2.createServer();
server.on('sessionError', () => {});
server.on('stream', (stream, headers) => {
  stream.on('error', () => {});
  stream.on('aborted', () => order.push(`aborted ${headers[':path']}`));
  if (headers[':path'] === '/2')
    client.destroy(new Error('over'));
});
let client;
server.listen(0, () => {
  client = http2.connect(`http://localhost:${server.address().port}`);
  const controller = new AbortController();
  const first = client.request({ ':path': '/1' }, { signal: controller.signal });
  first.on('error', (err) => order.push(err.name));
  first.on('close', () => {
    order.push(`close ${first.rstCode}`);
    const second = client.request({ ':path': '/2' });
    second.on('error', (err) => order.push(`stream ${err.message}`));
    second.on('close', () => order.push('stream close'));
  });
  client.on('error', (err) => order.push(`session ${err.message}`));
  client.on('close', () => {
    order.push('session close');
    server.close();
  });
  client.on('connect', () => controller.abort());
});
process.on('exit', () => {
  const own = order.filter((each) => !each.startsWith('aborted'));
  assert.deepStrictEqual(own, ['AbortError', 'close 8', 'stream over', 'stream close',
                               'session over', 'session close']);
  assert.ok(order.includes('aborted /2'));
});
