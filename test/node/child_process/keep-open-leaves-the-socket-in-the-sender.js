// With keepOpen both processes can write to a socket; without it the sender has given it up.
const assert = require('assert');
const net = require('net');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', (message, socket) => {
    socket.write(`child ${message};`, () => {
      process.send(message);
      socket.destroy();
    });
  });
} else {
  const child = fork(__filename, ['child']);
  const server = net.createServer((socket) => {
    child.on('message', (message) => {
      if (message === 'alone') {
        child.disconnect();
        return;
      }
      socket.write('parent;');
      child.send('alone', socket);
      assert.strictEqual(socket.write('nothing'), false);
      socket.on('error', (error) => assert.strictEqual(error.code, 'ERR_SOCKET_CLOSED'));
      server.close();
    });
    child.send('first', socket, { keepOpen: true });
  });
  server.listen(0, '127.0.0.1', () => {
    let text = '';
    net.connect(server.address().port).setEncoding('utf8').on('data', (data) => { text += data; })
      .on('end', () => assert.strictEqual(text, 'child first;parent;child alone;'));
  });
}
