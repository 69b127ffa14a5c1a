// qrcode, pngjs, jpeg-js
require('qrcode').toString('gyre', { type: 'utf8' }, (e, s) => console.log(s));
const { PNG } = require('pngjs');
const png = new PNG({ width: 4, height: 4 });
png.data.fill(200);
const bytes = PNG.sync.write(png);
console.log(PNG.sync.read(bytes).data.length, require('jpeg-js').decode(require('jpeg-js').encode({ width: 8, height: 8, data: Buffer.alloc(256, 99) }, 80).data).width);
