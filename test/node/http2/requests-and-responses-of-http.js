// The compatibility API: headers, status, trailers, informational answers, Expect, early end.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const server = http2.createServer((req, res) => {
  assert.strictEqual(req.httpVersion, '2.0');
  assert.strictEqual(req.authority, `localhost:${server.address().port}`);
  assert.strictEqual(req.headers['x-a'], '1');
  res.setHeader('X-One', 'a');
  res.appendHeader('x-one', 'b');
  assert.deepStrictEqual(res.getHeader('X-ONE'), ['a', 'b']);
  assert.throws(() => res.setHeader(':status', 200),
                { code: 'ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED' });
  assert.strictEqual(res.writeEarlyHints({ link: '</a>; rel=preload' }), true);
  let body = '';
  req.setEncoding('utf8');
  req.on('data', (text) => { body += text; });
  req.on('end', () => {
    res.writeHead(202, { 'content-type': 'text/plain' });
    assert.strictEqual(res.headersSent, true);
    res.write(body);
    res.addTrailers({ checksum: 'abc' });
    res.end('!', () => assert.strictEqual(res.writableEnded, true));
  });
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request({ ':method': 'POST', 'expect': '100-continue', 'x-a': 1 });
  const seen = [];
  let body = '';
  req.on('continue', () => {
    seen.push('continue');
    req.end('body');
  });
  req.on('headers', (headers) => seen.push(headers[':status']));
  req.on('response', (headers) => seen.push(headers[':status'], headers['x-one']));
  req.on('trailers', (headers) => seen.push(headers.checksum));
  req.setEncoding('utf8');
  req.on('data', (text) => { body += text; });
  req.on('close', () => {
    assert.deepStrictEqual(seen, ['continue', 100, 103, 202, 'a, b', 'abc']);
    assert.strictEqual(body, 'body!');
    client.close();
    server.close();
  });
});
