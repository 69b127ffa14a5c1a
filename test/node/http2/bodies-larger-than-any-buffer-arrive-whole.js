// With windows larger than what is gathered for one write, a body still arrives whole.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const WINDOW = 16 * 1024 * 1024;
const body = Buffer.alloc(5000000, 'abcdefg');
const server = http2.createServer();
server.on('stream', (stream) => {
  stream.respond();
  stream.end(body);
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`,
                               { settings: { initialWindowSize: WINDOW } });
  client.on('connect', () => {
    client.setLocalWindowSize(WINDOW);
    const req = client.request();
    const parts = [];
    req.on('data', (chunk) => parts.push(chunk));
    req.on('end', () => {
      assert.ok(Buffer.concat(parts).equals(body));
      client.close();
      server.close();
    });
  });
});
