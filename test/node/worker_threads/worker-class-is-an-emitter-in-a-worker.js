// The class Worker is an emitter also in a worker that has only required it.
const assert = require('assert');
const { Worker } = require('worker_threads');

const CHECKS = [
  "assert.strictEqual(typeof Worker.prototype.on, 'function')",
  "assert.ok(Worker.prototype instanceof require('events'))",
  "const E = require('events'); assert.strictEqual(Object.getPrototypeOf(Worker), E)",
  'assert.strictEqual(Worker.defaultMaxListeners, 10)',
  "assert.strictEqual(Worker.prototype.on, require('events').prototype.on)",
  "class Own extends Worker {}; " +
    "assert.strictEqual(Own.prototype.emit, require('events').prototype.emit)",
  "require('events').prototype.added = 1; assert.strictEqual(Worker.prototype.added, 1)",
  "new Worker('1', { eval: true }).on('exit', (code) => assert.strictEqual(code, 0))",
  "class Own extends Worker {}; const own = new Own('1', { eval: true }); " +
    "assert.ok(own instanceof Own && own instanceof Worker && own instanceof require('events'))",
  'assert.throws(() => Worker(), TypeError)',
];

for (const check of CHECKS) {
  new Worker(`
    const { Worker } = require('worker_threads');
    const assert = require('assert');
    ${check};
  `, { eval: true }).on('exit', (code) => assert.strictEqual(code, 0, check));
}
