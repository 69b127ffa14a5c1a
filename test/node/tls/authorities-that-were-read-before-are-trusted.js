'use strict';
// Certificates of `ca` are read once for many contexts. A context trusts those of its own text:
// many texts after each other, one that was used long ago, and one of which a byte differs.
const assert = require('assert');
const tls = require('tls');
const { ca, issue, selfSigned } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const right = `${ca.cert}`;
const other = `${selfSigned('other', { isCA: true }).cert}`;
const at = Math.floor(right.length / 2); // in the public key
const damaged = right.slice(0, at) + (right[at] === 'A' ? 'B' : 'A') + right.slice(at + 1);
const texts = [[right, true], [other, false], [damaged, false], [other + right, true]];
for (let i = 0; i < 12; i++)
  texts.push([`${i % 2 === 0 ? right : other}\n# ${i}\n`, i % 2 === 0]);
texts.push([right, true], [Buffer.from(right), true], [[other, right], true], [damaged, false]);

const found = [];
const server = tls.createServer({ cert, key }, (socket) => {
  socket.on('error', () => {});
  socket.end();
});
function next() {
  if (found.length === texts.length)
    return server.close();
  const client = tls.connect({ port: server.address().port, ca: texts[found.length][0],
                               servername: 'example.test', rejectUnauthorized: false });
  client.on('error', () => {}); // as a server that has closed may reset
  client.resume();
  client.on('secureConnect', () => { found.push(client.authorized); });
  client.on('close', next);
}
server.listen(0, next);
process.on('exit', () => {
  assert.deepStrictEqual(found, texts.map(([, isTrusted]) => isTrusted));
});
