'use strict';
// A domain hears the errors of timers, ticks, immediates and emitters that were made in it.
const assert = require('assert');
const domain = require('domain');
const EventEmitter = require('events');

const heard = [];
const d = domain.create();
d.on('error', (error) => {
  assert.strictEqual(error.domain, d);
  heard.push(error.message);
});
d.run(() => {
  assert.strictEqual(process.domain, d);
  setTimeout(() => { throw new Error('timer'); }, 1);
  setImmediate(() => { throw new Error('immediate'); });
  process.nextTick(() => { throw new Error('tick'); });
  const emitter = new EventEmitter();
  setTimeout(() => emitter.emit('error', new Error('emitter')), 5);
});
assert.ok(!process.domain);
const added = new EventEmitter();
d.add(added);
added.emit('error', new Error('added'));
d.remove(added);
assert.throws(() => added.emit('error', new Error('removed')), /removed/);
d.intercept(() => assert.fail('called'))(new Error('intercepted'));
assert.strictEqual(d.intercept((x) => x)(null, 3), 3);
process.on('exit', () => assert.deepStrictEqual(heard.sort(), [
  'added', 'emitter', 'immediate', 'intercepted', 'tick', 'timer']));
