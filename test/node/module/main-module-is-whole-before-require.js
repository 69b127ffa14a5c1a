// The main module has its class, its parent and its extensions before the program's first
// require(), and built-ins do not mind what it has done to the globals by then.
const { constructor, parent, children, loaded, id, filename } = module;
const { extensions, cache, main } = require;
const { defineProperty } = Object;
const { WeakMap } = globalThis;
globalThis.WeakMap = Object.defineProperty = undefined;
const { argv, mainModule, exitCode } = process;
require('path');
Object.defineProperty = defineProperty;
globalThis.WeakMap = WeakMap;

const assert = require('assert');
const Module = require('module');
assert.strictEqual(constructor, Module);
assert.ok(module instanceof Module);
assert.strictEqual(parent, null);
assert.deepStrictEqual(children, []);
assert.deepStrictEqual([loaded, id, filename], [false, '.', __filename]);
assert.strictEqual(extensions, Module._extensions);
assert.deepStrictEqual(Object.keys(extensions), ['.js', '.json', '.node']);
assert.strictEqual(cache, Module._cache);
assert.strictEqual(cache[__filename], module);
assert.strictEqual(main, module);
assert.strictEqual(mainModule, module);
assert.deepStrictEqual([argv.length, argv[1], exitCode], [2, __filename, undefined]);
