'use strict';
// map() with concurrency runs calls side by side and still gives results in the order of the input.
const assert = require('assert');
const { Readable } = require('stream');
const { setTimeout: sleep } = require('timers/promises');

let running = 0;
let most = 0;
let finished = false;
(async () => {
  const result = await Readable.from([4, 3, 2, 1]).map(async (n) => {
    most = Math.max(most, ++running);
    await sleep(n);
    running--;
    return n * 2;
  }, { concurrency: 2 }).filter((n) => n !== 6).toArray();
  assert.deepStrictEqual(result, [8, 4, 2]);
  assert.strictEqual(most, 2);
  assert.strictEqual(await Readable.from([1, 2, 3]).reduce((a, b) => a + b), 6);
  assert.deepStrictEqual(await Readable.from([1, 2, 3, 4]).drop(1).take(2).toArray(), [2, 3]);
  finished = true;
})();
process.on('exit', () => assert.strictEqual(finished, true));
