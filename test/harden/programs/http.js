'use strict';
const { step, text, call, thrown } = require('../harness.js');
const http = require('node:http');

const listen = async (handler) => {
  const server = http.createServer(handler);
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
  const { value } = await call((done) => http.get('http://127.0.0.1:' + port + '/path?a=1',
    (response) => done(null, response)));
  const content = (await body(value)).value;
  await close(server);
  return text(value.statusCode, value.statusMessage, value.headers['x-mine'], content);
});
step('get by options', async () => {
  const { server, port } = await listen((request, response) => {
    response.writeHead(201, 'Made', { 'Content-Type': 'text/plain', 'X-List': ['a', 'b'] });
    response.end(request.headers.host === '127.0.0.1:' + port ? 'right' : 'wrong');
  });
  const options = { __proto__: null, host: '127.0.0.1', port, path: '/', agent: false };
  const { value } = await call((done) => http.get(options, (response) => done(null, response)));
  const content = (await body(value)).value;
  await close(server);
  return text(value.statusCode, value.statusMessage, value.headers['x-list'], content,
    value.headers['content-type']);
});
step('post', async () => {
  const { server, port } = await listen(async (request, response) => {
    const { value } = await body(request);
    response.write('got ');
    response.end(value + ' ' + request.headers['x-sent']);
  });
  const { value } = await call((done) => {
    const request = http.request({ host: '127.0.0.1', port, method: 'POST', path: '/p',
      headers: { 'X-Sent': '1' } }, (response) => done(null, response));
    request.write('one ');
    request.end('two');
  });
  const content = (await body(value)).value;
  await close(server);
  return text(value.statusCode, content, value.headers['transfer-encoding']);
});
step('keep-alive agent', async () => {
  let connections = 0;
  const { server, port } = await listen((request, response) => response.end('x'));
  server.on('connection', () => { connections++; });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < 3; i++) {
    const { value } = await call((done) => http.get({ host: '127.0.0.1', port, agent },
      (response) => done(null, response)));
    await body(value);
    await call((done) => setImmediate(done));
  }
  agent.destroy();
  await close(server);
  return text(connections);
});
step('headers of a request', async () => {
  const { server, port } = await listen((request, response) => {
    const names = request.rawHeaders;
    let list = '';
    for (let i = 0; i < names.length; i += 2) list += names[i] + ' ';
    response.end(list);
  });
  const { value } = await call((done) => {
    const request = http.request({ host: '127.0.0.1', port }, (response) => done(null, response));
    request.setHeader('X-One', '1');
    request.setHeader('X-Two', ['2', '3']);
    request.setHeader('X-Gone', '1');
    request.removeHeader('X-Gone');
    request.appendHeader('X-Three', 'c');
    request.end();
  });
  const content = (await body(value)).value;
  await close(server);
  return text(content);
});
step('response headers', async () => {
  let seen = '';
  const { server, port } = await listen((request, response) => {
    response.setHeader('A', '1');
    const more = new Map();
    more.set('B', '2');
    response.setHeaders(more);
    seen = text(response.getHeader('a'), response.hasHeader('b'), response.getHeaderNames(),
      response.headersSent);
    response.flushHeaders();
    response.addTrailers({ 'X-Trail': 't' });
    response.end('body');
  });
  const { value } = await call((done) => http.get({ host: '127.0.0.1', port },
    (response) => done(null, response)));
  await body(value);
  await close(server);
  return text(seen, value.headers.a, value.headers.b);
});
step('expect and upgrade', async () => {
  const { server, port } = await listen();
  server.on('upgrade', (request, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: mine\r\n' +
      'Connection: Upgrade\r\n\r\nraw');
  });
  const { value, other } = await call((done) => http.get({ host: '127.0.0.1', port,
    headers: { Connection: 'Upgrade', Upgrade: 'mine' } }).on('upgrade',
    (response, socket, head) => { socket.destroy(); done(null, response.statusCode, head); }));
  await close(server);
  return text(value, typeof other.toString());
});
step('continue', async () => {
  const { server, port } = await listen(async (request, response) => {
    response.end((await body(request)).value);
  });
  const { value } = await call((done) => {
    const request = http.request({ host: '127.0.0.1', port, method: 'PUT',
      headers: { Expect: '100-continue', 'Content-Length': 4 } },
        (response) => done(null, response));
    request.on('continue', () => request.end('body'));
  });
  const content = (await body(value)).value;
  await close(server);
  return text(content);
});
step('refused', async () => {
  const { server, port } = await listen();
  await close(server);
  const { value } = await call((done) => http.get({ host: '127.0.0.1', port }).on('error',
    (error) => done(null, error.code)));
  return text(value);
});
step('bad request', async () => {
  const { server, port } = await listen();
  let answer = '';
  const socket = require('node:net').connect(port, '127.0.0.1');
  socket.on('data', (chunk) => { answer += chunk.toString(); });
  socket.write('bogus\r\n\r\n');
  await call((done) => socket.on('close', () => done()));
  await close(server);
  return text(answer);
});
step('client error', async () => {
  const { server, port } = await listen();
  const heard = call((done) => server.on('clientError', (error, socket) => {
    socket.destroy();
    done(null, error.code);
  }));
  const socket = require('node:net').connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nbad header\r\n\r\n');
  const { value } = await heard;
  await close(server);
  return text(value);
});
step('destroyed by the server', async () => {
  const { server, port } = await listen((request) => request.socket.destroy());
  const { value } = await call((done) => http.get({ host: '127.0.0.1', port }).on('error',
    (error) => done(null, error.code)));
  await close(server);
  return text(value);
});
step('time out', async () => {
  const { server, port } = await listen(() => {});
  const { value } = await call((done) => {
    const request = http.get({ host: '127.0.0.1', port, timeout: 20 });
    request.on('timeout', () => request.destroy());
    request.on('error', (error) => done(null, error.code));
  });
  await close(server);
  return text(value);
});
step('wrong arguments', () => text(thrown(() => http.get('bogus')),
  thrown(() => http.request({ path: 'a b' })), thrown(() => http.request({ method: 'a b' })),
  thrown(() => http.validateHeaderName('a b')), thrown(() => http.validateHeaderValue('a', 'b\n')),
  thrown(() => http.request({ host: 5 }))));
step('tables', () => text(http.METHODS.length > 20, http.STATUS_CODES[404], http.maxHeaderSize));
