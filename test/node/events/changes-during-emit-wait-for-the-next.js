'use strict';
// Listeners added or removed while an event is emitted do not change who hears that event,
// also when a listener emits again.
const assert = require('assert');
const EventEmitter = require('events');

const e = new EventEmitter();
const order = [];
const late = () => order.push('late');
const second = () => order.push('second');
let depth = 0;

e.on('x', () => {
  order.push('first');
  e.removeListener('x', second);
  e.on('x', late);
  if (depth++ === 0)
    e.emit('x');
});
e.on('x', second);

e.emit('x');
assert.deepStrictEqual(order, ['first', 'first', 'late', 'second']);
assert.deepStrictEqual(e.listenerCount('x'), 3);
order.length = 0;
e.removeAllListeners('x');
assert.strictEqual(e.emit('x'), false);
assert.deepStrictEqual(e.eventNames(), []);
