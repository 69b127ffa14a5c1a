'use strict';
const { step, text, call } = require('../harness.js');
const crypto = require('node:crypto');
const http = require('node:http');

const { WebSocket } = globalThis;
// A server that answers each frame of up to 125 bytes by the same one, and closes when asked.
const listen = async () => {
  const server = http.createServer();
  server.on('upgrade', (request, socket) => {
    const accept = crypto.createHash('sha1').update(request.headers['sec-websocket-key'] +
      '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
    const protocol = request.headers['sec-websocket-protocol'];
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n' +
      'Connection: Upgrade\r\nSec-WebSocket-Accept: ' + accept + '\r\n' +
      (protocol ? 'Sec-WebSocket-Protocol: ' + protocol + '\r\n' : '') + '\r\n');
    let held = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      held = Buffer.concat([held, data]);
      while (held.length >= 6 && held.length >= 6 + (held[1] & 127)) {
        const length = held[1] & 127;
        const frame = Buffer.alloc(2 + length);
        frame[0] = held[0];
        frame[1] = length;
        for (let i = 0; i < length; i++) frame[2 + i] = held[6 + i] ^ held[2 + (i & 3)];
        held = held.subarray(6 + length);
        socket.write(frame);
        if ((frame[0] & 15) === 8) socket.end();
      }
    });
  });
  await call((done) => server.listen(0, '127.0.0.1', done));
  return { __proto__: null, server, url: 'ws://127.0.0.1:' + server.address().port };
};
const close = (server) => call((done) => {
  server.close(done);
  server.closeAllConnections();
});
const next = (socket, type) => call((done) =>
  socket.addEventListener(type, (event) => done(null, event)));

step('text', async () => {
  const { server, url } = await listen();
  const socket = new WebSocket(url);
  await next(socket, 'open');
  const heard = next(socket, 'message');
  socket.send('hello');
  const { value: message } = await heard;
  const closed = next(socket, 'close');
  socket.close(1000, 'done');
  const { value: end } = await closed;
  await close(server);
  return text(message.data, end.code, end.reason, end.wasClean, socket.readyState);
});
step('bytes', async () => {
  const { server, url } = await listen();
  const socket = new WebSocket(url, 'mine');
  socket.binaryType = 'arraybuffer';
  const { value } = await call((done) => {
    socket.onopen = () => socket.send(new Uint8Array([1, 2, 3]));
    socket.onmessage = (event) => done(null, event.data);
  });
  const closed = next(socket, 'close');
  socket.close();
  await closed;
  await close(server);
  return text(value.byteLength, socket.protocol, socket.bufferedAmount);
});
step('no such server', async () => {
  const server = http.createServer((request, response) => response.end());
  await call((done) => server.listen(0, '127.0.0.1', done));
  const socket = new WebSocket('ws://127.0.0.1:' + server.address().port);
  const failed = next(socket, 'error');
  const closed = next(socket, 'close');
  const { value: error } = await failed;
  const { value: end } = await closed;
  await close(server);
  return text(error.type, end.code, end.wasClean);
});
step('wrong arguments', () => {
  const name = (run) => {
    try { run(); } catch (error) { return error.name; }
    return 'nothing';
  };
  return text(name(() => new WebSocket('nothing')), name(() => new WebSocket('ftp://a.test')),
    name(() => new WebSocket('ws://a.test', 'a b')));
});
