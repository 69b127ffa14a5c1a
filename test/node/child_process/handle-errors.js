// What cannot be passed throws, a closed channel calls back with an error, and a socket that was on
// its way when the child died is closed.
const assert = require('assert');
const net = require('net');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', () => process.kill(process.pid, 'SIGKILL'));
} else {
  const child = fork(__filename, ['child']);
  const notPassed = { code: 'ERR_INVALID_HANDLE_TYPE', name: 'TypeError' };
  assert.throws(() => child.send('x', {}), notPassed);
  assert.throws(() => child.send('x', 'text'), notPassed);
  assert.throws(() => child.send('x', process), notPassed);
  assert.throws(() => child.send('x', undefined, 1), { code: 'ERR_INVALID_ARG_TYPE' });

  const results = [];
  const server = net.createServer((socket) => {
    child.send('die', socket, (error) => results.push(error));
    child.send('queued', undefined, {}, (error) => results.push(error?.code));
  });
  child.on('exit', () => {
    server.close();
    child.send('late', (error) => {
      results.push(error.code);
      assert.strictEqual(results[0], null);
      assert.strictEqual(results[results.length - 1], 'ERR_IPC_CHANNEL_CLOSED');
      assert.strictEqual(results.length, 3);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port);
    client.on('error', () => {});
    client.on('close', () => {});
  });
}
