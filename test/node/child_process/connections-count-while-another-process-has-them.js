// server.getConnections() counts sockets that children have, and server.close() waits for them.
const assert = require('assert');
const net = require('net');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  const sockets = [];
  process.on('message', (message, socket) => {
    if (socket) {
      socket.resume();
      sockets.push(socket);
      process.send('opened');
    } else {
      // The parent may have left by then.
      sockets.pop().on('close', () => process.send('closed', () => {})).destroy();
    }
  });
} else {
  const child = fork(__filename, ['child']);
  const events = [];
  const server = net.createServer((socket) => child.send('', socket));
  const count = () => new Promise((resolve, reject) => {
    server.getConnections((err, n) => (err ? reject(err) : resolve(n)));
  });
  const message = () => new Promise((resolve) => child.once('message', resolve));
  server.listen(0, '127.0.0.1', async () => {
    const { port } = server.address();
    net.connect(port).resume();
    await message();
    net.connect(port).resume();
    await message();
    net.connect(port).resume();
    await message();
    assert.strictEqual(await count(), 3);
    child.send('close one');
    await message();
    assert.strictEqual(await count(), 2);
    server.close(() => {
      events.push('server closed');
      assert.deepStrictEqual(events, ['two are open', 'one is closed', 'server closed']);
      child.disconnect();
    });
    events.push('two are open');
    child.send('close one');
    await message();
    events.push('one is closed');
    child.send('close one');
  });
}
