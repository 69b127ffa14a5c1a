// Extended CONNECT: with enableConnectProtocol a stream carries bytes both ways.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const server = http2.createServer({ settings: { enableConnectProtocol: true } });
server.on('stream', (stream, headers) => {
  assert.strictEqual(headers[':method'], 'CONNECT');
  assert.strictEqual(headers[':protocol'], 'websocket');
  stream.respond({ ':status': 200 });
  stream.on('data', (chunk) => stream.write(`echo ${chunk}`));
  stream.on('end', () => stream.end());
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('remoteSettings', (settings) => {
    assert.strictEqual(settings.enableConnectProtocol, true);
    const req = client.request({ ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/' });
    req.on('response', () => req.write('one'));
    req.setEncoding('utf8');
    req.once('data', (text) => {
      assert.strictEqual(text, 'echo one');
      req.end();
    });
    req.on('close', () => {
      client.close();
      server.close();
    });
  });
});
