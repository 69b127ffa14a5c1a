'use strict';
// util.debounce(): calls share the result of the last one, and can be flushed, cancelled, aborted.
const assert = require('assert');
const { debounce } = require('util');

const seen = [];
function record(...args) {
  seen.push([this === debounced, ...args]);
  return args[0];
}
const debounced = debounce(record, 5);
const aborted = { name: 'AbortError', code: 'ABORT_ERR', message: 'The operation was aborted' };

async function waits() {
  const first = debounced.call({}, 'a');
  const second = debounced('b', 2);
  assert.strictEqual(debounced.pending, second);
  assert.strictEqual(debounced.pendingCount, 2);
  assert.deepStrictEqual(await Promise.all([first, second]), ['b', 'b']);
  assert.deepStrictEqual(seen.splice(0), [[true, 'b', 2]]);
  assert.strictEqual(debounced.pending, null);

  const flushed = debounced('c');
  assert.strictEqual(debounced.flush(), undefined);
  assert.deepStrictEqual(seen.splice(0), [[true, 'c']]);
  assert.strictEqual(await flushed, 'c');

  const cause = new Error('why');
  const cancelled = debounced('d');
  debounced.cancel(cause);
  await assert.rejects(cancelled, { ...aborted, cause });
  debounced.flush();
  assert.deepStrictEqual(seen, []);
}

async function leads() {
  const leading = debounce((x) => x, 5, { leading: true });
  const first = leading(1);
  assert.strictEqual(leading.pendingCount, 0);
  assert.deepStrictEqual(await Promise.all([first, leading(2), leading(3)]), [1, 3, 3]);

  const replacing = debounce((x) => x, 5, { rejectOnCancel: true });
  const replaced = assert.rejects(replacing(1), { message: 'The debounced call was superseded' });
  assert.strictEqual(await replacing(2), 2);
  await replaced;

  const failing = debounce(() => { throw new Error('thrown'); }, 0);
  await assert.rejects(failing(), { message: 'thrown' });
}

async function aborts() {
  const controller = new AbortController();
  const abortable = debounce(() => {}, 5, { signal: controller.signal });
  const pending = assert.rejects(abortable(), { ...aborted, cause: 'why' });
  controller.abort('why');
  await pending;
  await assert.rejects(abortable(), { ...aborted, cause: 'why' });
  assert.throws(() => debounce(() => {}, 5, { signal: controller.signal }), aborted);
}

function arguments_() {
  const type = { code: 'ERR_INVALID_ARG_TYPE' };
  assert.throws(() => debounce(5, 5), type);
  assert.throws(() => debounce(() => {}), { ...type, message: /"wait"/ });
  assert.throws(() => debounce(() => {}, 2 ** 31), { code: 'ERR_OUT_OF_RANGE' });
  assert.throws(() => debounce(() => {}, 1, null), type);
  assert.throws(() => debounce(() => {}, 1, { leading: 1 }), type);
  assert.throws(() => debounce(() => {}, 1, { signal: null }), type);
  assert.deepStrictEqual([debounced.name, debounced.length], ['record', 0]);
  const idle = debounce(() => {}, 1e6);
  assert.strictEqual(idle.unref(), idle);
  idle();    // does not keep the process alive
}
waits().then(leads).then(aborts).then(arguments_);
