// A hundred requests on one connection are answered, each with its own body.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const server = http2.createServer((req, res) => res.end(`answer to ${req.url}`));
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  let left = 100;
  for (let i = 0; i < 100; i++) {
    const req = client.request({ ':path': `/${i}` });
    let body = '';
    req.setEncoding('utf8');
    req.on('data', (text) => { body += text; });
    req.on('end', () => {
      assert.strictEqual(body, `answer to /${i}`);
      if (--left === 0) {
        client.close();
        server.close();
      }
    });
  }
});
