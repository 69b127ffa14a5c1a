'use strict';
const { step, text, call, thrown } = require('../harness.js');
const net = require('node:net');
const tls = require('node:tls');
const { ca, cert, key } = require('./fixtures/keys.js');

const listen = async (options, onConnection) => {
  const server = tls.createServer(options, onConnection);
  server.on('tlsClientError', () => {});
  await call((done) => server.listen(0, '127.0.0.1', done));
  return server;
};
const close = (server) => call((done) => server.close(done));
const content = (socket) => call((done) => {
  let got = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => { got += chunk; });
  socket.on('error', done);
  socket.on('close', () => done(null, got));
});

step('echo', async () => {
  const server = await listen({ cert, key }, (socket) => socket.pipe(socket));
  const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca });
  const answer = content(socket);
  socket.write('one ');
  socket.end(Buffer.from('two'));
  const { value } = await answer;
  await close(server);
  return text(value, socket.authorized, socket.encrypted);
});
step('by port and host', async () => {
  const server = await listen({ cert, key }, (socket) => socket.end('hi'));
  const socket = tls.connect(server.address().port, '127.0.0.1', { ca });
  const { value } = await content(socket);
  await close(server);
  return text(value);
});
step('an unknown authority', async () => {
  const server = await listen({ cert, key }, (socket) => socket.end('secret'));
  const { value } = await call((done) => {
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1' });
    socket.on('secureConnect', () => done(null, 'connected'));
    socket.on('error', (error) => done(null, error.code));
  });
  await close(server);
  return text(value);
});
step('another name', async () => {
  const server = await listen({ cert, key }, (socket) => socket.end('secret'));
  const { value } = await call((done) => {
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca,
      servername: 'example.org' });
    socket.on('secureConnect', () => done(null, 'connected'));
    socket.on('error', (error) => done(null, error.code));
  });
  await close(server);
  return text(value);
});
step('not verified', async () => {
  const server = await listen({ cert, key }, (socket) => socket.end('hi'));
  const socket = tls.connect({ port: server.address().port, host: '127.0.0.1',
    rejectUnauthorized: false });
  const { value } = await content(socket);
  await close(server);
  return text(value, socket.authorized, socket.authorizationError);
});
step('names and protocols', async () => {
  const server = await listen({ cert, key, ALPNProtocols: ['a', 'b'],
    SNICallback: (name, done) => done(null, tls.createSecureContext({ cert, key })) },
  (socket) => socket.end(socket.servername + ' ' + socket.alpnProtocol));
  const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca,
    servername: 'localhost', ALPNProtocols: ['b'] });
  const { value } = await content(socket);
  await close(server);
  return text(value, socket.alpnProtocol);
});
step('certificates', async () => {
  const server = await listen({ cert, key, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
    (socket) => socket.end());
  const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca });
  const { value } = await call((done) => socket.on('secureConnect', () => {
    const peer = socket.getPeerCertificate();
    done(null, [peer.subject.CN, peer.issuer.CN, peer.subjectaltname, socket.getProtocol(),
      socket.getCipher().name]);
  }));
  socket.resume();
  await call((done) => socket.on('close', () => done()));
  await close(server);
  return text(value);
});
step('client certificates', async () => {
  const server = await listen({ cert, key, ca, requestCert: true, rejectUnauthorized: true },
    (socket) => socket.end('' + socket.authorized));
  const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, cert, key });
  const { value } = await content(socket);
  await close(server);
  return text(value);
});
step('over a socket', async () => {
  const server = await listen({ cert, key }, (socket) => socket.end('over'));
  const plain = net.connect(server.address().port, '127.0.0.1');
  await call((done) => plain.on('connect', done));
  const { value } = await content(tls.connect({ socket: plain, ca, servername: 'localhost' }));
  await close(server);
  return text(value);
});
step('identity', () => text(
  tls.checkServerIdentity('a.example.org', { subject: {}, subjectaltname: 'DNS:*.example.org' }),
  tls.checkServerIdentity('b.org', { subject: { CN: 'b.org' } }),
  tls.checkServerIdentity('c.org', { subject: { CN: 'b.org' } })?.code));
step('lists', () => text(tls.getCiphers()[0], tls.rootCertificates.length > 50,
  tls.DEFAULT_MIN_VERSION, tls.DEFAULT_MAX_VERSION));
step('wrong arguments', () => text(thrown(() => tls.createSecureContext({ cert: 5 })),
  thrown(() => tls.createSecureContext({ minVersion: 'x' })),
  thrown(() => tls.connect({ port: 1, checkServerIdentity: 5 })),
  thrown(() => tls.createServer('x'))));
