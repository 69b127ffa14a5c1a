'use strict';
// A tick between the pieces of a body that one read has brought to a server of http may read
// itself, here from a server of https over a pair of streams: both requests go on, and what follows
// the upgrade in the first read is its head.
const assert = require('assert');
const http = require('http');
const https = require('https');
const net = require('net');
const tls = require('tls');
const { duplexPair } = require('stream');
const { ca, issue } = require('../tls/fixtures/keys');

const SIZE = 200000; // more than fits into the memory that streams read into
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';
const events = [];
const inner = https.createServer(issue('localhost'), (req) => {
  let size = 0;
  req.on('data', (chunk) => { size += chunk.length; });
  req.on('end', () => events.push(`inner ${size}`));
});
const [near, far] = duplexPair();
inner.emit('connection', far);
const secure = tls.connect({ socket: near, ca: ca.cert, servername: 'localhost' });

const outer = http.createServer((req, res) => {
  req.once('data', () => process.nextTick(() => {
    secure.write(`POST / HTTP/1.1\r\nHost: x\r\n${CHUNKED}${SIZE.toString(16)}\r\n`);
    secure.write(Buffer.alloc(SIZE));
    secure.write('\r\n0\r\n\r\n');
  }));
  req.on('data', (chunk) => events.push(`${chunk}`));
  req.on('end', () => res.end('ok'));
});
outer.on('upgrade', (req, socket, head) => {
  events.push(`head ${head}`);
  socket.destroy();
});
secure.on('secureConnect', () => outer.listen(0, '127.0.0.1', () => {
  const socket = net.connect(outer.address().port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${CHUNKED}2\r\nAA\r\n3\r\nBBB\r\n0\r\n\r\n` +
               'GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\nrest');
  socket.resume();
  socket.on('error', () => {});
  socket.on('close', () => setImmediate(() => {
    secure.destroy();
    outer.close();
  }));
}));
process.on('exit', () => assert.deepStrictEqual(
  events.sort(), ['AA', 'BBB', 'head rest', `inner ${SIZE}`]));
