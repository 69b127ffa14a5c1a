// A socket, a server, a UDP socket and a unix socket that send() passes work in the child; a socket
// that the child passes back works in the parent.
const assert = require('assert');
const dgram = require('dgram');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', (message, handle) => {
    if (message.what === 'socket') {
      assert(handle instanceof net.Socket);
      handle.end('socket of the child');
    } else if (message.what === 'server') {
      assert(handle instanceof net.Server);
      handle.on('connection', (socket) => {
        socket.end('server of the child');
        handle.close();
      });
      process.send('listening');
    } else if (message.what === 'udp') {
      assert(handle instanceof dgram.Socket);
      handle.send('datagram of the child', message.port, '127.0.0.1', () => handle.close());
    } else if (message.what === 'back') {
      process.send('back', handle);
    } else {
      process.disconnect();
    }
  });
} else {
  const textOf = (socket) => new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (data) => { text += data; })
      .on('end', () => resolve(text));
  });
  const listening = (server, ...where) => new Promise((done) => server.listen(...where, done));

  const passSocket = async (child) => {
    const server = net.createServer((socket) => {
      child.send({ what: 'socket' }, socket);
      server.close();
    });
    await listening(server, 0, '127.0.0.1');
    assert.strictEqual(await textOf(net.connect(server.address().port)), 'socket of the child');
  };

  const passServer = async (child) => {
    const server = net.createServer(() => assert.fail('the parent has closed it'));
    await listening(server, 0, '127.0.0.1');
    const { port } = server.address();
    child.send({ what: 'server' }, server);
    await new Promise((resolve) => child.once('message', resolve));
    server.close();
    assert.strictEqual(await textOf(net.connect(port)), 'server of the child');
  };

  const passDatagrams = async (child) => {
    const receiver = dgram.createSocket('udp4');
    const passed = dgram.createSocket('udp4');
    await new Promise((resolve) => receiver.bind(0, '127.0.0.1', resolve));
    await new Promise((resolve) => passed.bind(0, '127.0.0.1', resolve));
    const { port } = passed.address();
    child.send({ what: 'udp', port: receiver.address().port }, passed);
    const [message, sender] = await new Promise((resolve) => {
      receiver.on('message', (...args) => resolve(args));
    });
    assert.strictEqual(`${message}`, 'datagram of the child');
    assert.strictEqual(sender.port, port);
    receiver.close();
    passed.close();
  };

  const passThereAndBack = async (child) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'handles-'));
    const server = net.createServer((socket) => child.send({ what: 'back' }, socket));
    await listening(server, path.join(folder, 'socket'));
    child.once('message', (message, socket) => {
      assert.strictEqual(message, 'back');
      socket.end('back again');
    });
    assert.strictEqual(await textOf(net.connect(path.join(folder, 'socket'))), 'back again');
    server.close();
    fs.rmSync(folder, { recursive: true });
  };

  const run = async (serialization) => {
    const child = fork(__filename, ['child'], { serialization });
    const exited = new Promise((resolve) => child.on('exit', resolve));
    await passSocket(child);
    await passServer(child);
    await passDatagrams(child);
    await passThereAndBack(child);
    child.send({ what: 'end' });
    assert.strictEqual(await exited, 0);
  };
  run('json').then(() => run('advanced'));
}
