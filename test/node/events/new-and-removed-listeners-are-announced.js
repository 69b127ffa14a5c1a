'use strict';
// 'newListener' comes before a listener is added, 'removeListener' after it was removed: to all
// listeners of these events, or to an emit() that the program has replaced.
const assert = require('assert');
const EventEmitter = require('events');

function heard() {}
function other() {}

const log = [];
const e = new EventEmitter();
e.on('newListener', function(type, listener) {
  assert.strictEqual(this, e);
  log.push(['new', type, listener, e.listenerCount('x')]);
});
const onRemove = (type, listener) => log.push(['removed', type, listener, e.listenerCount('x')]);
e.on('removeListener', onRemove);
e.on('removeListener', other);
e.once('x', heard);
e.on('x', other);
e.off('x', heard);
e.off('x', other);
assert.deepStrictEqual(log, [
  ['new', 'removeListener', onRemove, 0], ['new', 'removeListener', other, 0],
  ['new', 'x', heard, 0], ['new', 'x', other, 1],
  ['removed', 'x', heard, 1], ['removed', 'x', other, 0],
]);

// The only listener of 'removeListener' does not hear of itself.
const alone = new EventEmitter();
const never = () => assert.fail('it was removed');
alone.on('removeListener', never);
alone.off('removeListener', never);
assert.deepStrictEqual(alone.eventNames(), []);

// A replaced emit() sees the announcements.
const replaced = new EventEmitter();
const seen = [];
replaced.on('removeListener', never);
replaced.on('newListener', never);
replaced.emit = function(...args) { seen.push(args); return true; };
replaced.on('x', other);
replaced.off('x', other);
assert.deepStrictEqual(seen, [['newListener', 'x', other], ['removeListener', 'x', other]]);
