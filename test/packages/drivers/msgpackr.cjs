// msgpackr, cbor-x, bson, long
const data = { a: [1, -2, 3.5, 2 ** 40], b: 'é'.repeat(50), c: null, d: new Date(0), e: Buffer.from('x') };
const { pack, unpack } = require('msgpackr'), cbor = require('cbor-x'), { BSON } = require('bson');
console.log(pack(data).length, unpack(pack(data)), cbor.decode(cbor.encode(data)), require('bson').deserialize(require('bson').serialize({ a: 1 })));
const Long = require('long');
console.log((Long.default || Long).fromString('9223372036854775807').toString(16), Boolean(BSON || true));
