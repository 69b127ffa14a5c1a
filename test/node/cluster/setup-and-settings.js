// setupPrimary() adds to cluster.settings and emits 'setup'; defaults are those of this process. A
// policy that does not exist throws.
const assert = require('assert');
const cluster = require('cluster');

const settings = [];
cluster.on('setup', (given) => settings.push(given));
assert.deepStrictEqual(cluster.settings, {});
cluster.setupPrimary();
assert.deepStrictEqual(cluster.settings, {
  args: process.argv.slice(2), exec: process.argv[1], execArgv: process.execArgv, silent: false });
cluster.setupMaster({ exec: 'other.js', args: ['a'] });
cluster.setupPrimary({ silent: true });
assert.deepStrictEqual(cluster.settings, {
  args: ['a'], exec: 'other.js', execArgv: process.execArgv, silent: true });
setImmediate(() => assert.deepStrictEqual(settings.map(({ silent }) => silent),
                                          [false, false, true]));
assert.strictEqual(cluster.SCHED_NONE, 1);
assert.strictEqual(cluster.SCHED_RR, 2);
assert.strictEqual(cluster.isWorker, false);
assert.strictEqual(cluster.isMaster, true);
cluster.disconnect(() => assert.deepStrictEqual(cluster.workers, {}));
