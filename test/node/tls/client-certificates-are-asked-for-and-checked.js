'use strict';
// requestCert: a client with a certificate of the authority is authorized; one without is refused,
// or reported with its code if rejectUnauthorized is false.
const assert = require('assert');
const tls = require('tls');
const { ca, issue, selfSigned } = require('./fixtures/keys');

const host = issue('example.test');
const user = issue('user.test');
const stranger = selfSigned('stranger.test');
const cases = [
  [true, user, [true, null, 'user.test']],
  [true, undefined, undefined],
  [true, stranger, undefined],
  [false, undefined, [false, 'UNABLE_TO_GET_ISSUER_CERT', undefined]],
  [false, stranger, [false, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'stranger.test']],
];
let done = 0;

function run([rejectUnauthorized, client, expected], next) {
  let seen;
  const server = tls.createServer({
    cert: host.cert, key: host.key, ca: ca.cert, requestCert: true, rejectUnauthorized,
  }, (socket) => {
    seen = [socket.authorized, socket.authorizationError,
            socket.getPeerCertificate().subject?.CN];
    socket.end();
  });
  server.listen(0, () => {
    const socket = tls.connect({ port: server.address().port, ca: ca.cert, ...client,
                                 servername: 'example.test' });
    socket.on('error', () => {});
    socket.resume();
    socket.on('close', () => server.close(() => {
      assert.deepStrictEqual(seen, expected);
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
