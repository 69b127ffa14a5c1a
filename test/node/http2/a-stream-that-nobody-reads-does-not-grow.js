// What a peer may send is bounded by the window of the stream until the program reads, and the rest
// follows when it does.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const SIZE = 4 * 1024 * 1024;
const server = http2.createServer();
server.on('stream', (stream) => {
  stream.respond();
  client.ping(() => client.ping(() => {
    assert.ok(req.bufferSize > SIZE - 200000, `${req.bufferSize} bytes wait at the client`);
    assert.strictEqual(stream.state.localWindowSize, 0);
    let count = 0;
    stream.on('data', (chunk) => { count += chunk.length; });
    stream.on('end', () => {
      assert.strictEqual(count, SIZE);
      stream.end();
    });
  }));
});
let client, req;
server.listen(0, () => {
  client = http2.connect(`http://localhost:${server.address().port}`);
  req = client.request({ ':method': 'POST' });
  for (let i = 0; i < 64; i++)
    req.write(Buffer.alloc(SIZE / 64));
  req.end();
  req.resume();
  req.on('close', () => {
    client.close();
    server.close();
  });
});
