// While a handle is not acknowledged, messages wait: they arrive in order, send() says when to
// stop, and disconnect() waits for all of them.
const assert = require('assert');
const net = require('net');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  const got = [];
  process.on('message', (message, handle) => {
    got.push(message + (handle === undefined ? '' : ' with a handle'));
    handle?.close();
  });
  process.on('disconnect', () => {
    assert.deepStrictEqual(got, [
      '1 with a handle', '2', '3 with a handle', '4', 'of a closed server']);
  });
} else {
  const child = fork(__filename, ['child']);
  child.on('exit', (code) => assert.strictEqual(code, 0));
  const server = net.createServer();
  server.listen(0, () => {
    const closed = net.createServer();
    const answers = [
      child.send('1', server), child.send('2'), child.send('3', server), child.send('4'),
      child.send('of a closed server', closed),
    ];
    assert.deepStrictEqual(answers, [true, true, false, false, false]);
    child.disconnect();
    child.on('disconnect', () => server.close());
  });
}
