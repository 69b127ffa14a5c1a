'use strict';
// An 'error' nobody listens for is thrown: an Error as it is, other values wrapped;
// a monitor hears it first and does not count as a listener.
const assert = require('assert');
const EventEmitter = require('events');

const e = new EventEmitter();
const boom = new Error('boom');
const heard = [];
e.on(EventEmitter.errorMonitor, (err) => heard.push(err));
assert.throws(() => e.emit('error', boom), (err) => err === boom);
assert.throws(() => e.emit('error', { a: 1 }), {
  code: 'ERR_UNHANDLED_ERROR', message: 'Unhandled error. ({ a: 1 })', context: { a: 1 },
});
assert.throws(() => e.emit('error'), { message: 'Unhandled error. (undefined)' });
assert.deepStrictEqual(heard, [boom, { a: 1 }, undefined]);
e.on('error', () => {});
assert.strictEqual(e.emit('error', boom), true);
