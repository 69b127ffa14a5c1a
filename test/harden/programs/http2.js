'use strict';
const { step, text, call, thrown } = require('../harness.js');
const http2 = require('node:http2');

const listen = async (handler) => {
  const server = http2.createServer();
  server.on('stream', handler);
  await call((done) => server.listen(0, '127.0.0.1', done));
  return { __proto__: null, server, client: http2.connect('http://127.0.0.1:' +
                                                         server.address().port) };
};
const body = (stream) => call((done) => {
  let content = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => { content += chunk; });
  stream.on('end', () => done(null, content));
});
const close = async ({ server, client }) => {
  await call((done) => client.close(done));
  await call((done) => server.close(done));
};

step('get', async () => {
  const both = await listen((stream, headers) => {
    stream.respond({ ':status': 201, 'x-mine': 'yes', 'set-cookie': ['a', 'b'] });
    stream.write('hello ');
    stream.end(headers[':path'] + ' ' + headers['x-list']);
  });
  const request = both.client.request({ ':path': '/path', 'x-list': ['1', '2'] });
  let head;
  request.on('response', (headers) => { head = headers; });
  const content = (await body(request)).value;
  await close(both);
  return text(head[':status'], head['x-mine'], head['set-cookie'].length, content);
});
step('post with trailers', async () => {
  const both = await listen((stream) => {
    stream.respond({ __proto__: null }, { __proto__: null, waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-last': 'end' }));
    stream.pipe(stream);
  });
  const request = both.client.request({ ':method': 'POST' });
  let last;
  request.on('trailers', (headers) => { last = headers['x-last']; });
  request.write('one ');
  request.write('7477', 'hex');
  request.end(Buffer.from('o'));
  const content = (await body(request)).value;
  await close(both);
  return text(content, last);
});
step('requests and responses', async () => {
  const server = http2.createServer((request, response) => {
    response.setHeader('X-Name', request.headers['x-name']);
    response.writeHead(200, { 'X-More': 'more' });
    response.end(request.method + request.url + request.httpVersion);
  });
  await call((done) => server.listen(0, '127.0.0.1', done));
  const client = http2.connect('http://127.0.0.1:' + server.address().port);
  const request = client.request({ ':path': '/a?b', 'x-name': 'n' });
  let head;
  request.on('response', (headers) => { head = headers; });
  const content = (await body(request)).value;
  await close({ __proto__: null, server, client });
  return text(head['x-name'], head['x-more'], content);
});
step('push', async () => {
  const both = await listen((stream) => {
    stream.pushStream({ ':path': '/pushed' }, (err, pushed) => {
      pushed.respond();
      pushed.end('pushed');
      stream.respond();
      stream.end('main');
    });
  });
  const pushed = call((done) => both.client.on('stream', (stream, headers) =>
    body(stream).then(({ value }) => done(null, headers[':path'] + value))));
  const content = (await body(both.client.request())).value;
  const other = (await pushed).value;
  await close(both);
  return text(content, other);
});
step('ping, settings and goaway', async () => {
  const both = await listen(() => {});
  await call((done) => both.client.on('connect', () => done(null)));
  const sent = Buffer.from('12345678');
  const ping = await call((done) => both.client.ping(sent, (err, time, payload) =>
    done(err, String(payload))));
  const settings = await call((done) => both.client.settings({ maxFrameSize: 20000 }, (err, now) =>
    done(err, now.maxFrameSize)));
  await close(both);
  return text(ping.value, settings.value);
});
step('settings packed', () => {
  const packed = http2.getPackedSettings({ enablePush: false, maxFrameSize: 16385 });
  const settings = http2.getUnpackedSettings(packed);
  return text(packed.toString('hex'), settings.enablePush, settings.maxFrameSize);
});
step('errors', async () => {
  const both = await listen((stream) => {
    stream.on('error', () => {});
    stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
  });
  const request = both.client.request();
  const failed = await call((done) => request.on('error', (err) => done(null, err.message)));
  const bad = thrown(() => both.client.request({ connection: 'close' }));
  await close(both);
  return text(failed.value, bad);
});
