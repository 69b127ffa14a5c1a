// A large answer is compressed at once.
// phase: check
// what: zlib.gzipSync
const { gzipSync } = require('zlib');
const reported = require('./shared/reported');
const page = Buffer.alloc(8e6);
for (let i = 0; i < page.length; i += 4)
  page.writeInt32LE(Math.imul(i, 0x9e3779b1) >>> 7, i);
setImmediate(function answer() {
  while (Atomics.load(reported, 0) === 0)
    gzipSync(page); // <-- here
});
