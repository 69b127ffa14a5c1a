// deflate, gzip; jszip
const pako = require('pako'), zlib = require('zlib');
const data = Buffer.from('abc'.repeat(10000));
console.log(pako.deflate(data).length, Buffer.from(pako.ungzip(zlib.gzipSync(data))).equals(data), zlib.inflateSync(pako.deflate(data)).length);
const JSZip = require('jszip');
const zip = new JSZip();
zip.file('a.txt', 'hello').folder('d').file('b.bin', data);
zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', platform: 'UNIX' }).then((b) => JSZip.loadAsync(b)).then(async (z) => console.log(Object.keys(z.files), await z.file('a.txt').async('string'), (await z.file('d/b.bin').async('nodebuffer')).length));
