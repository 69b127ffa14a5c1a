'use strict';
// util.inspect: states of promises, targets of proxies, what is left of an iterator; no trap is
// called.
const assert = require('assert');
const { inspect } = require('util');

const rejected = Promise.reject(new RangeError('no'));
rejected.catch(() => {});
assert.strictEqual(inspect(Promise.resolve([1])), 'Promise { [ 1 ] }');
assert.match(inspect(rejected), /^Promise \{\n {2}<rejected> RangeError: no\n/);
assert.strictEqual(inspect(new Promise(() => {})), 'Promise { <pending> }');
assert.strictEqual(inspect((async () => 'x')()), "Promise { 'x' }");

const trap = () => { throw new Error('a trap was called'); };
const handler = { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, getPrototypeOf: trap,
    has: trap };
assert.strictEqual(inspect(new Proxy({ a: 1 }, handler)), 'Proxy({ a: 1 })');
assert.strictEqual(inspect(new Proxy([1], { x: 2 }), { showProxy: true }),
    'Proxy [ [ 1 ], { x: 2 } ]');
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
assert.strictEqual(inspect(proxy), '<Revoked Proxy>');

const entries = new Map([['a', 1], ['b', 2]]).entries();
entries.next();
assert.strictEqual(inspect(entries), "[Map Entries] { [ 'b', 2 ] }");
assert.strictEqual(inspect(entries), "[Map Entries] { [ 'b', 2 ] }");
assert.deepStrictEqual(entries.next().value, ['b', 2]);
assert.strictEqual(inspect(new Set([1, 2]).values()), '[Set Iterator] { 1, 2 }');
assert.strictEqual(inspect((function() { return arguments; })(1)), "[Arguments] { '0': 1 }");
