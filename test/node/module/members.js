'use strict';
// node:module is Module itself: it finds, names and loads.
const assert = require('assert');
const Module = require('module');
const path = require('path');

assert.strictEqual(Module.Module, Module);
assert.ok(module instanceof Module);
assert.ok(Module.isBuiltin('fs') && Module.isBuiltin('node:fs') && !Module.isBuiltin('nothing'));
assert.ok(Module.builtinModules.includes('child_process'));
assert.strictEqual(Module.builtinModules, Module.builtinModules);
assert.ok(Object.isFrozen(Module.builtinModules));

// A derived class takes all properties over by assignment.
(function() {
  'use strict';
  class Derived extends Module {}
  for (const [name, value] of Object.entries(Module)) {
    Derived[name] = value;
    assert.strictEqual(Object.getOwnPropertyDescriptor(Derived, name).value, value);
  }
})();
const require2 = Module.createRequire(__filename);
assert.strictEqual(require2('os'), require('os'));
assert.strictEqual(require2.resolve('./members'), __filename);
assert.throws(() => Module.createRequire('relative'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => Module.findPackageJSON(), { code: 'ERR_MISSING_ARGS' });
assert.strictEqual(process.getBuiltinModule('path'), path);
assert.strictEqual(process.getBuiltinModule('nothing'), undefined);
assert.strictEqual(Module.syncBuiltinESMExports(), undefined);
