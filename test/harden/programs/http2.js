'use strict';
const { step, text, call, thrown } = require('../harness.js');
const http2 = require('node:http2');
const { ca, cert, key } = require('./fixtures/keys.js');

const listen = async (handler) => {
  const server = http2.createServer(handler);
  await call((done) => server.listen(0, '127.0.0.1', done));
  const client = http2.connect('http://127.0.0.1:' + server.address().port);
  return { __proto__: null, server, client };
};
const answer = (stream) => call((done) => {
  let content = '';
  let status;
  stream.setEncoding('utf8');
  stream.on('response', (headers) => { status = headers[':status'] + ' ' + headers['x-mine']; });
  stream.on('data', (chunk) => { content += chunk; });
  stream.on('end', () => done(null, status + ' ' + content));
});
const close = ({ client, server }) => call((done) => {
  client.close();
  server.close(done);
});

step('get', async () => {
  const pair = await listen((request, response) => {
    response.setHeader('X-Mine', 'yes');
    response.end('hello ' + request.url + ' ' + request.method);
  });
  const { value } = await answer(pair.client.request({ ':path': '/path?a=1' }));
  await close(pair);
  return text(value);
});

step('post by streams', async () => {
  const pair = await listen();
  pair.server.on('stream', (stream, headers) => {
    stream.respond({ ':status': 201, 'x-mine': headers['x-mine'] });
    stream.pipe(stream);
  });
  const request = pair.client.request({ ':method': 'POST', 'x-mine': ['a', 'b'] });
  request.write('one ');
  request.end(Buffer.from('two'));
  const { value } = await answer(request);
  await close(pair);
  return text(value);
});

step('settings and ping', async () => {
  const pair = await listen();
  const settings = await call((done) => pair.client.settings({ initialWindowSize: 70000 }, done));
  const ping = await call((done) => pair.client.ping(Buffer.from('12345678'),
    (err, duration, payload) => done(err, payload.toString())));
  await close(pair);
  return text(settings.value.initialWindowSize, ping.value);
});

step('packed settings', () =>
  text(http2.getPackedSettings({ maxFrameSize: 20000, enablePush: false }).toString('hex'),
       http2.getUnpackedSettings(Buffer.from('000500004e20', 'hex')).maxFrameSize));
step('constants', () => text(http2.constants.HTTP2_HEADER_CONTENT_TYPE,
                             http2.constants.NGHTTP2_CANCEL));
step('wrong settings', () => thrown(() => http2.getPackedSettings({ maxFrameSize: 1 })));
step('over TLS', async () => {
  const server = http2.createSecureServer({ cert, key });
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200 });
    stream.end('safe');
  });
  server.on('sessionError', () => {});
  await call((done) => server.listen(0, '127.0.0.1', done));
  const client = http2.connect('https://127.0.0.1:' + server.address().port, { ca });
  const { value } = await answer(client.request({ ':path': '/' }));
  await close({ client, server });
  return text(value);
});
step('an unknown authority', async () => {
  const server = http2.createSecureServer({ cert, key });
  server.on('sessionError', () => {});
  server.on('tlsClientError', () => {});
  await call((done) => server.listen(0, '127.0.0.1', done));
  const { value } = await call((done) => {
    const client = http2.connect('https://127.0.0.1:' + server.address().port);
    client.on('error', (error) => done(null, error.code));
    client.on('connect', () => done(null, 'connected'));
  });
  await call((done) => server.close(done));
  return text(value);
});
step('wrong headers', async () => {
  const pair = await listen((request, response) => response.end());
  const result = text(thrown(() => pair.client.request({ ':bogus': 'a' })),
    thrown(() => pair.client.request({ 'a b': 'c' })),
    thrown(() => pair.client.request({ connection: 'close' })));
  await close(pair);
  return result;
});
