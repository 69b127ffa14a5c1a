// With the channel as descriptor 0, process.stdin is a stream, and messages are not read by it.
const assert = require('assert');
const { spawn } = require('child_process');

if (process.argv[2] === 'child') {
  assert.strictEqual(process.stdin.fd, 0);
  process.on('message', (message) => {
    process.send({ message });
    process.disconnect();
  });
} else {
  const child = spawn(process.execPath, [__filename, 'child'],
                      { stdio: ['ipc', 'inherit', 'inherit'] });
  child.on('message', (message) => {
    assert.deepStrictEqual(message, { message: 'hello' });
  });
  child.on('exit', (code) => assert.strictEqual(code, 0));
  child.send('hello');
}
