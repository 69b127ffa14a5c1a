'use strict';
// node:test: tests, suites, hooks and mocks. Tests run when the main script is through; the process
// ends with code 1 when one of them failed or never ended.

const { make, place, addHook, HOOKS, current } = require('internal/test_runner/test');

function maker(isSuite, name) {
  const define = (extra) => function(...args) { return make(place(), isSuite, extra, ...args); };
  const fn = Object.defineProperty(define({}), 'name', { __proto__: null, value: name });
  fn.expectFailure = define({ expectFailure: true });
  fn.skip = define({ skip: true });
  fn.todo = define({ todo: true });
  fn.only = define({ only: true });
  return fn;
}

const test = maker(false, 'test');
const suite = maker(true, 'suite');

module.exports = test;
for (const kind of HOOKS) {
  test[kind] = Object.defineProperty((fn, options) => addHook(place(), kind, fn, options), 'name',
                                     { __proto__: null, value: kind });
}
Object.assign(test, {
  describe: suite,
  getTestContext: () => current.getStore()?.context,
  it: test,
  suite,
  test,
});
Object.defineProperties(test, {
  mock: {
    __proto__: null, configurable: true, enumerable: true,
    get() {
      const { MockTracker } = require('internal/test_runner/mock');
      const value = new MockTracker();
      Object.defineProperty(test, 'mock', { __proto__: null, value, enumerable: true,
                                            configurable: true, writable: true });
      return value;
    },
  },
  assert: {
    __proto__: null, configurable: true, enumerable: true,
    get() { return { register: require('internal/test_runner/asserts').register }; },
  },
});
