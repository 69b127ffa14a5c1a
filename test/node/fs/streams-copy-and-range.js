'use strict';
// A file piped through fs streams arrives whole; start and end are both included.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pipeline } = require('stream/promises');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'streams-'));
const from = path.join(folder, 'from');
const to = path.join(folder, 'to');
const bytes = Buffer.alloc(300001, 'stream');
fs.writeFileSync(from, bytes);

(async () => {
  const output = fs.createWriteStream(to, { flush: true });
  await pipeline(fs.createReadStream(from, { highWaterMark: 1000 }), output);
  assert.strictEqual(output.bytesWritten, bytes.length);
  assert.ok(fs.readFileSync(to).equals(bytes));

  let text = '';
  for await (const chunk of fs.createReadStream(from, { start: 2, end: 7, encoding: 'latin1' }))
    text += chunk;
  assert.strictEqual(text, 'reamst');

  const missing = fs.createReadStream(path.join(folder, 'none'));
  missing.on('error', (err) => {
    assert.strictEqual(err.code, 'ENOENT');
    fs.rmSync(folder, { recursive: true });
  });
})();
