'use strict';
// Of the answers to requests that arrive together the first is sent before the second request is
// handled. The others are sent together, unless handling them takes long.
// differs from Node: there, they are sent one by one, in ticks after the last request.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const net = require('net');

const COUNT = 6;
const ROUNDS = 50;
const rounds = []; // for each request, how many answers the client had got when it was handled
let seen = [];
let client;
let text = '';

function readNow() {
  const room = Buffer.alloc(65536);
  try {
    text += room.latin1Slice(0, fs.readSync(client._handle.fd, room));
  } catch (err) {
    assert.strictEqual(err.code, 'EAGAIN');
  }
  return text.match(/answer/g)?.length ?? 0;
}

function ask() {
  text = '';
  seen = [];
  rounds.push(seen);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(COUNT));
}

const server = http.createServer((req, res) => {
  seen.push(readNow());
  res.end('answer');
});
server.listen(0, '127.0.0.1', () => {
  client = net.connect(server.address().port, '127.0.0.1', ask);
  client.on('data', (part) => {
    text += part;
    if (readNow() < COUNT)
      return;
    if (rounds.length < ROUNDS) {
      ask();
      return;
    }
    client.end();
    server.close();
  });
});
process.on('exit', () => {
  assert.ok(rounds.every((one) => one[0] === 0 && one[1] === 1));
  assert.ok(rounds.some((one) => one[COUNT - 1] === 1));
});
