// A page is compressed as well as can be, at once.
// phase: check
// what: zlib.brotliCompressSync
const { brotliCompressSync } = require('zlib');
const reported = require('./shared/reported');
const items = Array.from({ length: 2e4 }, (_, i) => `<li>${(i * 7919) % 10007}</li>`);
const page = Buffer.from(items.join(''));
setImmediate(function answer() {
  while (Atomics.load(reported, 0) === 0)
    brotliCompressSync(page); // <-- here
});
