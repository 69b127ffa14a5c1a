'use strict';
// node:test: tests, suites, hooks and mocks. Tests run when the main script is through; the process
// ends with code 1 when one of them failed or never ended.

const { ObjectDefineProperties, ObjectDefineProperty } = primordials;
const { assignOwn, setOwnProperty } = require('internal/util');
const { make, place, addHook, HOOKS, current } = require('internal/test_runner/test');

function maker(isSuite, name) {
  const define = (extra) => function(first, options, body) {
    return make(place(), isSuite, extra, first, options, body);
  };
  const fn = ObjectDefineProperty(define({ __proto__: null }), 'name',
                                  { __proto__: null, value: name });
  return assignOwn(fn, {
    __proto__: null,
    expectFailure: define({ __proto__: null, expectFailure: true }),
    skip: define({ __proto__: null, skip: true }),
    todo: define({ __proto__: null, todo: true }),
    only: define({ __proto__: null, only: true }),
  });
}

const test = maker(false, 'test');
const suite = maker(true, 'suite');

module.exports = test;
for (let i = 0; i < HOOKS.length; i++) {
  const kind = HOOKS[i];
  setOwnProperty(test, kind, ObjectDefineProperty(
    (fn, options) => addHook(place(), kind, fn, options), 'name',
    { __proto__: null, value: kind }));
}
assignOwn(test, {
  __proto__: null,
  describe: suite,
  getTestContext: () => current.getStore()?.context,
  it: test,
  suite,
  test,
});
ObjectDefineProperties(test, {
  __proto__: null,
  mock: {
    __proto__: null, configurable: true, enumerable: true,
    get() {
      const { MockTracker } = require('internal/test_runner/mock');
      const value = new MockTracker();
      ObjectDefineProperty(test, 'mock', { __proto__: null, value, enumerable: true,
                                            configurable: true, writable: true });
      return value;
    },
  },
  assert: {
    __proto__: null, configurable: true, enumerable: true,
    get() { return { register: require('internal/test_runner/asserts').register }; },
  },
});
