'use strict';
// `_handle._parentWrap` of a TLSSocket over a stream: packages take the class from there and put
// streams into it, which then carry TLS.
const assert = require('assert');
const net = require('net');
const { PassThrough } = require('stream');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const JSStreamSocket = new tls.TLSSocket(new PassThrough())._handle._parentWrap.constructor;
const { cert, key } = issue('example.test');
let text = '';
const server = tls.createServer({ cert, key }, (socket) => {
  socket.on('data', (chunk) => socket.end(`${chunk}!`));
});
server.listen(0, () => {
  const stream = net.connect(server.address().port);
  const wrapped = new JSStreamSocket(stream);
  assert.strictEqual(wrapped.stream, stream);
  const client = tls.connect({ socket: wrapped, ca: ca.cert, servername: 'example.test' });
  client.on('data', (chunk) => { text += chunk; });
  client.on('end', () => server.close());
  client.write('hello');
});
process.on('exit', () => assert.strictEqual(text, 'hello!'));
