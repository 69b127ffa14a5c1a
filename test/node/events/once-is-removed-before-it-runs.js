'use strict';
// A once() listener is gone before it runs, so emitting from inside it does not call it again;
// rawListeners() shows the wrapper, listeners() what the user gave.
const assert = require('assert');
const EventEmitter = require('events');

const e = new EventEmitter();
let calls = 0;
const listener = () => {
  calls++;
  e.emit('x');
};
e.once('x', listener);
assert.deepStrictEqual(e.listeners('x'), [listener]);
assert.notStrictEqual(e.rawListeners('x')[0], listener);
assert.strictEqual(e.rawListeners('x')[0].listener, listener);
e.emit('x');
assert.strictEqual(calls, 1);
e.once('x', listener).removeListener('x', listener);
assert.strictEqual(e.emit('x'), false);
