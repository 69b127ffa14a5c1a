'use strict';
// A signal is one through a proxy too: options may come wrapped.
const assert = require('assert');
const fs = require('fs');

const controller = new AbortController();
const signal = new Proxy(controller.signal, {});
assert.strictEqual(signal.aborted, false);
signal.throwIfAborted();
let told = 0;
signal.addEventListener('abort', () => told++);
controller.abort('why');
assert.strictEqual(told, 1);
assert.strictEqual(signal.aborted, true);
assert.strictEqual(signal.reason, 'why');
fs.readFile(__filename, { signal }, (error) => assert.strictEqual(error.name, 'AbortError'));
const { get } = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted');
assert.throws(() => get.call({}), { code: 'ERR_INVALID_THIS' });
