'use strict';
// node:test: the process ends with 0 exactly when all tests passed; one that never ends has failed.
const assert = require('assert');
const { spawnSync } = require('child_process');

const CASES = [
  [0, "test('a', () => {}); test('b', { todo: true }, () => { throw new Error('x'); })"],
  [0, "test('a', async (t) => { await t.test('in', { skip: true }, () => { throw 1; }); })"],
  [0, "test('a', (t, done) => setTimeout(done, 2))"],
  [0, "test('a', (t) => { t.plan(1); t.assert.ok(true); })"],
  [1, "test('a', () => { throw new Error('x'); })"],
  [1, "test('a', async (t) => { await t.test('in', async () => { throw new Error('x'); }); })"],
  [1, "test.describe('a', () => { test('in', () => { throw new Error('x'); }); })"],
  [1, "test('a', (t, done) => setTimeout(() => { throw new Error('x'); }, 2))"],
  [1, "test('a', { timeout: 5 }, () => new Promise((r) => setTimeout(r, 1000)))"],
  [1, "test('a', (t) => { t.plan(2); t.assert.ok(true); })"],
];
function statusOf(text) {
  return spawnSync(process.execPath, ['-e', `const test = require('node:test'); ${text}`],
                   { timeout: 100000 }).status;
}
for (const [code, text] of CASES)
  assert.strictEqual(statusOf(text), code, text);
assert.notStrictEqual(statusOf("test('a', () => new Promise(() => {}))"), 0);
