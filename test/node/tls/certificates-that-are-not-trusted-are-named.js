'use strict';
// A client refuses a server that is self-signed, expired, of another name or of an unknown issuer;
// the error has the code, and the server has no connection.
const assert = require('assert');
const tls = require('tls');
const { ca, issue, selfSigned } = require('./fixtures/keys');

const good = issue('example.test', { san: 'DNS:example.test,DNS:*.wild.test,IP:127.0.0.1' });
const expired = issue('old.test', { days: '-1' });
const own = selfSigned('own.test', { san: 'DNS:own.test' });
const nul = issue('nul.test', { san: 'DNS:good.test' });
const cases = [
  [good, 'example.test', ca.cert, undefined],
  [good, 'a.wild.test', ca.cert, undefined],
  [good, 'a.b.wild.test', ca.cert, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [good, 'wild.test', ca.cert, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [good, 'other.test', ca.cert, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [nul, 'good.test\0.evil.test', ca.cert, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [expired, 'old.test', ca.cert, 'CERT_HAS_EXPIRED'],
  [own, 'own.test', ca.cert, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [own, 'own.test', own.cert, undefined],
  [good, 'example.test', own.cert, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
];
let done = 0;

function run([{ cert, key }, servername, trusted, code], next) {
  let connections = 0;
  const server = tls.createServer({ cert, key }, (socket) => {
    connections++;
    socket.on('error', () => {});
    socket.end();
  });
  server.listen(0, () => {
    let failure;
    const client = tls.connect({ port: server.address().port, ca: trusted, servername });
    client.on('error', (err) => { failure = err; });
    client.resume();
    client.on('close', () => server.close(() => {
      assert.strictEqual(failure?.code, code, `${servername}: ${failure}`);
      assert.strictEqual(connections, code === undefined ? 1 : 0);
      done++;
      next();
    }));
  });
}
const next = () => {
  if (done < cases.length)
    run(cases[done], next);
};
next();
process.on('exit', () => assert.strictEqual(done, cases.length));
