'use strict';
// A second server on the same port emits 'error', later, and can listen elsewhere then.
const assert = require('assert');
const net = require('net');

let finished = false;
const first = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = first.address();
  const second = net.createServer();
  let later = false;
  second.on('error', (err) => {
    assert.strictEqual(later, true);
    assert.strictEqual(err.code, 'EADDRINUSE');
    assert.strictEqual(err.message,
                       `listen EADDRINUSE: address already in use 127.0.0.1:${port}`);
    second.listen(0, '127.0.0.1', () => {
      assert.notStrictEqual(second.address().port, port);
      second.close();
      first.close();
      finished = true;
    });
  });
  second.listen(port, '127.0.0.1');
  later = true;
  assert.strictEqual(second.listening, false);
});
process.on('exit', () => assert.strictEqual(finished, true));
