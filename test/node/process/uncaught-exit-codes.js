'use strict';
// An uncaught error ends with 1, one in its handler with 7; 'exit' listeners have the last word.
const assert = require('assert');
const { spawnSync } = require('child_process');

const code = (script) => spawnSync(process.execPath, ['-e', script]).status;
assert.strictEqual(code('throw new Error("x")'), 1);
assert.strictEqual(code('throw null'), 1);
assert.strictEqual(code('Promise.reject(new Error("x"))'), 1);
assert.strictEqual(code('process.on("uncaughtException", () => { throw 1 }); throw 2'), 7);
assert.strictEqual(code('process.on("uncaughtException", () => {}); throw 2'), 0);
assert.strictEqual(code('process.on("exit", () => { process.exitCode = 9 }); throw 2'), 9);
assert.strictEqual(code('process.on("exit", () => { process.exit(4) }); process.exit(3)'), 4);
assert.strictEqual(code('process.on("exit", () => { throw 2 })'), 1);
assert.strictEqual(code('process.setUncaughtExceptionCaptureCallback(() => {}); throw 1'), 0);
