'use strict';
// A client that sends many requests and does not read gets all answers when it does, in order and
// complete. The server counts their bytes.
const assert = require('assert');
const http = require('http');
const net = require('net');

const COUNT = 1500;
const BODY = 'b'.repeat(5000);
let socket;
let text = '';
const server = http.createServer((req, res) => {
  socket = req.socket;
  res.end(`${req.url} ${BODY}.`);
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    let all = '';
    for (let i = 0; i < COUNT; i++)
      all += `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`;
    client.write(all);
  });
  client.pause();
  const waitForServer = () => {
    if (!socket || socket.writableLength === 0) // the kernel takes no more
      setImmediate(waitForServer);
    else
      client.resume();
  };
  waitForServer();
  client.setEncoding('latin1');
  client.on('data', (part) => {
    text += part;
    if (!text.endsWith('.') || !text.endsWith(`/${COUNT - 1} ${BODY}.`))
      return;
    assert.strictEqual(socket.bytesWritten, text.length);
    client.end();
    server.close();
  });
});
process.on('exit', () => {
  const urls = text.match(/\/\d+(?= b)/g);
  assert.deepStrictEqual(urls, Array.from({ length: COUNT }, (_, i) => `/${i}`));
  assert.strictEqual(text.match(/b+(?=\.)/g).every((one) => one === BODY), true);
});
