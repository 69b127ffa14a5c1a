'use strict';
// require.resolve() refuses folders that are no strings; `process` has its own tag.
const assert = require('assert');

for (const value of [1, false, null, undefined, () => {}, {}]) {
  assert.throws(() => require.resolve('./a', { paths: [value] }), {
    name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE',
    message: 'The "paths" argument must be array of strings. Received an instance of Array',
  });
}
assert.strictEqual(require.resolve('./members', { paths: [__dirname] }),
                   require.resolve('./members'));
assert.deepStrictEqual(Object.getOwnPropertyDescriptor(process, Symbol.toStringTag), {
  value: 'process', writable: true, enumerable: false, configurable: false,
});
