// A WebAssembly.Module is cloned, within a thread and to another, however it was made; one object
// that a message names twice arrives as one.
const assert = require('assert');
const { Worker } = require('worker_threads');

const bytes = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100,
  100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11,
]);
const sum = (module) => new WebAssembly.Instance(module).exports.add(10, 20);

const made = new WebAssembly.Module(bytes);
assert.ok(made instanceof WebAssembly.Module);
assert.strictEqual(made.constructor, WebAssembly.Module);
const copy = structuredClone({ made });
assert.notStrictEqual(copy.made, made);
assert.strictEqual(sum(copy.made), 30);
assert.throws(() => WebAssembly.Module(bytes), TypeError);
assert.throws(() => new WebAssembly.Module('text'), TypeError);

(async () => {
  const compiled = await WebAssembly.compile(bytes);
  const { module } = await WebAssembly.instantiate(bytes.buffer);
  assert.strictEqual(sum(structuredClone(compiled)), 30);
  const worker = new Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.once('message', (list) => {
      const sums = list.map((module) => new WebAssembly.Instance(module).exports.add(10, 20));
      parentPort.postMessage([sums, list[0] === list[3]]);
    });
  `, { eval: true });
  worker.postMessage([made, compiled, module, made]);
  worker.once('message', (got) => {
    assert.deepStrictEqual(got, [[30, 30, 30, 30], true]);
  });
})();
