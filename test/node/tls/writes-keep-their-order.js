'use strict';
// Small and huge writes, before, in and after the handshake and during a renegotiation: each side
// gets every byte in order.
// differs from Node: a write during a renegotiation fails there if data of the peer arrives
const assert = require('assert');
const { createHash } = require('crypto');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const HUGE = Buffer.alloc(24 << 20);
for (let i = 0; i < HUGE.length; i += 4)
  HUGE.writeUInt32LE(i, i);
let finished = 0;

class Sender {
  constructor(socket) {
    this.socket = socket;
    this.hash = createHash('sha1');
    this.called = [];
    this.written = 0;
  }
  write(data) {
    const number = this.written++;
    this.hash.update(data);
    this.socket.write(data, (err) => {
      assert.ifError(err);
      this.called.push(number);
    });
  }
  end() {
    this.socket.end();
    assert.deepStrictEqual(Object.keys(this.called), this.called.map(String));
    return this.hash.digest('hex');
  }
}

function some(sender) {
  sender.write('a');
  sender.write(HUGE);
  sender.write('ä'.repeat(70000));
  sender.socket.cork();
  for (let i = 0; i < 100; i++)
    sender.write(`${i}`);
  sender.socket.uncork();
}

function received(socket, done) {
  const hash = createHash('sha1');
  socket.on('data', (chunk) => hash.update(chunk));
  socket.on('end', () => done(hash.digest('hex')));
}

function run(maxVersion, next) {
  let fromServer, fromClient, expected = 2;
  const check = (sent, got) => {
    assert.strictEqual(got, sent());
    if (--expected === 0) {
      finished++;
      server.close(next);
    }
  };
  const server = tls.createServer({ cert, key, maxVersion, allowHalfOpen: true }, (socket) => {
    const sender = new Sender(socket);
    some(sender);
    received(socket, (got) => {
      check(() => fromClient, got);
      some(sender);
      fromServer = sender.end();
    });
  });
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, ca: ca.cert, maxVersion,
                                 servername: 'example.test', allowHalfOpen: true });
    const sender = new Sender(client);
    some(sender);
    received(client, (got) => check(() => fromServer, got));
    const finish = () => {
      some(sender);
      fromClient = sender.end();
    };
    client.once('secureConnect', () => {
      some(sender);
      if (maxVersion === 'TLSv1.3') {
        finish();
      } else {
        client.renegotiate({}, assert.ifError);
        sender.write('during');
        client.once('secure', finish);
      }
    });
  });
}
run('TLSv1.3', () => run('TLSv1.2', () => {}));
process.on('exit', () => assert.strictEqual(finished, 2));
