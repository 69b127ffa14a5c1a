// flags: --experimental-eventsource --no-warnings
'use strict';
const { step, text, call } = require('../harness.js');
const http = require('node:http');

const { EventSource } = globalThis;
const listen = async (handler) => {
  const server = http.createServer(handler);
  await call((done) => server.listen(0, '127.0.0.1', done));
  return { __proto__: null, server, url: 'http://127.0.0.1:' + server.address().port + '/' };
};
const close = (server) => call((done) => {
  server.close(done);
  server.closeAllConnections();
});
const next = (source, type) => call((done) =>
  source.addEventListener(type, (event) => done(null, event)));

step('messages', async () => {
  const { server, url } = await listen((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('id: 7\ndata: one\ndata: two\n\nevent: named\ndata: three\n\n');
  });
  const source = new EventSource(url);
  const named = next(source, 'named');
  const { value: first } = await next(source, 'message');
  const { value: second } = await named;
  const state = source.readyState;
  source.close();
  await close(server);
  return text(first.data, first.lastEventId, second.data, state, source.readyState,
    source.url === url, source.withCredentials);
});
step('reconnects', async () => {
  let asked = '';
  const { server, url } = await listen((request, response) => {
    asked += request.headers['last-event-id'] + ' ';
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end('retry: 1\nid: 9\ndata: again\n\n');
  });
  const source = new EventSource(url);
  let count = 0;
  await call((done) => {
    source.onmessage = () => { if (++count === 2) done(null); };
  });
  source.close();
  await close(server);
  return text(asked);
});
step('no stream', async () => {
  const { server, url } = await listen((request, response) => response.end('text'));
  const source = new EventSource(url);
  const { value } = await next(source, 'error');
  await close(server);
  return text(value.type, source.readyState);
});
step('wrong arguments', () => {
  const name = (run) => {
    try { run(); } catch (error) { return error.name; }
    return 'nothing';
  };
  return text(name(() => new EventSource()), name(() => new EventSource('nothing')));
});
