'use strict';
// After a renegotiation the client verifies its server again: 'secureConnect' is emitted once more,
// and a checkServerIdentity that now refuses ends the connection.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const refusal = new Error('not any more');
let checks = 0, connects = 0, failure;
const server = tls.createServer({ cert, key, maxVersion: 'TLSv1.2' }, (socket) => {
  socket.on('error', () => {});
  socket.resume();
});
server.listen(0, () => {
  const client = tls.connect({
    port: server.address().port, ca: ca.cert, servername: 'example.test',
    checkServerIdentity: () => (++checks === 3 ? refusal : undefined),
  });
  client.on('secureConnect', () => {
    connects++;
    assert.strictEqual(client.renegotiate({}, (err) => assert.ifError(err)), true);
  });
  client.on('error', (err) => { failure = err; });
  client.on('close', () => server.close());
});
process.on('exit', () => {
  assert.deepStrictEqual([checks, connects, failure], [3, 2, refusal]);
});
