'use strict';
// Certificates of NODE_EXTRA_CA_CERTS are trusted, also the last of many. A damaged one causes a
// warning; those before it count, those after it do not. A file without any is no fault.
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { spawnSync } = require('child_process');

function child(folder) {
  const read = (name) => fs.readFileSync(path.join(folder, name));
  const server = tls.createServer({ key: read('host.test.key'), cert: read('host.test.pem') },
                                  (socket) => socket.end());
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, servername: 'host.test',
                                 rejectUnauthorized: false }, () => {
      process.stdout.write(String(client.authorized));
    });
    client.resume();
    client.on('close', () => server.close());
  });
}

function main() {
  const { ca, inFolder, issue, selfSigned } = require('./fixtures/keys');
  issue('host.test');
  const folder = path.dirname(inFolder('x'));
  const others = Array.from({ length: 3 }, (_, i) => selfSigned(`other${i}`, { isCA: true }).cert);
  const damaged = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const run = (text) => {
    const file = inFolder('extra');
    fs.writeFileSync(file, text);
    const { stderr, stdout } = spawnSync(process.execPath, [__filename, folder], {
      encoding: 'utf8', env: { ...process.env, NODE_EXTRA_CA_CERTS: file } });
    return [stdout, stderr.includes(`Warning: Ignoring extra certs from \`${file}\``)];
  };
  assert.deepStrictEqual(run([...others, ca.cert, 'text'].join('\n')), ['true', false]);
  assert.deepStrictEqual(run([ca.cert, damaged].join('\n')), ['true', true]);
  assert.deepStrictEqual(run([damaged, ca.cert].join('\n')), ['false', true]);
  assert.deepStrictEqual(run('no certificate'), ['false', false]);
}

if (process.argv[2] !== undefined)
  child(process.argv[2]);
else
  main();
