'use strict';
// fork() gives both sides send() and 'message'; after disconnect() the child may end.
const assert = require('assert');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', (message) => {
    process.send({ echo: message });
    if (message === 'end')
      process.disconnect();
  });
} else {
  const child = fork(__filename, ['child']);
  const got = [];
  child.on('message', (message) => got.push(message));
  child.send({ list: [1, 'two', null] });
  child.send('end');
  assert.throws(() => child.send(undefined), { code: 'ERR_MISSING_ARGS' });
  child.on('exit', (code) => {
    assert.strictEqual(code, 0);
    assert.deepStrictEqual(got, [{ echo: { list: [1, 'two', null] } }, { echo: 'end' }]);
    assert.strictEqual(child.connected, false);
  });
}
