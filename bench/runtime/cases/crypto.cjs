// Hashes, ciphers, signatures and random values, each in a call of its own; the numbers are bytes.
const crypto = require('node:crypto');
const { measure } = require('../text.cjs');

const key = Buffer.alloc(32, 1);
const iv = Buffer.alloc(12, 2);
const bytes = (size) => Buffer.alloc(size, 'some text');

const times = (body) => (n) => {
  let sum = 0;
  for (let i = 0; i < n; i++)
    sum += body().length;
  return sum;
};

function encrypt(data) {
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv);
  const out = cipher.update(data);
  cipher.final();
  return out;
}

const ed25519 = crypto.generateKeyPairSync('ed25519');
const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const message = bytes(64);
const edSignature = crypto.sign(null, message, ed25519.privateKey);
const rsaSignature = crypto.sign('sha256', message, rsa.privateKey);
const verified = (algorithm, publicKey, signature) =>
  (crypto.verify(algorithm, message, publicKey, signature) ? 'valid' : '');

const OPERATIONS = {};
for (const [name, size] of [['16', 16], ['1K', 1024], ['1M', 1 << 20]]) {
  const data = bytes(size);
  OPERATIONS[`sha256 ${name}`] = () => crypto.createHash('sha256').update(data).digest();
}
for (const [name, size] of [['1K', 1024], ['64K', 65536]]) {
  const data = bytes(size);
  OPERATIONS[`aes-256-gcm ${name}`] = () => encrypt(data);
}
const kilobyte = bytes(1024);
const bytes16 = bytes(16);
Object.assign(OPERATIONS, {
  'hash() 16': () => crypto.hash('sha256', bytes16, 'buffer'),
  'hmac 1K': () => crypto.createHmac('sha256', key).update(kilobyte).digest(),
  'ed25519 sign': () => crypto.sign(null, message, ed25519.privateKey),
  'ed25519 verify': () => verified(null, ed25519.publicKey, edSignature),
  'rsa sign': () => crypto.sign('sha256', message, rsa.privateKey),
  'rsa verify': () => verified('sha256', rsa.publicKey, rsaSignature),
  'randomBytes 16': () => crypto.randomBytes(16),
  'randomBytes 1K': () => crypto.randomBytes(1024),
  'randomUUID': () => crypto.randomUUID(),
});

const figures = {};
for (const name of Object.keys(OPERATIONS))
  figures[name] = measure(times(OPERATIONS[name]));
console.log(JSON.stringify({ figures }));
