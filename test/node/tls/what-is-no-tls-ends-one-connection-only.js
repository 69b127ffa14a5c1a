'use strict';
// Bytes that are no TLS, versions nobody speaks, records that are too long, an end in the middle:
// 'tlsClientError' with OpenSSL's code, and the server serves the next client.
// differs from Node: OpenSSL 3.5 has another code for long records
const assert = require('assert');
const net = require('net');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const cases = [
  ['a request of HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 'ERR_SSL_HTTP_REQUEST'],
  ['noise', Buffer.alloc(64, 0xa5), 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ['a wrong version', Buffer.from([22, 9, 9, 0, 4, 1, 0, 0, 0]), 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ['a record that is too long',
   Buffer.concat([Buffer.from([22, 3, 1, 0x7f, 0xff]), Buffer.alloc(40)]),
   'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
  ['half of a record', Buffer.from([22, 3, 1, 2, 0, 1, 0]), 'ECONNRESET'],
  ['nothing', Buffer.alloc(0), 'ECONNRESET'],
];

const server = tls.createServer({ cert, key }, (socket) => socket.end('served'));
let served = 0, left = cases.length;
const errors = [];
server.on('tlsClientError', (err) => errors.push(err.code));

function serve(done) {
  const client = tls.connect({ port: server.address().port, ca: ca.cert,
                               servername: 'example.test' });
  let text = '';
  client.setEncoding('latin1');
  client.on('data', (chunk) => { text += chunk; });
  client.on('close', () => {
    assert.strictEqual(text, 'served');
    served++;
    done();
  });
}

function next() {
  if (left === 0) {
    assert.deepStrictEqual(errors, cases.map((one) => one[2]));
    server.close();
    return;
  }
  const { 1: bytes, 2: code } = cases[cases.length - left--];
  const socket = net.connect(server.address().port, () => {
    if (code === 'ECONNRESET')
      socket.end(bytes);
    else
      socket.write(bytes);
  });
  socket.on('error', () => {});
  socket.resume();
  socket.on('close', () => serve(next));
}
server.listen(0, next);
process.on('exit', () => assert.strictEqual(served, cases.length));
