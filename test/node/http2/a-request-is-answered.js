// A request over TCP arrives with its headers, and its answer with status, headers, body and
// trailers; the session closes when the last stream has.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const server = http2.createServer();
server.on('stream', (stream, headers, flags, raw) => {
  assert.strictEqual(headers[':method'], 'POST');
  assert.strictEqual(headers[':path'], '/path');
  assert.strictEqual(headers.cookie, 'a=1; b=2');
  assert.strictEqual(headers['x-list'], '1, 2');
  assert.strictEqual(raw[raw.indexOf('x-list') + 1], '1');
  let body = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => { body += text; });
  stream.on('end', () => {
    stream.additionalHeaders({ ':status': 103, 'link': '</style>' });
    stream.respond({ ':status': 201, 'set-cookie': ['x', 'y'] }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ sum: String(body.length) }));
    stream.end(body.toUpperCase());
  });
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request({ ':method': 'POST', ':path': '/path', 'cookie': ['a=1', 'b=2'],
                               'x-list': ['1', '2'] });
  const events = [];
  let body = '';
  req.on('headers', (headers) => events.push(headers[':status'], headers.link));
  req.on('response', (headers) => events.push(headers[':status'], headers['set-cookie']));
  req.on('trailers', (headers) => events.push(headers.sum));
  req.setEncoding('utf8');
  req.on('data', (text) => { body += text; });
  req.on('end', () => events.push('end'));
  req.on('close', () => {
    assert.deepStrictEqual(events, [103, '</style>', 201, ['x', 'y'], '5', 'end']);
    assert.strictEqual(body, 'HELLO');
    assert.strictEqual(req.rstCode, 0);
    client.close(() => server.close());
  });
  req.end('hello');
});
