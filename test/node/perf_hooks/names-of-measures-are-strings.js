'use strict';
// performance.measure() refuses a name that is no string; mark() takes what becomes one.
const assert = require('assert');

for (const name of [5, null, undefined, {}, Symbol('name')]) {
  assert.throws(() => performance.measure(name), {
    name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE',
    message: /^The "name" argument must be of type string\. Received /,
  });
}
assert.throws(() => performance.measure(), { code: 'ERR_MISSING_ARGS' });
assert.strictEqual(performance.measure('name').name, 'name');
assert.strictEqual(performance.mark(5).name, '5');
