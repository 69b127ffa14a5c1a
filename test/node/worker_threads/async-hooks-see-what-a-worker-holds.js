// The resources of a worker, WORKER and the ports to it, tell by hasRef() whether they keep the
// loop alive: tools that look for what does so read it.
const assert = require('assert');
const { createHook } = require('async_hooks');
const { Worker } = require('worker_threads');

const resources = [];
createHook({
  init(id, type, trigger, resource) {
    if (type === 'WORKER' || type === 'MESSAGEPORT')
      resources.push({ type, resource });
  },
}).enable();
const holders = () => resources.filter(({ resource }) => resource.hasRef())
  .map(({ type }) => type);

const worker = new Worker('', { eval: true });
assert.deepStrictEqual(holders(), ['WORKER']);
worker.unref();
assert.deepStrictEqual(holders(), []);
worker.ref();
assert.deepStrictEqual(holders(), ['WORKER', 'MESSAGEPORT']);
