'use strict';
const { step, text, call } = require('../harness.js');
const https = require('node:https');
const { ca, cert, key } = require('./fixtures/keys.js');

const listen = async (handler) => {
  const server = https.createServer({ cert, key }, handler);
  server.on('tlsClientError', () => {});
  await call((done) => server.listen(0, '127.0.0.1', done));
  return { __proto__: null, server, port: server.address().port };
};
const body = (stream) => call((done) => {
  let content = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => { content += chunk; });
  stream.on('end', () => done(null, content));
});
const close = (server) => call((done) => {
  server.close(done);
  server.closeAllConnections();
});

step('get', async () => {
  const { server, port } = await listen((request, response) => {
    response.setHeader('X-Mine', 'yes');
    response.end('hello ' + request.url + ' ' + request.method);
  });
  const { value } = await call((done) => https.get(
    'https://127.0.0.1:' + port + '/path?a=1', { ca, agent: false },
    (response) => done(null, response)).on('error', done));
  const content = (await body(value)).value;
  await close(server);
  return text(value.statusCode, value.headers['x-mine'], content);
});
step('post by an agent', async () => {
  const { server, port } = await listen((request, response) => request.pipe(response));
  const agent = new https.Agent({ keepAlive: true, ca });
  const send = async (content) => {
    const { value } = await call((done) => {
      const request = https.request({ host: '127.0.0.1', port, method: 'POST', agent },
        (response) => done(null, response));
      request.on('error', done);
      request.end(content);
    });
    return (await body(value)).value;
  };
  const first = await send('one');
  const second = await send(Buffer.from('two'));
  agent.destroy();
  await close(server);
  return text(first, second);
});
step('an unknown authority', async () => {
  const { server, port } = await listen((request, response) => response.end('secret'));
  const { value } = await call((done) => https.get({ host: '127.0.0.1', port, agent: false },
    () => done(null, 'answered')).on('error', (error) => done(null, error.code)));
  await close(server);
  return text(value);
});
step('another name', async () => {
  const { server, port } = await listen((request, response) => response.end('secret'));
  const { value } = await call((done) => https.get({ host: '127.0.0.1', port, agent: false, ca,
    servername: 'example.org' },
  () => done(null, 'answered')).on('error', (error) => done(null, error.code)));
  await close(server);
  return text(value);
});
step('names of sockets', () => text(new https.Agent().getName({ host: 'a', port: 1, ca: 'b',
  servername: 'c' })));
