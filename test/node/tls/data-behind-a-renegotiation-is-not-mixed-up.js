'use strict';
// The last message of a renegotiation and data arrive in one read. A listener that runs between
// the two has another connection deliver data: each connection gets its own bytes.
const assert = require('assert');
const net = require('net');
const { duplexPair } = require('stream');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const APPLICATION_DATA = 23;
const { cert, key } = issue('example.test');
const client = { ca: ca.cert, servername: 'example.test', maxVersion: 'TLSv1.2' };
let held = null;
let received = '', receivedByOther = '';

// The type of the last record, if it is complete.
function lastType(bytes) {
  let at = 0, type;
  while (at + 5 <= bytes.length) {
    type = bytes[at];
    at += 5 + bytes.readUInt16BE(at + 3);
  }
  return at === bytes.length ? type : undefined;
}

function relay(port) {
  return net.createServer((near) => {
    const far = net.connect(port);
    near.pipe(far);
    far.on('data', (chunk) => {
      if (held === null)
        return near.write(chunk);
      held = Buffer.concat([held, chunk]);
      if (lastType(held) === APPLICATION_DATA)
        near.write(held);
    });
    near.on('close', () => far.destroy());
  });
}

const server = tls.createServer({ cert, key, maxVersion: 'TLSv1.2' }, (socket) => {
  socket.on('secure', () => {        // renegotiated
    held = Buffer.alloc(0);
    socket.write('A'.repeat(300));
  });
  socket.on('error', () => {});
});

function connectOther(done) {
  const [one, two] = duplexPair();
  const writer = new tls.TLSSocket(one, { isServer: true, cert, key });
  const reader = tls.connect({ ...client, socket: two }, () => done(writer));
  reader.on('data', (chunk) => receivedByOther += chunk);
}

connectOther((other) => server.listen(0, () => {
  const between = relay(server.address().port).listen(0, () => {
    const socket = tls.connect({ ...client, port: between.address().port }, () => {
      for (const name of ['session', 'secure'])
        socket.on(name, () => other.write('B'.repeat(200)));
      assert.strictEqual(socket.renegotiate({}, () => {}), true);
    });
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.length === 300)
        setImmediate(() => process.exit());
    });
  });
}));
process.on('exit', () => {
  assert.strictEqual(received, 'A'.repeat(300));
  assert.match(receivedByOther, /^B+$/);
});
