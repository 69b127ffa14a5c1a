'use strict';
// Certificates that are revoked, not for servers, not valid yet, outside of the names that their
// issuer may use, or without their intermediate: the client names the reason. Names of other
// scripts match by their ASCII form.
const assert = require('assert');
const fs = require('fs');
const tls = require('tls');
const { ca, inFolder, issue, openssl } = require('./fixtures/keys');

// An authority below ours that may only sign names of ok.test.
function intermediate() {
  const cert = issue('middle', { san: '', extensions:
    'basicConstraints=critical,CA:true\nkeyUsage=keyCertSign\n' +
    'nameConstraints=critical,permitted;DNS:ok.test\n' });
  return (name) => {
    const made = issue(name);
    const csr = inFolder(`${name}.csr`), file = inFolder(`${name}.ext`);
    const out = inFolder(`${name}.pem`);
    openssl('x509', '-req', '-in', csr, '-CA', cert.certFile, '-CAkey', cert.keyFile,
            '-CAcreateserial', '-days', '30', '-extfile', file, '-out', out);
    const alone = fs.readFileSync(out);
    return { key: made.key, alone, cert: [alone, cert.cert].join('\n') };
  };
}

// A list of the revoked certificates of our authority.
function revoke(...files) {
  const index = inFolder('index'), config = inFolder('ca.cnf');
  fs.writeFileSync(index, '');
  fs.writeFileSync(config, '[ca]\ndefault_ca=x\n[x]\n' +
    `database=${index}\ncertificate=${ca.certFile}\nprivate_key=${ca.keyFile}\n` +
    'default_md=sha256\ndefault_crl_days=30\n');
  for (const file of files)
    openssl('ca', '-config', config, '-revoke', file);
  openssl('ca', '-config', config, '-gencrl', '-out', inFolder('crl.pem'));
  return fs.readFileSync(inFolder('crl.pem'));
}

const signed = intermediate();
const inside = signed('a.ok.test'), outside = signed('a.bad.test');
const revoked = issue('revoked.test'), good = issue('good.test');
const crl = revoke(revoked.certFile);
const mail = issue('mail.test', { extensions: 'extendedKeyUsage=emailProtection\n' });
const idn = issue('xn--bcher-kva.test', { san: 'DNS:xn--bcher-kva.test' });
const partial = issue('partial.test', { san: 'DNS:f*.partial.test,DNS:*,DNS:*.com' });
const BAD_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';
const cases = [
  [good, 'good.test', undefined, { crl }],
  [revoked, 'revoked.test', 'CERT_REVOKED', { crl }],
  [revoked, 'revoked.test', undefined],
  [mail, 'mail.test', 'INVALID_PURPOSE'],
  [inside, 'a.ok.test', undefined],
  [outside, 'a.bad.test', 'UNSPECIFIED'],
  [{ key: inside.key, cert: inside.alone }, 'a.ok.test', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [idn, 'xn--bcher-kva.test', undefined],
  [idn, 'b\u00fccher.test', undefined],
  [idn, 'bucher.test', BAD_NAME],
  [partial, 'foo.partial.test', undefined],
  [partial, 'bar.partial.test', BAD_NAME],
  [partial, 'one', BAD_NAME],
  [partial, 'one.com', BAD_NAME],
];
let done = 0;

function run([{ cert, key }, host, code, options], next) {
  const server = tls.createServer({ cert, key }, (socket) => {
    socket.on('error', () => {});
    socket.end();
  });
  server.on('tlsClientError', () => {});
  server.listen(0, () => {
    let failure;
    const client = tls.connect({
      port: server.address().port, ca: ca.cert, servername: 'x.test', ...options,
      checkServerIdentity: (name, peer) => tls.checkServerIdentity(host, peer),
    });
    client.on('error', (err) => { failure = err; });
    client.resume();
    client.on('close', () => server.close(() => {
      assert.strictEqual(failure?.code, code, `${host}: ${failure}`);
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
