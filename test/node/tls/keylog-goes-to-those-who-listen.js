'use strict';
// Keys are told of connections that have a listener of 'keylog': of a client, of a server, and of a
// server whose context is chosen by name. Others with the same context are not told.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const byName = tls.createSecureContext({ cert, key });

function run(options, listens, done) {
  const told = { client: 0, server: 0 };
  const server = tls.createServer({ cert, key, ...options }, (socket) => {
    socket.on('error', () => {});
    socket.end();
  });
  if (listens.server)
    server.on('keylog', () => { told.server++; });
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, ca: ca.cert,
                                 servername: 'example.test' });
    if (listens.client)
      client.on('keylog', (line) => {
        assert.match(line.toString(), /^[A-Z_0-9]+ [0-9a-f]{64} [0-9a-f]+\n$/);
        told.client++;
      });
    client.resume();
    client.on('close', () => server.close(() => done(told)));
  });
}

const SNICallback = (name, callback) => callback(null, byName);
const cases = [
  [{}, { client: true, server: true }],
  [{}, { client: false, server: false }],
  [{}, { client: true, server: false }],
  [{ SNICallback }, { client: false, server: true }],
];
let passed = 0;
function next() {
  if (passed === cases.length)
    return;
  const { 0: options, 1: listens } = cases[passed];
  run(options, listens, (told) => {
    assert.strictEqual(told.client > 3, listens.client);
    assert.strictEqual(told.server > 3, listens.server);
    passed++;
    next();
  });
}
next();
process.on('exit', () => assert.strictEqual(passed, cases.length));
