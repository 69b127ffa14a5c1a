// writeInformation() takes codes from 100 to 199 but 101, and headers that are an object; after the
// response it returns false.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const server = http2.createServer((req, res) => {
  for (const code of [99, 101, 200, '103', undefined])
    assert.throws(() => res.writeInformation(code), { code: 'ERR_HTTP2_STATUS_INVALID' });
  assert.throws(() => res.writeInformation(103, 'x'), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.strictEqual(res.writeInformation(110, { 'X-Progress': '50%' }), true);
  res.end();
  assert.strictEqual(res.writeInformation(110), false);
});
let status;
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request();
  req.on('headers', (headers) => {
    status = headers[':status'];
    assert.strictEqual(headers['x-progress'], '50%');
  });
  req.resume().on('close', () => client.close(() => server.close()));
});
process.on('exit', () => assert.strictEqual(status, 110));
