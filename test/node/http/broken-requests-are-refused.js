'use strict';
// A request that two servers could read differently is refused, with the code that says why;
// without a 'clientError' listener the answer is 400 (431 for a head that is too long).
const assert = require('assert');
const http = require('http');
const net = require('net');

const H = 'POST / HTTP/1.1\r\nHost: a\r\n';
const cases = [
  [`${H}Content-Length: 4\r\nContent-Length: 4\r\n\r\n`, 'HPE_UNEXPECTED_CONTENT_LENGTH'],
  [`${H}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n`, 'HPE_INVALID_TRANSFER_ENCODING'],
  [`${H}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n`, 'HPE_INVALID_CONTENT_LENGTH'],
  [`${H}Transfer-Encoding: chunked, gzip\r\n\r\n`, 'HPE_INVALID_TRANSFER_ENCODING'],
  [`${H}Content-Length: 0x4\r\n\r\n`, 'HPE_INVALID_CONTENT_LENGTH'],
  [`${H}X: a\r\n b\r\n\r\n`, 'HPE_INVALID_HEADER_TOKEN'],
  [`${H}X : a\r\n\r\n`, 'HPE_INVALID_HEADER_TOKEN'],
  [`${H}X: a\rY: b\r\n\r\n`, 'HPE_LF_EXPECTED'],
  [`${H}X: a\nY: b\r\n\r\n`, 'HPE_CR_EXPECTED'],
  [`${H}X: ${'a'.repeat(17000)}\r\n\r\n`, 'HPE_HEADER_OVERFLOW', 431],
  ['GET / HTTP/1.3\r\n\r\n', 'HPE_INVALID_VERSION'],
  ['get / HTTP/1.1\r\n\r\n', 'HPE_INVALID_METHOD'],
  ['GET / HTTP/1.1\r\n\r\n', undefined], // no Host
];
let at = 0;
let listener = null;
let code;
const server = http.createServer(() => assert.fail('a broken request got through'));
server.listen(0, '127.0.0.1', function next() {
  if (at === cases.length)
    return server.close();
  const [bytes, expected, status = 400] = cases[at];
  const client = net.connect(server.address().port, '127.0.0.1');
  client.write(bytes, 'latin1');
  let text = '';
  client.on('data', (part) => { text += part; }).on('error', () => {});
  client.on('close', () => {
    if (listener === null) {
      assert.strictEqual(text.slice(0, 12), `HTTP/1.1 ${status}`);
      listener = (err, socket) => { code = err.code; socket.destroy(); };
      server.on('clientError', listener);
    } else {
      assert.strictEqual(code, expected, bytes);
      server.removeListener('clientError', listener);
      listener = null;
      code = undefined;
      at++;
    }
    next();
  });
});
process.on('exit', () => assert.strictEqual(at, cases.length));
