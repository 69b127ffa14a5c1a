// A page is compressed as well as can be, at once.
// phase: check
// what: zlib.brotliCompressSync
const { brotliCompressSync } = require('zlib');
const items = Array.from({ length: 4e5 }, (_, i) => `<li>${(i * 7919) % 10007}</li>`);
const page = Buffer.from(items.join(''));
setImmediate(function answer() {
  brotliCompressSync(page); // <-- here
});
