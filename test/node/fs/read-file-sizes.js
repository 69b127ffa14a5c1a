'use strict';
// readFile() gives each caller the whole file in memory of its own, small or large, many at a time.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'read-file-'));
const sizes = [0, 1, 8, 999, 1000, 1001, 5000, 70000];
const files = sizes.map((size) => {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i++)
    bytes[i] = size + i * 7;
  const name = path.join(folder, `${size}`);
  fs.writeFileSync(name, bytes);
  return { name, bytes };
});

let left = 0;
const kept = [];
function expect({ name, bytes }) {
  left++;
  fs.readFile(name, (err, got) => {
    assert.ifError(err);
    assert(Buffer.isBuffer(got));
    kept.push([got, bytes]);
    if (--left === 0)
      finish();
  });
}

for (let round = 0; round < 6; round++)
  files.forEach(expect);
for (const { name, bytes } of files) {
  const got = fs.readFileSync(name);
  assert(got.equals(bytes));
  assert.strictEqual(fs.readFileSync(name, 'hex'), bytes.toString('hex'));
  got.fill(0);
  assert(fs.readFileSync(name).equals(bytes));
}

async function finish() {
  for (const [got, bytes] of kept)
    assert(got.equals(bytes));
  for (const { name, bytes } of files)
    assert((await fs.promises.readFile(name)).equals(bytes));
  fs.rmSync(folder, { recursive: true });
}
process.on('exit', () => assert.strictEqual(kept.length, 6 * files.length));
