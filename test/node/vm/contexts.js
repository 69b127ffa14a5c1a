'use strict';
// A script in a context sees the sandbox's properties and leaves its own there.
const assert = require('assert');
const vm = require('vm');

const sandbox = vm.createContext({ a: 1 });
assert.strictEqual(vm.runInContext('var b = a + 1; c = 3; a = 5; b', sandbox), 2);
assert.deepStrictEqual({ ...sandbox }, { a: 5, b: 2, c: 3 });
assert.strictEqual(vm.runInNewContext('typeof process'), 'undefined');
assert.ok(!(vm.runInNewContext('[]') instanceof Array));
assert.ok(vm.isContext(sandbox) && !vm.isContext({}));
assert.strictEqual(new vm.Script('this === globalThis').runInThisContext(), true);
assert.strictEqual(vm.compileFunction('return x * y', ['x', 'y'])(6, 7), 42);
assert.throws(() => new vm.Script('foo bar'), SyntaxError);
assert.throws(() => vm.runInContext('1', {}), { code: 'ERR_INVALID_ARG_TYPE' });
