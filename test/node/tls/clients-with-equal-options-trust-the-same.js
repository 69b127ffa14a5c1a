'use strict';
// Clients with equal options may share a context. What makes them differ is noticed: bytes of `ca`
// that were changed in their place, lists, other defaults, a context that was changed, and a
// function for contexts of the program's.
const assert = require('assert');
const tls = require('tls');
const { ca, issue, selfSigned } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const other = selfSigned('other', { isCA: true });
const server = tls.createServer({ cert, key }, (socket) => {
  socket.on('error', () => {});
  socket.end();
});

function connect(options) {
  return new Promise((resolve) => {
    const client = tls.connect({ port: server.address().port, servername: 'example.test',
                                 rejectUnauthorized: false, ...options });
    client.on('error', () => {}); // as a server that has closed may reset
    client.resume();
    let isAuthorized, protocol;
    client.on('secureConnect', () => {
      isAuthorized = client.authorized;
      protocol = client.getProtocol();
    });
    client.on('close', () => resolve([isAuthorized, protocol, client._tlsOptions]));
  });
}
const isTrusted = async (options) => (await connect(options))[0];

async function main() {
  const bytes = Buffer.from(ca.cert);
  assert.strictEqual(await isTrusted({ ca: bytes }), true);
  assert.strictEqual(await isTrusted({ ca: bytes }), true);
  bytes.fill(10);
  assert.strictEqual(await isTrusted({ ca: bytes }), false);
  assert.strictEqual(await isTrusted({ ca: [`${other.cert}`] }), false);
  assert.strictEqual(await isTrusted({ ca: [`${other.cert}`, `${ca.cert}`] }), true);
  assert.strictEqual(await isTrusted({}), false);

  const { DEFAULT_MAX_VERSION } = tls;
  assert.strictEqual((await connect({ ca: ca.cert }))[1], 'TLSv1.3');
  tls.DEFAULT_MAX_VERSION = 'TLSv1.2';
  assert.strictEqual((await connect({ ca: ca.cert }))[1], 'TLSv1.2');
  tls.DEFAULT_MAX_VERSION = DEFAULT_MAX_VERSION;
  assert.strictEqual((await connect({ ca: ca.cert, maxVersion: 'TLSv1.2' }))[1], 'TLSv1.2');

  const alone = { ca: other.cert };
  const { 0: before, 2: made } = await connect(alone);
  assert.strictEqual(before, false);
  made.secureContext.context.addCACert(ca.cert);
  assert.strictEqual(await isTrusted(alone), false);

  const { createSecureContext } = tls;
  let calls = 0;
  tls.createSecureContext = (options) => { calls++; return createSecureContext(options); };
  await connect({ ca: ca.cert });
  await connect({ ca: ca.cert });
  assert.strictEqual(calls, 2);
  tls.createSecureContext = createSecureContext;

  tls.setDefaultCACertificates([`${ca.cert}`]);
  assert.strictEqual(await isTrusted({}), true);
  server.close();
}
server.listen(0, main);
