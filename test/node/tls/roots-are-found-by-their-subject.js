'use strict';
// Of the root certificates of a file, those that a chain needs are found: the last one, two
// authorities with the same name, one that a server has itself, and a server without any. What is
// no certificate is not trusted. They count in a context that has further ones, too.
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { spawnSync } = require('child_process');

function prepare() {
  const { ca, inFolder, issue, selfSigned } = require('./fixtures/keys');
  const texts = [selfSigned('unrelated', { isCA: true }).cert];
  for (let i = 0; i < 2; i++) {
    // The second round replaces the files of the authority: its name stays, its key does not.
    texts.push(i === 0 ? ca.cert : selfSigned('authority', { isCA: true }).cert);
    issue(`host${i}.test`);
  }
  texts.push('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n');
  texts.push(selfSigned('host2.test', { san: 'DNS:host2.test' }).cert);
  selfSigned('host3.test', { san: 'DNS:host3.test' });
  fs.writeFileSync(inFolder('roots'), texts.join('\n'));
  return { folder: path.dirname(inFolder('roots')), file: inFolder('roots') };
}

function isTrusted(folder, name, options) {
  const read = (end) => fs.readFileSync(path.join(folder, name + end));
  return new Promise((resolve) => {
    const server = tls.createServer({ key: read('.key'), cert: read('.pem') }, (socket) => {
      socket.on('error', () => {});
      socket.end();
    });
    server.listen(0, () => {
      const client = tls.connect({ port: server.address().port, servername: name,
                                   rejectUnauthorized: false, ...options });
      client.on('error', () => {}); // as a server that has closed may reset
      client.resume();
      let found;
      client.on('secureConnect', () => { found = client.authorized; });
      client.on('close', () => server.close(() => resolve(found)));
    });
  });
}

async function child(folder) {
  const found = [];
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 4; i++)
      found.push(await isTrusted(folder, `host${i}.test`));
  const secureContext = tls.createSecureContext();
  secureContext.context.addCACert(fs.readFileSync(path.join(folder, 'host3.test.pem')));
  for (let i = 0; i < 4; i++)
    found.push(await isTrusted(folder, `host${i}.test`, { secureContext }));
  console.log(JSON.stringify(found));
}

if (process.argv[2] !== undefined)
  child(process.argv[2]);
else {
  const { folder, file } = prepare();
  const { stdout, stderr } = spawnSync(
    process.execPath, ['--use-openssl-ca', __filename, folder],
    { env: { ...process.env, SSL_CERT_FILE: file, SSL_CERT_DIR: '/nonexistent' } });
  assert.strictEqual(`${stderr}`, '');
  assert.deepStrictEqual(JSON.parse(stdout), [
    true, true, true, false, true, true, true, false, true, true, true, true]);
}
