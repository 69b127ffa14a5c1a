'use strict';
// readFile gives the same bytes for every size, encoding and style, also where stat tells no size.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'read-'));
const file = path.join(folder, 'file');

(async () => {
  for (const size of [0, 1, 4095, 65536, 65537, 700000]) {
    const bytes = Buffer.alloc(size, 'aé');
    fs.writeFileSync(file, bytes);
    assert.ok(fs.readFileSync(file).equals(bytes));
    assert.ok((await fs.promises.readFile(file)).equals(bytes));
    assert.ok((await new Promise((resolve, reject) => {
      fs.readFile(file, (err, data) => (err ? reject(err) : resolve(data)));
    })).equals(bytes));
    assert.ok((await fs.promises.readFile(file, { signal: new AbortController().signal }))
                .equals(bytes));
    for (const encoding of ['utf8', 'latin1', 'hex', 'utf16le'])
      assert.strictEqual(fs.readFileSync(file, encoding), bytes.toString(encoding));
  }
  assert.ok(fs.readFileSync('/proc/self/status', 'utf8').startsWith('Name:'));
  assert.ok((await fs.promises.readFile('/proc/self/status', 'utf8')).startsWith('Name:'));
  await assert.rejects(fs.promises.readFile(folder), { code: 'EISDIR', syscall: 'read' });
  await assert.rejects(fs.promises.readFile(file, { signal: AbortSignal.abort() }),
                       { name: 'AbortError' });
  fs.rmSync(folder, { recursive: true });
})();
