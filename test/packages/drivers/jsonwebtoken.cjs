// HS256, RS256, ES256, errors
const jwt = require('jsonwebtoken'), crypto = require('crypto');
const t = jwt.sign({ a: 1, iat: 1 }, 'secret');
console.log(t, jwt.verify(t, 'secret'), jwt.decode(t, { complete: true }).header);
for (const [alg, type, options] of [['RS256', 'rsa', { modulusLength: 2048 }], ['ES256', 'ec', { namedCurve: 'P-256' }]]) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync(type, options);
  console.log(jwt.verify(jwt.sign({ alg }, privateKey, { algorithm: alg, noTimestamp: true }), publicKey));
}
for (const f of [() => jwt.verify(t, 'other'), () => jwt.verify('x.y.z', 's'), () => jwt.verify(jwt.sign({ exp: 1 }, 's'), 's')]) {
  try { f(); } catch (e) { console.log(e.name, e.message); }
}
