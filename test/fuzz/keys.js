// Keys and certificates that are broken in ever new ways, as PEM, DER and JWK: scripts/fuzz-keys.
// (1) An input is the name of its kind, a line feed, and bytes. It is stored before it is used, so
//     that the input of a crash is known.
// (2) What is read is a key that can be written and read again, and is then equal; or an Error with
//     a code.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');

const READERS = {
  'private-pem': (data) => crypto.createPrivateKey({ key: data, passphrase: 'secret' }),
  'public-pem': (data) => crypto.createPublicKey(data),
  'pkcs8': (data) => crypto.createPrivateKey(
    { key: data, format: 'der', type: 'pkcs8', passphrase: 'secret' }),
  'spki': (data) => crypto.createPublicKey({ key: data, format: 'der', type: 'spki' }),
  'pkcs1': (data) => crypto.createPublicKey({ key: data, format: 'der', type: 'pkcs1' }),
  'sec1': (data) => crypto.createPrivateKey({ key: data, format: 'der', type: 'sec1' }),
  'private-jwk': (data) => crypto.createPrivateKey({ key: JSON.parse(data), format: 'jwk' }),
  'public-jwk': (data) => crypto.createPublicKey({ key: JSON.parse(data), format: 'jwk' }),
  'x509': (data) => new crypto.X509Certificate(data),
  'spkac': (data) => crypto.Certificate.exportPublicKey(data),
};

function checkKey(key) {
  const type = key.type === 'private' ? 'pkcs8' : 'spki';
  const der = key.export({ format: 'der', type });
  assert.ok(READERS[type](der).equals(key), 'written and read again it is another key');
  void key.asymmetricKeyDetails;
  try {
    key.export({ format: 'jwk' });
  } catch (error) {
    assert.match(error.code, /^ERR_CRYPTO_JWK_UNSUPPORTED/);
  }
}

function checkCertificate(cert) {
  void [cert.subject, cert.issuer, cert.subjectAltName, cert.infoAccess, cert.validTo,
        cert.serialNumber, cert.keyUsage, cert.fingerprint256];
  cert.toLegacyObject();
  cert.checkHost('example.org');
  cert.checkIP('127.0.0.1');
}

function run(kind, data) {
  let value;
  try {
    value = READERS[kind](data);
    if (value instanceof crypto.KeyObject)
      checkKey(value);
    else if (kind === 'x509')
      checkCertificate(value);
  } catch (error) {
    if (error instanceof SyntaxError && kind.endsWith('jwk'))
      return; // no JSON
    if (error instanceof assert.AssertionError || typeof error.code !== 'string')
      throw error;
  }
}

// ---- Inputs ----

function seeds() {
  const list = [];
  const add = (kind, data) => list.push([kind, Buffer.from(data)]);
  const pairs = [
    crypto.generateKeyPairSync('rsa', { modulusLength: 512 }),
    crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    crypto.generateKeyPairSync('ed25519'),
    crypto.generateKeyPairSync('x448'),
  ];
  for (const { privateKey, publicKey } of pairs) {
    add('private-pem', privateKey.export({ format: 'pem', type: 'pkcs8' }));
    add('private-pem', privateKey.export(
      { format: 'pem', type: 'pkcs8', cipher: 'aes-128-cbc', passphrase: 'secret' }));
    add('pkcs8', privateKey.export({ format: 'der', type: 'pkcs8' }));
    add('public-pem', publicKey.export({ format: 'pem', type: 'spki' }));
    add('spki', publicKey.export({ format: 'der', type: 'spki' }));
    add('private-jwk', JSON.stringify(privateKey.export({ format: 'jwk' })));
    add('public-jwk', JSON.stringify(publicKey.export({ format: 'jwk' })));
  }
  add('pkcs1', pairs[0].publicKey.export({ format: 'der', type: 'pkcs1' }));
  add('sec1', pairs[1].privateKey.export({ format: 'der', type: 'sec1' }));
  return list;
}

// A generator that a seed determines (xorshift).
let state = 1;
function below(limit) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}

const MUTATIONS = [
  (data) => { data[below(data.length)] ^= 1 << below(8); return data; },
  (data) => {
    data[below(data.length)] = [0, 1, 0x7f, 0x80, 0x81, 0x84, 0xff][below(7)];
    return data;
  },
  (data) => data.subarray(0, below(data.length)),
  (data) => {
    const at = below(data.length);
    return Buffer.concat([data.subarray(0, at), data.subarray(at + 1 + below(8))]);
  },
  (data) => {
    const at = below(data.length), from = below(data.length);
    return Buffer.concat(
      [data.subarray(0, at), data.subarray(from, from + below(32)), data.subarray(at)]);
  },
  (data) => Buffer.concat([data, data]),
];

function mutate(data) {
  let changed = Buffer.from(data);
  for (let i = 1 + below(4); i > 0 && changed.length > 0; i--)
    changed = MUTATIONS[below(MUTATIONS.length)](changed);
  return changed;
}

// ---- Modes ----

function replay(files) {
  for (const file of files) {
    const bytes = fs.readFileSync(file);
    const end = bytes.indexOf('\n');
    run(bytes.toString('latin1', 0, end), bytes.subarray(end + 1));
  }
}

function fuzz(seconds, seed, last, corpus) {
  const inputs = seeds();
  for (const file of corpus) {
    const bytes = fs.readFileSync(file);
    const end = bytes.indexOf('\n');
    inputs.push([bytes.toString('latin1', 0, end), bytes.subarray(end + 1)]);
  }
  state = seed | 1;
  const until = Date.now() + 1000 * seconds;
  let count = 0;
  for (; Date.now() < until; count++) {
    const [kind, data] = inputs[below(inputs.length)];
    const changed = mutate(data);
    fs.writeFileSync(last, Buffer.concat([Buffer.from(`${kind}\n`), changed]));
    run(kind, changed);
  }
  console.log(`${count} inputs, seed ${seed}`);
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === '--replay')
  replay(rest);
else
  fuzz(Number(mode), Number(rest[0]), rest[1], rest.slice(2));
