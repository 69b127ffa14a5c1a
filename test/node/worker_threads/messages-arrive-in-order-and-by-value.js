// What is posted to a worker and back is a copy, of every kind that can be cloned, in order.
const assert = require('assert');
const { Worker, isMainThread, threadId } = require('worker_threads');

assert.strictEqual(isMainThread, true);
assert.strictEqual(threadId, 0);

const cycle = { name: 'cycle' };
cycle.self = cycle;
const cause = new TypeError('inner');
const values = [
  undefined, null, true, 0, -0, 1.5, -7, 2 ** 40, NaN, 'text', 'ä€😀', 'x'.repeat(5000), 12n ** 30n,
  [1, , 3], { a: { b: [] } }, new Date(5), /a+/gi, new Map([[{ k: 1 }, new Set([1])]]), cycle,
  new Uint8Array([1, 2, 3]), new Float64Array([1.5]).subarray(0),
  new DataView(new ArrayBuffer(3), 1),
  new Error('outer', { cause }), Object(5), Object('s'), Buffer.alloc(100000, 7),
  new DOMException('no', 'AbortError'), new ArrayBuffer(4, { maxByteLength: 8 }),
];
const worker = new Worker(`
  const { parentPort } = require('worker_threads');
  parentPort.on('message', (value) => {
    if (value === 'end') parentPort.close();
    else parentPort.postMessage(value);
  });
`, { eval: true });
const got = [];
worker.on('message', (value) => got.push(value));
for (const value of values)
  worker.postMessage(value);
worker.postMessage('end');
worker.on('exit', (code) => {
  assert.strictEqual(code, 0);
  assert.strictEqual(got.length, values.length);
  for (let i = 0; i < values.length; i++) {
    const value = Buffer.isBuffer(values[i]) ? new Uint8Array(values[i]) : values[i];
    if (got[i] instanceof Error) {
      assert.strictEqual(got[i].message, value.message);
      assert.strictEqual(got[i].stack, value.stack);
      assert.strictEqual(got[i].constructor, value.constructor);
      assert.strictEqual(got[i].cause?.message, value.cause?.message);
    } else {
      assert.deepStrictEqual(got[i], value);
    }
  }
  assert.strictEqual(got[18].self, got[18]);
  assert.notStrictEqual(got[18], cycle);
  assert.ok(got[20] instanceof Float64Array);
});
