'use strict';
const { step, text, call } = require('../harness.js');
const http = require('node:http');
const zlib = require('node:zlib');

const { fetch, Headers, Request, Response, FormData, File } = globalThis;
const listen = async (handler) => {
  const server = http.createServer(handler);
  await call((done) => server.listen(0, '127.0.0.1', done));
  return { __proto__: null, server, url: 'http://127.0.0.1:' + server.address().port };
};
const close = (server) => call((done) => {
  server.close(done);
  server.closeAllConnections();
});
const echo = (request, response) => {
  let content = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => { content += chunk; });
  request.on('end', () => response.end(request.method + ' ' + request.url + ' ' +
    request.headers['x-mine'] + ' ' + request.headers['content-type'] + ' ' + content));
};
const failed = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return text(error.name, error.cause?.code);
  }
  return 'no failure';
};

step('get', async () => {
  const { server, url } = await listen((request, response) => {
    response.writeHead(201, 'Made', { 'X-Mine': 'yes', 'Set-Cookie': ['a=1', 'b=2'] });
    response.end('hello ' + request.url + ' ' + request.headers.accept);
  });
  const response = await fetch(url + '/path?a=1');
  const content = await response.text();
  await close(server);
  return text(response.status, response.statusText, response.ok, response.headers.get('x-mine'),
    response.headers.getSetCookie(), content);
});
step('post', async () => {
  const { server, url } = await listen(echo);
  const response = await fetch(url + '/', { __proto__: null, method: 'POST', body: 'content',
    headers: { __proto__: null, 'X-Mine': 'a' } });
  const content = await response.text();
  await close(server);
  return content;
});
step('json', async () => {
  const { server, url } = await listen((request, response) => response.end('{"a":[1,2]}'));
  const value = await (await fetch(url)).json();
  await close(server);
  return text(value.a);
});
step('encoded', async () => {
  const { server, url } = await listen((request, response) => {
    response.setHeader('Content-Encoding', 'gzip');
    response.end(zlib.gzipSync('squeezed'));
  });
  const content = await (await fetch(url)).text();
  await close(server);
  return content;
});
step('redirect', async () => {
  const { server, url } = await listen((request, response) => {
    if (request.url === '/to')
      return response.end('there ' + request.headers.authorization);
    response.writeHead(302, { Location: '/to' });
    response.end();
  });
  const response = await fetch(url, { __proto__: null,
    headers: { __proto__: null, Authorization: 'me' } });
  const content = await response.text();
  await close(server);
  return text(content, response.redirected);
});
step('credentials stay at their origin', async () => {
  const other = await listen((request, response) =>
    response.end('got ' + request.headers.authorization + ' ' + request.headers.cookie));
  const { server, url } = await listen((request, response) => {
    response.writeHead(302, { Location: other.url });
    response.end();
  });
  const content = await (await fetch(url, { __proto__: null,
    headers: { __proto__: null, Authorization: 'me', Cookie: 'a' } })).text();
  await close(server);
  await close(other.server);
  return content;
});
step('body as a stream', async () => {
  const { server, url } = await listen((request, response) => response.end('streamed'));
  const reader = (await fetch(url)).body.getReader();
  let length = 0;
  for (;;) {
    const part = await reader.read();
    if (part.done) break;
    length += part.value.length;
  }
  await close(server);
  return text(length);
});
step('abort', async () => {
  const { server, url } = await listen(() => controller.abort());
  const controller = new AbortController();
  const result = await failed(fetch(url, { __proto__: null, signal: controller.signal }));
  await close(server);
  return result;
});
step('headers', () => {
  const headers = new Headers([['B', '2'], ['a', '1']]);
  headers.append('a', '3');
  headers.set('c', '4');
  headers.delete('B');
  const names = [];
  headers.forEach((value, name) => { names[names.length] = name + '=' + value; });
  return text(names, headers.has('C'), headers.get('x'));
});
step('request and response', async () => {
  const request = new Request('http://a.test/x', { method: 'put', body: 'abc' });
  const copy = request.clone();
  const response = Response.json({ a: 1 }, { status: 202 });
  return text(request.method, request.url, await request.text(), await copy.text(),
    response.status, response.headers.get('content-type'), await response.text());
});
step('forms', async () => {
  const form = new FormData();
  form.append('a', '1');
  form.append('f', new File(['bytes'], 'name.txt', { type: 'text/plain' }));
  const response = new Response(form);
  const read = await response.formData();
  return text(read.get('a'), read.get('f').name, await read.get('f').text());
});
step('wrong arguments', async () => text(await failed(fetch('http://a.test/',
  { __proto__: null, method: 'a b' })), await failed(fetch('nothing')),
await failed(fetch('http://a.test/', { __proto__: null,
  headers: { __proto__: null, a: 'b\nc' } }))));
step('local', async () => text(await (await fetch('data:text/plain,local')).text()));
