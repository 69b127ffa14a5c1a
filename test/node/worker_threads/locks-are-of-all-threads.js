// navigator.locks: exclusive and shared locks, waiting, ifAvailable, steal, signals and query(), in
// one thread and between threads; a thread that ends gives its locks back.
const assert = require('assert');
const { Worker, locks } = require('worker_threads');

assert.strictEqual(navigator.locks, locks);
assert.strictEqual(Object.prototype.toString.call(locks), '[object LockManager]');

const refused = [
  [['a'], { code: 'ERR_INVALID_ARG_TYPE' }],
  [['-a', () => {}], { name: 'NotSupportedError' }],
  [['a', { mode: 'x' }, () => {}], { code: 'ERR_INVALID_ARG_VALUE' }],
  [['a', 5, () => {}], { code: 'ERR_INVALID_ARG_TYPE' }],
  [['a', { steal: true, ifAvailable: true }, () => {}], { name: 'NotSupportedError' }],
  [['a', { steal: true, mode: 'shared' }, () => {}], { name: 'NotSupportedError' }],
  [['a', { signal: AbortSignal.abort() }, () => {}], { name: 'AbortError' }],
  [['a', () => { throw new Error('mine'); }], { message: 'mine' }],
];

async function inOneThread() {
  for (const [args, expected] of refused)
    await assert.rejects(locks.request(...args), expected);
  const order = [];
  const first = locks.request('a', async (lock) => {
    order.push(`${lock.name} ${lock.mode}`);
    assert.strictEqual(await locks.request('a', { ifAvailable: true }, (none) => none), null);
    const controller = new AbortController();
    const waits = locks.request('a', { signal: controller.signal }, assert.fail);
    const { held, pending } = await locks.query();
    assert.deepStrictEqual(held, [
      { name: 'a', mode: 'exclusive', clientId: `node-${process.pid}-0` },
    ]);
    assert.ok(pending.some(({ name, mode }) => name === 'a' && mode === 'exclusive'));
    controller.abort(new Error('enough'));
    await assert.rejects(waits, { message: 'enough' });
    return 1;
  });
  order.push('called');
  const shared = [1, 2].map((n) => locks.request('a', { mode: 'shared' }, async () => {
    order.push(n);
    await null;
  }));
  assert.strictEqual(await first, 1);
  await Promise.all(shared);
  assert.deepStrictEqual(order, ['a exclusive', 'called', 1, 2]);
  const robbed = locks.request('a', () => new Promise(() => {}));
  assert.strictEqual(await locks.request('a', { steal: true }, () => 2), 2);
  await assert.rejects(robbed, { name: 'AbortError' });
}

async function betweenThreads() {
  const worker = new Worker(`
    const { locks, parentPort } = require('worker_threads');
    locks.request('b', () => new Promise(() => { parentPort.postMessage('has it'); }));
    parentPort.on('message', () => {});
  `, { eval: true });
  await new Promise((resolve) => worker.once('message', resolve));
  assert.strictEqual(await locks.request('b', { ifAvailable: true }, (lock) => lock), null);
  const { held } = await locks.query();
  assert.strictEqual(held[0].clientId, `node-${process.pid}-${worker.threadId}`);
  const granted = locks.request('b', (lock) => lock.name);
  await worker.terminate();
  assert.strictEqual(await granted, 'b');
}

let isDone = false;
const alive = setInterval(() => {}, 1000);    // a request alone need not keep the process alive
inOneThread().then(betweenThreads).then(() => {
  isDone = true;
  clearInterval(alive);
});
process.on('exit', () => assert.ok(isDone));
