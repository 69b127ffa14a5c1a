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
  // The end of the child and that of its channel come by ways of their own: either may be first.
  let left = 2;
  const over = () => {
    if (--left > 0)
      return;
    assert.deepStrictEqual(got, [{ echo: { list: [1, 'two', null] } }, { echo: 'end' }]);
    assert.strictEqual(child.connected, false);
  };
  child.on('disconnect', over);
  child.on('exit', (code) => {
    assert.strictEqual(code, 0);
    over();
  });
  process.on('exit', () => assert.strictEqual(left, 0));
}
