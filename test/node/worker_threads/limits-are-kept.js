// A worker whose heap exceeds its limit is ended with ERR_WORKER_OUT_OF_MEMORY, also while it runs;
// a larger stack takes deeper recursion; the limits are known on both sides.
const assert = require('assert');
const { Worker } = require('worker_threads');

const limits = { maxOldGenerationSizeMb: 30, maxYoungGenerationSizeMb: 4 };
const worker = new Worker('const list = []; for (;;) list.push({ list: [Math.random()] });',
                          { eval: true, resourceLimits: limits });
assert.strictEqual(worker.resourceLimits.maxOldGenerationSizeMb, 30);
let failed = false;
worker.on('error', (error) => {
  failed = true;
  assert.strictEqual(error.code, 'ERR_WORKER_OUT_OF_MEMORY');
});
worker.on('exit', (code) => {
  assert.ok(failed);
  assert.strictEqual(code, 1);
  assert.deepStrictEqual(worker.resourceLimits, {});
});

function depth(stackSizeMb) {
  return new Promise((resolve) => {
    new Worker(`
      const { parentPort, resourceLimits } = require('worker_threads');
      let depth = 0;
      try { (function deeper() { depth++; deeper(); })(); } catch {}
      parentPort.postMessage({ depth, mb: resourceLimits.stackSizeMb });
    `, { eval: true, resourceLimits: { stackSizeMb } }).on('message', resolve);
  });
}
(async () => {
  const small = await depth(1);
  // Frames of compiled code may be smaller: 16 times the stack for twice the depth.
  const large = await depth(16);
  assert.strictEqual(small.mb, 1);
  assert.ok(large.depth > 2 * small.depth, `${small.depth} ${large.depth}`);
})();

// Before its script runs, and when it asks for the size of its heap.
function outOfMemory(source, maxOldGenerationSizeMb) {
  const limited = new Worker(source, {
    eval: true, resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 0 },
  });
  return new Promise((resolve) => limited.on('error', resolve));
}
(async () => {
  const before = await outOfMemory('setInterval(() => {}, 1000)', 0);
  assert.strictEqual(before.code, 'ERR_WORKER_OUT_OF_MEMORY');
  const asks = await outOfMemory(`
    const list = [];
    for (;;) {
      if (process.memoryUsage().heapUsed > ${40 << 20})
        throw new Error('the limit is not kept');
      for (let i = 0; i < 20000; i++)
        list.push([list]);
    }
  `, 16);
  assert.strictEqual(asks.code, 'ERR_WORKER_OUT_OF_MEMORY');
})();
