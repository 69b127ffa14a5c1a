'use strict';
// The place that the engine stores in errors of the syntax is not enumerable; what a script adds to
// an error of its own is.
const assert = require('assert');
const vm = require('vm');

const caught = (code) => {
  try {
    code();
  } catch (error) {
    return error;
  }
};

for (const code of [() => new vm.Script('let let'), () => vm.runInThisContext('let let'),
                    () => vm.runInNewContext('let let'), () => vm.compileFunction('let let'),
                    () => vm.runInThisContext('async () => { await 1; let let }'),
                    () => vm.runInThisContext('() => import("fs"); let let')]) {
  const error = caught(code);
  assert.strictEqual(error.name, 'SyntaxError');
  assert.deepStrictEqual(Object.keys(error), []);
  assert.strictEqual(JSON.stringify(error), '{}');
}

const own = caught(() => vm.runInThisContext(
  'throw Object.defineProperty(new Error("a"), "line", { enumerable: true, value: 7 })'));
assert.deepStrictEqual(Object.entries(own), [['line', 7]]);
assert.deepStrictEqual(caught(() => vm.runInThisContext('throw { line: 7 }')), { line: 7 });

import('data:text/javascript,let let').then(assert.fail, (error) => {
  assert.deepStrictEqual(Object.keys(error), []);
});
