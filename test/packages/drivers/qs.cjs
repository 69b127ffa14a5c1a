// qs, mime, ini, toml
const qs = require('qs');
console.log(qs.parse('a[b][c]=1&d[]=2&d[]=3&e=%20x'), qs.stringify({ a: { b: [1, 2] }, c: null, d: new Date(0) }), qs.parse('a=1;b=2', { delimiter: ';' }));
const ini = require('ini');
console.log(ini.parse('a=1\n[s]\nb[]=x\nb[]=y\n[s.t]\nc=true'), ini.stringify({ x: { y: 1 } }));
console.log(JSON.stringify(require('toml').parse('a = 1\n[b]\nc = [1, 2]\nd = 1979-05-27T07:32:00Z\n')));
import('mime').then(({ default: mime }) => console.log(mime.getType('x.html'), mime.getExtension('image/png')));
