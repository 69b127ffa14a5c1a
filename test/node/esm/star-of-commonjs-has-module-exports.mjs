// `export *` of a CommonJS module passes its `module.exports` on, and require() returns that.
import assert from 'node:assert';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-star-'));
try {
  fs.writeFileSync(path.join(folder, 'c.cjs'),
                   'module.exports = function f() {}; module.exports.a = 1;');
  fs.writeFileSync(path.join(folder, 'm.mjs'),
                   'export { default } from "./c.cjs"; export * from "./c.cjs";');
  const loaded = createRequire(path.join(folder, 'x.js'))('./m.mjs');
  assert.strictEqual(typeof loaded, 'function');
  assert.strictEqual(loaded.a, 1);
  const space = await import(path.join(folder, 'm.mjs'));
  assert.deepStrictEqual(Object.keys(space), ['a', 'default', 'module.exports']);
} finally {
  fs.rmSync(folder, { recursive: true });
}
