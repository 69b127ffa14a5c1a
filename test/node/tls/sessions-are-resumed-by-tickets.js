'use strict';
// A session that a client was given resumes with TLS 1.2 and 1.3, also by another server with the
// same ticket keys, and not by one with others.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
let done = 0;
const keys = Buffer.alloc(48, 7);

function connect(options, session, callback) {
  const server = tls.createServer({ cert, key, ...options }, (socket) => socket.end('x'));
  server.listen(0, () => {
    let given;
    const client = tls.connect({ port: server.address().port, ca: ca.cert, session,
                                 servername: 'example.test' });
    client.on('session', (one) => { given = one; });
    client.resume();
    let reused;
    client.on('secureConnect', () => { reused = client.isSessionReused(); });
    client.on('close', () => server.close(() => callback(given, reused)));
  });
}

function run(version, next) {
  const options = { ticketKeys: keys, minVersion: version, maxVersion: version };
  connect(options, undefined, (session, first) => {
    assert.strictEqual(first, false);
    assert.ok(Buffer.isBuffer(session));
    connect(options, session, (_, second) => {
      assert.strictEqual(second, true);
      connect({ ...options, ticketKeys: Buffer.alloc(48, 8) }, session, (_, third) => {
        assert.strictEqual(third, false);
        done++;
        next?.();
      });
    });
  });
}
run('TLSv1.2', () => run('TLSv1.3'));
process.on('exit', () => assert.strictEqual(done, 2));
