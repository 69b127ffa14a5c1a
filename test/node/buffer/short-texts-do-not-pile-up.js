'use strict';
// Short strings that C makes count for collections with their text: 256 MB of them, each used once,
// leave the process far below that.
const assert = require('assert');

const buf = Buffer.alloc(256, 'a');
const before = process.memoryUsage.rss();
let length = 0, most = 0;
for (let i = 0; i < 1 << 20; i++) {
  length += buf.toString('latin1').length;
  if (i % 4096 === 0)
    most = Math.max(most, process.memoryUsage.rss());
}
assert.strictEqual(length, 256 << 20);
assert.ok(most - before < 128 << 20, `${(most - before) >> 20} MB`);
