'use strict';
// AbortSignal.any() aborts with the reason of the source that aborted first, observed or not, and
// fires after its source.
const assert = require('assert');

const [a, b] = [new AbortController(), new AbortController()];
const unobserved = AbortSignal.any([a.signal, b.signal]);
const observed = AbortSignal.any([unobserved]);
const order = [];
observed.addEventListener('abort', () => order.push('any'));
b.signal.addEventListener('abort', () => order.push('source'));
b.abort('b');
a.abort('a');
assert.deepStrictEqual(order, ['source', 'any']);
assert.strictEqual(unobserved.aborted, true);
assert.strictEqual(unobserved.reason, 'b');
assert.strictEqual(observed.reason, 'b');
assert.strictEqual(AbortSignal.any([a.signal]).reason, 'a');
