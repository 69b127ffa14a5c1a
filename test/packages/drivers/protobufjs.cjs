// Encode, decode, JSON
const pb = require('protobufjs');
const M = pb.parse('syntax = "proto3"; message M { int32 a = 1; repeated string b = 2; map<string, double> c = 3; oneof o { bytes d = 4; bool e = 5; } uint64 f = 6; }').root.lookupType('M');
const bytes = M.encode(M.fromObject({ a: -5, b: ['x', 'é'], c: { k: 1.5 }, d: Buffer.from('hi'), f: '18446744073709551615' })).finish();
console.log(Buffer.from(bytes).toString('hex'), JSON.stringify(M.toObject(M.decode(bytes), { longs: String, bytes: String })), M.verify({ a: 'x' }));
