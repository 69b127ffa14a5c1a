'use strict';
// A Blob of a file reads when it is asked, in pieces, and refuses once the file has changed.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'file');
const text = 'a'.repeat(1000) + 'b'.repeat(200_000);
fs.writeFileSync(file, text);

(async () => {
  const blob = await fs.openAsBlob(file, { type: 'text/plain' });
  assert.strictEqual(blob.size, text.length);
  assert.strictEqual(blob.type, 'text/plain');
  assert.strictEqual(await blob.text(), text);
  assert.strictEqual(await blob.slice(990, 1010).slice(5, 15).text(), 'aaaaabbbbb');
  assert.strictEqual(await new Blob(['<', blob.slice(999, 1001), '>']).text(), '<ab>');
  let length = 0;
  for await (const chunk of blob.stream())
    length += chunk.length;
  assert.strictEqual(length, text.length);
  assert.throws(() => structuredClone(blob), { code: 'ERR_INVALID_STATE' });

  fs.writeFileSync(file, 'other');
  await assert.rejects(blob.arrayBuffer(), { name: 'NotReadableError' });
  await assert.rejects(blob.stream().getReader().read(), { name: 'NotReadableError' });

  fs.writeFileSync(file, '');
  const empty = await fs.openAsBlob(file);
  assert.strictEqual(await empty.text(), '');
  fs.writeFileSync(file, 'full');
  await assert.rejects(empty.text(), { name: 'NotReadableError' });
})();

const copy = structuredClone(new Blob(['x'], { type: 't' }));
assert.ok(copy instanceof Blob && copy.size === 1 && copy.type === 't');
assert.throws(() => fs.openAsBlob(path.join(folder, 'none')), { code: 'ENOENT' });
