'use strict';
// throws() takes a class, a pattern, a shape or a function; what does not fit is told.
const assert = require('assert');

class MyError extends Error {}
const thrower = () => { throw Object.assign(new MyError('bad thing'), { code: 'E_BAD' }); };

assert.throws(thrower);
assert.throws(thrower, MyError);
assert.throws(thrower, /^Error: bad thing$/);
assert.throws(thrower, { message: /thing/, code: 'E_BAD', name: 'Error' });
assert.throws(thrower, (error) => error.code === 'E_BAD');

const failing = (expected, shape) =>
  assert.throws(() => assert.throws(thrower, expected),
                { code: 'ERR_ASSERTION', operator: 'throws', ...shape });
failing(TypeError, {
  message: 'The error is expected to be an instance of "TypeError". Received "MyError"\n\n' +
    'Error message:\n\nbad thing',
});
failing(/good/, { message: /^The input did not match the regular expression \/good\// });
failing({ code: 'E_GOOD' }, {
  message: 'Expected values to be strictly deep-equal:\n+ actual - expected\n\n  Comparison {\n' +
    "+   code: 'E_BAD'\n-   code: 'E_GOOD'\n  }\n",
});
failing(() => 1, { message: /validation function is expected to return "true". Received 1/ });

assert.throws(() => assert.throws(() => {}, MyError),
              { message: 'Missing expected exception (MyError).' });
assert.throws(() => assert.throws(thrower, 'bad thing'), { code: 'ERR_AMBIGUOUS_ARGUMENT' });
assert.throws(() => assert.throws(thrower, {}), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => assert.doesNotThrow(thrower),
              /Got unwanted exception\.\nActual message: "bad thing"/);

let count = 0;
assert.rejects(async () => thrower(), MyError)
  .then(() => assert.rejects(assert.rejects(Promise.resolve(1)), /Missing expected rejection/))
  .then(() => { count++; });
process.on('exit', () => assert.strictEqual(count, 1));
