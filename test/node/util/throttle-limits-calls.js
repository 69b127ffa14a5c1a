'use strict';
// util.throttle(): as many calls as the limit start at once; others wait in order, or are dropped.
const assert = require('assert');
const { throttle } = require('util');

const dropped = {
  name: 'Error', code: 'ERR_THROTTLED', message: 'The call was dropped by the throttled function',
};
const aborted = { name: 'AbortError', code: 'ABORT_ERR' };

async function waits(options) {
  const started = [];
  const throttled = throttle(function start(x) {
    assert.strictEqual(this, throttled);
    started.push(x);
    return x;
  }, 2, 20, options);
  const results = [1, 2, 3].map((x) => throttled(x));
  assert.deepStrictEqual(started, [1, 2]);
  assert.strictEqual(throttled.pending, results[2]);
  assert.deepStrictEqual([throttled.pendingCount, throttled.hasImmediateCapacity()], [1, false]);
  assert.deepStrictEqual(await Promise.all(results), [1, 2, 3]);
  assert.deepStrictEqual(started, [1, 2, 3]);
  assert.deepStrictEqual([throttled.pending, throttled.pendingCount], [null, 0]);
}

async function drops() {
  const dropping = throttle((x) => x, 1, 1e6, { overflow: 'drop' });
  assert.strictEqual(await dropping(1), 1);
  await assert.rejects(dropping(2), dropped);
  const full = throttle((x) => x, 1, 1e6, { maxPending: 1 });
  full(1);
  const waiting = assert.rejects(full(2), { ...aborted, cause: 'why' });
  await assert.rejects(full(3), dropped);
  full.cancel('why');    // begins a new interval
  await waiting;
  assert.strictEqual(await full(4), 4);
}

async function runsAtOnce() {
  const ends = [];
  const one = throttle(() => new Promise((end) => { ends.push(end); }), 9, 0, { concurrency: 1 });
  const results = [one(), one()];
  assert.deepStrictEqual([one.activeCount, one.pendingCount, ends.length], [1, 1, 1]);
  ends[0]('a');
  assert.strictEqual(await results[0], 'a');
  await new Promise(setImmediate);
  assert.deepStrictEqual([one.activeCount, one.pendingCount, ends.length], [1, 0, 2]);
  ends[1]('b');
  assert.strictEqual(await results[1], 'b');
  const failing = throttle(() => { throw new Error('thrown'); }, 1, 0);
  await assert.rejects(failing(), { message: 'thrown' });
}

async function aborts() {
  const controller = new AbortController();
  const abortable = throttle(() => {}, 1, 1e6, { signal: controller.signal });
  abortable();
  const waiting = assert.rejects(abortable(), { ...aborted, cause: 'why' });
  controller.abort('why');
  await waiting;
  await assert.rejects(abortable(), { ...aborted, cause: 'why' });
}

const type = { code: 'ERR_INVALID_ARG_TYPE' };
const range = { code: 'ERR_OUT_OF_RANGE' };
assert.throws(() => throttle(() => {}, '1', 1), { ...type, message: /"limit"/ });
assert.throws(() => throttle(() => {}, 0, 1), range);
assert.throws(() => throttle(() => {}, 1, 2 ** 31), { ...range, message: /"interval"/ });
assert.throws(() => throttle(() => {}, 1, 1, { concurrency: 0 }), range);
assert.throws(() => throttle(() => {}, 1, 1, { maxPending: null }), type);
assert.throws(() => throttle(() => {}, 1, 1, { overflow: 'x' }), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => throttle(() => {}, 1, 1, { strict: 1 }), type);

waits().then(() => waits({ strict: true })).then(drops).then(runsAtOnce).then(aborts);
