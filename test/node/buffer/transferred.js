'use strict';
// A buffer whose memory was transferred has no bytes; functions that read bytes accept it.
const { Buffer, isAscii, isUtf8 } = require('buffer');
const assert = require('assert');

const memory = new ArrayBuffer(1024);
const view = Buffer.from(memory);
structuredClone(memory, { transfer: [memory] });
assert.strictEqual(isUtf8(memory), true);
assert.strictEqual(isAscii(memory), true);
assert.strictEqual(isUtf8(view), true);
assert.strictEqual(view.toString(), '');
assert.strictEqual(view.indexOf('a'), -1);
assert.strictEqual(view.fill('abc').length, 0);
assert.strictEqual(view.swap16(), view);
assert.strictEqual(Buffer.alloc(4).copy(view), 0);
