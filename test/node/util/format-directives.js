'use strict';
// util.format: each directive, what is left over, and objects that say how they are written.
const assert = require('assert');
const { format, formatWithOptions } = require('util');

const table = [
  [['%s %s', 'a'], 'a %s'],
  [['%d %i %f', '0x10', '12.7px', '1.5x'], '16 12 1.5'],
  [['%d', 12n], '12n'],
  [['%s %s', -0, Symbol('x')], '-0 Symbol(x)'],
  [['%j', { a: [1] }], '{"a":[1]}'],
  [['%O', { a: { b: { c: { d: 1 } } } }], '{ a: { b: { c: [Object] } } }'],
  [['%o', [1]], '[ 1, [length]: 1 ]'],
  [['%cred', 'color: red'], 'red'],
  [['100%% of %s', 'x'], '100% of x'],
  [['%x', 1], '%x 1'],
  [['a', 'b', { c: 1 }], 'a b { c: 1 }'],
  [[1, '2'], '1 2'],
  [['%s', { toString() { return 'own'; } }], 'own'],
  [['%s', [1, { a: 2 }]], '[ 1, [Object] ]'],
  [['%s', class A {}], 'class A {}'],
  [[], ''],
];
for (const [args, expected] of table)
  assert.strictEqual(format(...args), expected);
// To look whether a proxy has a text of its own springs no trap of it.
const refuse = () => { throw new Error('sprung'); };
const guarded = new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse,
                                getOwnPropertyDescriptor: refuse, ownKeys: refuse });
assert.strictEqual(format('%s', guarded), 'Proxy({})');
assert.strictEqual(format('%s', new Proxy({ toString: () => 'own' }, {})), 'own');
const circular = {};
circular.self = circular;
assert.strictEqual(format('%j', circular), '[Circular]');
assert.strictEqual(formatWithOptions({ colors: true }, 1, 'a'), '\u001b[33m1\u001b[39m a');
assert.throws(() => formatWithOptions(null, 1), { code: 'ERR_INVALID_ARG_TYPE' });
