'use strict';
// The report of an uncaught value calls no function of the program's: no custom inspect function,
// no getter of a tag, no toString(); and properties are shown five levels deep.
const assert = require('assert');
const { spawnSync } = require('child_process');

function reported(code, text) {
  const { status, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  assert.strictEqual(status, 1, code);
  assert.ok(stderr.includes(text), `${code}: ${stderr}`);
}

const CUSTOM = "[Symbol.for('nodejs.util.inspect.custom')]() { return 'custom'; }";
const TAG = 'Object.defineProperty(Object.prototype, Symbol.toStringTag, { get() { throw 1; } });';
reported(`throw { ${CUSTOM}, a: 1 }`, '  a: 1,\n');
reported('throw { a: { b: { c: { d: 1 } } } }', 'a: { b: { c: { d: 1 } } }');
reported('throw Object.assign(new Error("x"), { a: { b: { c: {} } } })', 'a: { b: { c: {} } }');
reported('class A extends Error {} throw new A("text")', '\nError: text\n');
reported(`${TAG} throw { a: 1 }`, '{ a: 1 }');
reported(`Promise.reject({ ${CUSTOM}, a: 1 })`, 'with the reason "#<Object>".');
reported('Promise.reject(new Map())', 'with the reason "#<Map>".');
reported('Promise.reject([1])', 'with the reason "[object Array]".');
reported('Promise.reject("text")', 'with the reason "text".');
reported(`${TAG} Promise.reject({ a: 1 })`, 'with the reason "#<Object>".');
