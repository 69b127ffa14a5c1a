'use strict';
// The last next() of a resolve hook returns an object that inherits nothing: a `format` on
// Object.prototype does not decide how a module is loaded.
const assert = require('node:assert');
const { registerHooks } = require('node:module');

const seen = [];
registerHooks({
  resolve(specifier, context, next) {
    const result = next(specifier, context);
    seen.push([Object.getPrototypeOf(result), Object.keys(result)]);
    return result;
  },
});
Object.prototype.format = true;
require('node:path');
require('../../../bench/runtime/empty.cjs');
delete Object.prototype.format;
for (const [prototype, keys] of seen) {
  assert.strictEqual(prototype, null);
  assert.deepStrictEqual(keys, ['url', 'format', 'importAttributes']);
}
