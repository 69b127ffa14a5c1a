// flags: --expose-gc
// Callbacks and buffers of hundreds of requests under way are there when they end, however often
// memory is collected meanwhile; a worker may end before its requests do.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { Worker } = require('worker_threads');

const COUNT = 700;
const length = fs.statSync(__filename).size;
let called = 0;
const expect = (i, check) => (error, value) => {
  assert.strictEqual(error, null);
  check(value, i);
  called++;
};
function begin(fd) {
  for (let i = 0; i < COUNT; i++) {
    const name = `${__filename}`;
    fs.stat(name, expect(i, (stats) => assert.strictEqual(stats.size, length)));
    fs.readFile(name, expect(i, (bytes) => assert.strictEqual(bytes.length, length)));
    const bytes = Buffer.alloc(100, i);
    fs.read(fd, bytes, 0, 99, 0, (error, count, same) => {
      assert.strictEqual(error, null);
      assert.strictEqual(count, 99);
      assert.strictEqual(same[99], i & 255);
      assert.strictEqual(same.latin1Slice(0, 3), '// ');
      called++;
    });
    if (i % 100 === 0)
      gc();
  }
  setImmediate(gc);
  process.nextTick(gc);
}
const fd = fs.openSync(__filename);
begin(fd);
const worker = new Worker(`
  const fs = require('fs');
  for (let i = 0; i < ${COUNT}; i++) {
    fs.readFile(${JSON.stringify(__filename)}, () => {});
    fs.read(${fd}, Buffer.alloc(65536), 0, 65536, 0, () => {});
  }
  process.exit(3);
`, { eval: true });
worker.on('exit', (code) => {
  assert.strictEqual(code, 3);
  fs.closeSync(fd);
});
process.on('exit', () => assert.strictEqual(called, 3 * COUNT));
