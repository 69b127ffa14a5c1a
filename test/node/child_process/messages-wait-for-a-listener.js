// Messages that arrive before there is a listener for 'message' are emitted when there is one.
const assert = require('assert');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('disconnect', () => {});
  process.send('first');
  process.send('second', () => setImmediate(() => {
    process.stdout.write('sent');
    process.on('message', (message) => {
      assert.strictEqual(message, 'early');
      process.send('third');
    });
  }));
} else {
  const child = fork(__filename, ['child'], { silent: true });
  const got = [];
  child.send('early');
  child.stdout.once('data', () => setImmediate(() => {
    child.on('message', (message) => {
      got.push(message);
      if (message === 'third')
        child.disconnect();
    });
  }));
  child.on('exit', (code) => {
    assert.strictEqual(code, 0);
    assert.deepStrictEqual(got, ['first', 'second', 'third']);
  });
}
