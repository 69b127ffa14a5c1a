'use strict';
// A connection that is closed without close_notify in the middle of a body: the client sees that
// the body is cut off, by its length and by its chunks.
const assert = require('assert');
const https = require('https');
const tls = require('tls');
const { ca, issue } = require('../tls/fixtures/keys');

const { cert, key } = issue('example.test');
const heads = ['Content-Length: 10', 'Transfer-Encoding: chunked'];
const parts = ['12345', '5\r\n12345\r\n'];
let done = 0;
function run(i) {
  const server = tls.createServer({ cert, key }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      // The socket below ends: there is no alert.
      socket.write(`HTTP/1.1 200 OK\r\n${heads[i]}\r\n\r\n${parts[i]}`, () => socket._parent.end());
    });
  });
  server.listen(0, () => {
    https.get({ port: server.address().port, ca: ca.cert, servername: 'example.test' }, (res) => {
      let text = '';
      res.on('data', (chunk) => { text += chunk; });
      res.on('end', assert.fail);
      res.on('error', (err) => {
        assert.strictEqual(err.code, 'ECONNRESET');
        assert.strictEqual(text, '12345');
        assert.strictEqual(res.complete, false);
        done++;
        server.close(() => i === 0 && run(1));
      });
    });
  });
}
run(0);
process.on('exit', () => assert.strictEqual(done, 2));
