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
  const large = await depth(4);
  assert.strictEqual(small.mb, 1);
  assert.ok(large.depth > 2 * small.depth, `${small.depth} ${large.depth}`);
})();
