'use strict';
// stat() takes a signal; cp() refuses an existing folder when asked to; a stream of a descriptor
// has no path.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const at = (name) => path.join(folder, name);

let aborted = 0;
fs.stat(folder, { signal: AbortSignal.abort() }, (err) => {
  assert.strictEqual(err.name, 'AbortError');
  aborted++;
});
const controller = new AbortController();
fs.lstat(folder, { signal: controller.signal }, (err) => {
  assert.strictEqual(err.name, 'AbortError');
  aborted++;
});
controller.abort();
assert.throws(() => fs.stat(folder, { signal: 5 }, () => {}), { code: 'ERR_INVALID_ARG_TYPE' });
process.on('exit', () => assert.strictEqual(aborted, 2));

fs.mkdirSync(at('a'));
fs.mkdirSync(at('b'));
const options = { recursive: true, errorOnExist: true, force: false };
assert.throws(() => fs.cpSync(at('a'), at('b'), options), { code: 'ERR_FS_CP_EEXIST' });
fs.cp(at('a'), at('b'), options, (err) => assert.strictEqual(err.code, 'ERR_FS_CP_EEXIST'));
assert.rejects(fs.promises.cp('a', 'b', () => {}), { code: 'ERR_INVALID_ARG_TYPE' });

fs.writeFileSync(at('file'), '');
const stream = fs.createReadStream(at('file'), { fd: fs.openSync(at('file')) });
assert.strictEqual(stream.path, undefined);
stream.resume();
assert.throws(() => fs.WriteStream.prototype.autoClose, { code: 'ERR_INVALID_THIS' });
