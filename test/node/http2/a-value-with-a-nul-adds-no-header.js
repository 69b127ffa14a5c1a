// A NUL or a line feed in a value does not make a second header: the field is refused by the peer.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const server = http2.createServer((req, res) => {
  res.stream.on('error', () => {});
  res.stream.respond({ ':status': 200, 'a': 'x\0injected\0yes\0', 'b': 'x\ninjected: yes' });
  res.stream.end();
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request();
  req.on('error', () => {}); // the peer may refuse the block
  req.on('response', (headers) => {
    assert.strictEqual(headers.injected, undefined);
    assert.strictEqual(headers.yes, undefined);
  });
  req.resume().on('close', () => {
    client.close();
    server.close();
  });
});
