'use strict';
// EventTarget: once, capture as part of the identity, passive, handleEvent objects, signal.
const assert = require('assert');

const target = new EventTarget();
const order = [];
const controller = new AbortController();
const twice = () => order.push('twice');
target.addEventListener('x', () => order.push('once'), { once: true });
target.addEventListener('x', twice);
target.addEventListener('x', twice);
target.addEventListener('x', twice, true);
target.addEventListener('x', { handleEvent() { order.push('object'); } });
target.addEventListener('x', (event) => event.preventDefault(), { passive: true });
target.addEventListener('x', () => order.push('signal'), { signal: controller.signal });

assert.strictEqual(target.dispatchEvent(new Event('x', { cancelable: true })), true);
assert.deepStrictEqual(order, ['once', 'twice', 'twice', 'object', 'signal']);
order.length = 0;
controller.abort();
target.removeEventListener('x', twice, true);
target.dispatchEvent(new Event('x'));
assert.deepStrictEqual(order, ['twice', 'object']);
assert.throws(() => target.dispatchEvent({}), { code: 'ERR_INVALID_ARG_TYPE' });
