// Sign, verify, encrypt, JWK
import * as jose from 'jose';
const secret = new TextEncoder().encode('0123456789abcdef0123456789abcdef');
const token = await new jose.SignJWT({ a: 1 }).setProtectedHeader({ alg: 'HS256' }).setIssuer('me').setIssuedAt(1).sign(secret);
console.log(token, (await jose.jwtVerify(token, secret, { issuer: 'me' })).payload);
await jose.jwtVerify(token, secret, { issuer: 'you' }).catch((e) => console.log(e.code, e.message));
for (const alg of ['RS256', 'ES256', 'EdDSA', 'PS256']) {
  const { publicKey, privateKey } = await jose.generateKeyPair(alg, { extractable: true });
  const t = await new jose.SignJWT({ alg }).setProtectedHeader({ alg }).sign(privateKey);
  console.log((await jose.jwtVerify(t, publicKey)).payload, (await jose.exportJWK(publicKey)).kty);
}
const jwe = await new jose.EncryptJWT({ s: 1 }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(secret);
console.log((await jose.jwtDecrypt(jwe, secret)).payload);
