'use strict';
const { step, text, call, thrown, temporary } = require('../harness.js');
const net = require('node:net');

const listen = async (onConnection, ...where) => {
  const server = net.createServer(onConnection);
  const listening = call((done) => server.on('listening', done));
  if (where.length) server.listen(where[0]);
  else server.listen(0, '127.0.0.1');
  await listening;
  return server;
};
const content = (socket) => call((done) => {
  let got = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => { got += chunk; });
  socket.on('close', () => done(null, got));
});
step('echo', async () => {
  const two = Buffer.from('two ');
  const server = await listen((socket) => socket.pipe(socket));
  const socket = net.connect(server.address().port, '127.0.0.1');
  const answer = content(socket);
  socket.write('one ');
  socket.write(two);
  socket.end('three');
  const { value } = await answer;
  await call((done) => server.close(done));
  return text(value, socket.bytesRead, socket.bytesWritten);
});
step('by options', async () => {
  const server = await listen((socket) => socket.end('hi'));
  const { port, family, address } = server.address();
  const socket = net.createConnection({ __proto__: null, port, host: '127.0.0.1', noDelay: true });
  const { value } = await content(socket);
  await call((done) => server.close(done));
  return text(value, family, address, server.listening);
});
step('by name', async () => {
  const server = await listen((socket) => socket.end('hi'));
  const socket = net.connect({ port: server.address().port, host: 'localhost', family: 4 });
  const { value } = await content(socket);
  await call((done) => server.close(done));
  return text(value);
});
step('pipes', async () => {
  const server = await listen((socket) => socket.end('hi'), temporary + '/s');
  const right = server.address() === temporary + '/s';
  const { value } = await content(net.connect(temporary + '/s'));
  await call((done) => server.close(done));
  return text(value, right);
});
step('properties', async () => {
  const server = await listen((socket) => socket.end());
  const socket = net.connect(server.address().port, '127.0.0.1');
  await call((done) => socket.on('connect', done));
  const result = text(socket.remoteAddress, socket.remoteFamily, socket.localAddress,
    socket.remotePort === server.address().port, socket.readyState, socket.connecting);
  socket.setNoDelay(true).setKeepAlive(true, 1000).setTimeout(0);
  socket.resume();
  await call((done) => socket.on('close', () => done()));
  await call((done) => server.close(done));
  return result;
});
step('errors', async () => {
  const server = await listen();
  const { port } = server.address();
  const second = net.createServer();
  const busy = await call((done) => second.on('error', (error) => done(null, error.code))
    .listen(port, '127.0.0.1'));
  await call((done) => server.close(done));
  const refused = await call((done) => net.connect(port, '127.0.0.1').on('error',
    (error) => done(null, error.code)));
  return text(busy.value, refused.value);
});
step('time out', async () => {
  const server = await listen();
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.setTimeout(10);
  await call((done) => socket.on('timeout', done));
  socket.destroy();
  await call((done) => socket.on('close', () => done()));
  await call((done) => server.close(done));
  return text(socket.destroyed);
});
step('half open', async () => {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.resume();
    socket.on('end', () => socket.end('late'));
  });
  await call((done) => server.listen({ port: 0, host: '127.0.0.1' }, done));
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.end();
  const { value } = await content(socket);
  await call((done) => server.close(done));
  return text(value);
});
step('connections', async () => {
  const server = await listen();
  const socket = net.connect(server.address().port, '127.0.0.1');
  await call((done) => server.on('connection', () => done()));
  const { value } = await call((done) => server.getConnections(done));
  socket.destroy();
  await call((done) => server.close(done));
  return text(value);
});
step('large writes', async () => {
  const large = Buffer.alloc(1 << 20);
  const server = await listen((socket) => {
    let size = 0;
    socket.on('data', (chunk) => { size += chunk.length; });
    socket.on('end', () => socket.end('' + size));
  });
  const socket = net.connect(server.address().port, '127.0.0.1');
  const answer = content(socket);
  const room = socket.write(large);
  socket.end();
  const { value } = await answer;
  await call((done) => server.close(done));
  return text(value, room);
});
step('addresses', () => {
  const list = new net.BlockList();
  list.addAddress('1.2.3.4');
  list.addRange('2.0.0.1', '2.0.0.9');
  list.addSubnet('3.0.0.0', 8);
  const address = new net.SocketAddress({ address: '1.2.3.4', port: 5 });
  return text(net.isIP('1.2.3.4'), net.isIP('::1'), net.isIP('x'), net.isIPv4('1.2.3.4'),
    net.isIPv6('1'),
    list.check('1.2.3.4'), list.check('2.0.0.5'), list.check('3.4.5.6'), list.check('9.9.9.9'),
    address.address, address.port, address.family);
});
step('wrong arguments', () => text(thrown(() => net.connect({ port: 'x' })),
  thrown(() => net.connect()),
  thrown(() => net.createServer().listen(-1)), thrown(() => net.createServer(5)),
  thrown(() => new net.Socket({ fd: -1 }))));
