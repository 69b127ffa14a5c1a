'use strict';
// end() of an answer whose socket has failed before, with nothing left to send: its callback gets
// the error of the socket, and 'finish' is not emitted.
const assert = require('assert');
const http = require('http');
const { Duplex } = require('stream');

const failure = new Error('no room');
const socket = new Duplex({
  read() {},
  write(chunk, encoding, callback) { callback(failure); },
});
let seen = 0;
const server = http.createServer((request, response) => {
  response.on('finish', assert.fail);
  response.setHeader('Content-Length', '5');
  response.write('hello', (error) => {
    assert.strictEqual(error, failure);
    seen++;
  });
  setImmediate(() => response.end((error) => {
    assert.strictEqual(error, failure);
    assert.strictEqual(response.writableFinished, false);
    seen++;
  }));
});
server.emit('connection', socket);
socket.push('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
process.on('exit', () => assert.strictEqual(seen, 2));
