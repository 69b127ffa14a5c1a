'use strict';
// Errors that the engine throws by itself have V8's words wherever the runtime passes them on.
const assert = require('assert');
const { inspect } = require('util');

const o = { a: {}, list: [{}], f() {} };
const constant = 1;   // lint-ok: unused-name it is there to be assigned to
class A { #x = 1; static read(other) { return other.#x; } }

const cases = [
  [() => o.b.c, TypeError, "Cannot read properties of undefined (reading 'c')"],
  [() => o['b']['c d'], TypeError, "Cannot read properties of undefined (reading 'c d')"],
  [() => { o.b.c = 1; }, TypeError, "Cannot set properties of undefined (setting 'c')"],
  [() => null.x(), TypeError, "Cannot read properties of null (reading 'x')"],
  [() => o.g(), TypeError, 'o.g is not a function'],
  [() => o.f()(), TypeError, 'o.f(...) is not a function'],
  [() => o.list[0].x(1, 'a)'), TypeError, 'o.list[0].x is not a function'],
  [() => new o.a(), TypeError, 'o.a is not a constructor'],
  // lint-ok: undefined-name that is the case
  [() => missing(), ReferenceError, 'missing is not defined'],
  [() => A(), TypeError, "Class constructor A cannot be invoked without 'new'"],
  [() => A.read({}), TypeError,
   'Cannot read private member #x from an object whose class did not declare it'],
  [() => { constant = 2; }, TypeError, 'Assignment to constant variable.'],
  [() => { new Late(); class Late {} }, ReferenceError,
   "Cannot access 'Late' before initialization"],
  // lint-ok: unused-name the loop does not begin
  [() => { for (const x of o); }, TypeError, 'o is not iterable'],
  [() => { Object.freeze(o.a); o.a.x = 1; }, TypeError,
   'Cannot add property x, object is not extensible'],
  [() => { const all = []; all.length = -1; }, RangeError, 'Invalid array length'],
  [function recurse() { recurse(); }, RangeError, 'Maximum call stack size exceeded'],
  [() => `${Symbol('x')}`, TypeError, 'Cannot convert a Symbol value to a string'],
  [() => 1n + 1, TypeError, 'Cannot mix BigInt and other types, use explicit conversions'],
  [() => Map(), TypeError, "Constructor Map requires 'new'"],
  [() => decodeURIComponent('%'), URIError, 'URI malformed'],
];
for (const [fn, Type, message] of cases)
  assert.throws(fn, (error) => error instanceof Type && error.message === message, message);

try {
  o.b.c();
} catch (error) {
  assert.match(inspect(error),
               /^TypeError: Cannot read properties of undefined \(reading 'c'\)\n {4}at /);
  assert.strictEqual(error.message, "Cannot read properties of undefined (reading 'c')");
}

process.once('uncaughtException', (error) => {
  assert.strictEqual(error.message, 'missing2 is not defined');
  assert.ok(error.stack.startsWith('ReferenceError: missing2 is not defined\n    at '));
});
setImmediate(() => missing2);   // lint-ok: undefined-name that is the case
