'use strict';
// A refused connection and a missing unix socket give Node's code, syscall, address and message.
const assert = require('assert');
const net = require('net');

let errors = 0;
const server = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  server.close(() => {
    net.connect(port, '127.0.0.1').on('error', (err) => {
      assert.strictEqual(err.message, `connect ECONNREFUSED 127.0.0.1:${port}`);
      assert.strictEqual(err.code, 'ECONNREFUSED');
      assert.strictEqual(err.syscall, 'connect');
      assert.strictEqual(err.address, '127.0.0.1');
      assert.strictEqual(err.port, port);
      errors++;
    }).on('close', (hadError) => assert.strictEqual(hadError, true));
  });
});
net.connect('/nonexistent/socket').on('error', (err) => {
  assert.strictEqual(err.message, 'connect ENOENT /nonexistent/socket');
  assert.strictEqual(err.address, '/nonexistent/socket');
  assert.strictEqual(err.port, undefined);
  errors++;
});
assert.throws(() => net.connect({ port: 70000 }), { code: 'ERR_SOCKET_BAD_PORT' });
assert.throws(() => net.connect(), { code: 'ERR_MISSING_ARGS' });
process.on('exit', () => assert.strictEqual(errors, 2));
