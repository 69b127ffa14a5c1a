'use strict';
// B6.1: a connection is made and answered while the only thread of the pool is blocked.
process.env.UV_THREADPOOL_SIZE = '1';
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pool-'));
const fifo = path.join(folder, 'fifo');
execFileSync('mkfifo', [fifo]);
let isOpen = false;
let writer;
// Opening a FIFO for reading blocks until somebody opens it for writing.
fs.open(fifo, 'r', (err, fd) => {
  assert.ifError(err);
  isOpen = true;
  fs.closeSync(fd);
  fs.closeSync(writer);
  fs.rmSync(folder, { recursive: true });
});

const server = net.createServer((socket) => socket.end('hello'));
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.setEncoding('utf8');
  client.once('data', (text) => {
    assert.strictEqual(text, 'hello');
    assert.strictEqual(isOpen, false);
    // It stays open: on a busy machine the thread may not have reached its open() yet.
    writer = fs.openSync(fifo, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  });
  client.on('close', () => server.close());
});
