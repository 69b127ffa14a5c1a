'use strict';
// An uncaught exception is told in the context of the callback that threw; the next has its own.
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
const seen = [];
process.on('uncaughtException', () => seen.push(storage.getStore()));
storage.run('timer', () => setTimeout(() => { throw new Error('1'); }, 1));
storage.run('tick', () => process.nextTick(() => { throw new Error('2'); }));
storage.run('immediate', () => setImmediate(() => { throw new Error('3'); }));
setTimeout(() => seen.push(storage.getStore()), 20);
process.on('exit', () => {
  assert.deepStrictEqual(seen.slice(0, 3).sort(), ['immediate', 'tick', 'timer']);
  assert.strictEqual(seen[3], undefined);
});
