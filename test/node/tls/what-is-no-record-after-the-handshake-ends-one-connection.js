'use strict';
// After a handshake: noise, a record that is longer than records may be, one of an unknown type,
// and half a record before the end. The server gets no data, reports an error or the end, closes
// that connection, and serves the next one.
// differs from Node: Node reports the end in all cases
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');
const { relay } = require('./fixtures/relay');

const { cert, key } = issue('example.test');
const header = (type, length) => Buffer.from([type, 3, 3, length >> 8, length & 255]);
const CASES = [
  ['noise', Buffer.alloc(64, 0xa5), 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ['too long', Buffer.concat([header(23, 20000), Buffer.alloc(20000)]),
   'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
  ['unknown type', Buffer.concat([header(99, 32), Buffer.alloc(32)]), 'ERR_SSL_BAD_RECORD_TYPE'],
  ['half a record', Buffer.concat([header(23, 64), Buffer.alloc(10)]), 'end'],
];
const found = [];
let onServed;
const server = tls.createServer({ cert, key }, (socket) => {
  let result = 'closed';
  socket.on('data', () => { result = 'data'; });
  socket.on('error', (err) => { result = err.code; });
  socket.on('end', () => { result = 'end'; });
  socket.on('close', () => onServed(result));
  socket.write('x');
});

function bad(bytes, done) {
  let result;
  relay(server.address().port, {}, (port, between) => {
    between.on('connection', (socket) => { between.other = socket; });
    const client = tls.connect({ port, ca: ca.cert, servername: 'example.test' });
    client.on('error', () => {});
    client.once('data', () => { // the handshake is done on both sides
      between.other.emit('data', bytes);
      between.other.emit('end');
    });
    onServed = (what) => {
      result = what;
      client.destroy();
      between.close(() => done(result));
    };
  });
}

function good(done) {
  const client = tls.connect({ port: server.address().port, ca: ca.cert,
                               servername: 'example.test' });
  onServed = () => {};
  client.on('data', () => client.end());
  client.on('close', done);
}

function next() {
  if (found.length === CASES.length)
    return server.close();
  bad(CASES[found.length][1], (result) => {
    found.push(result);
    good(next);
  });
}
server.listen(0, next);
process.on('exit', () => {
  assert.deepStrictEqual(found, CASES.map(([, , code]) => code));
});
