'use strict';
const { step, text, call } = require('../harness.js');
const { Worker, locks } = require('node:worker_threads');

const failed = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return error.name;
  }
  return 'no failure';
};

step('exclusive', async () => {
  let order = '';
  const first = locks.request('a', async (lock) => {
    order += lock.name + ' ' + lock.mode;
    await null;
    return 1;
  });
  order += ' called ';
  const second = locks.request('a', () => { order += 'second'; return 2; });
  return text(await first, await second, order);
});
step('shared', async () => {
  let count = 0;
  const options = { __proto__: null, mode: 'shared' };
  const one = locks.request('a', options, async (lock) => {
    count++;
    await null;
    return lock.mode;
  });
  const two = locks.request('a', options, () => ++count);
  return text(await one, await two, count);
});
step('available', async () => {
  const options = { __proto__: null, ifAvailable: true };
  const value = await locks.request('a', () =>
    locks.request('a', options, (lock) => text(lock)));
  return text(value, await locks.request('a', options, (lock) => lock.name));
});
step('stolen', async () => {
  const robbed = locks.request('a', () => new Promise(() => {}));
  const value = await locks.request('a', { __proto__: null, steal: true }, () => 2);
  return text(value, await failed(robbed));
});
step('signal', async () => {
  const controller = new AbortController();
  const options = { __proto__: null, signal: controller.signal };
  const { value } = await call((done) => {
    locks.request('a', async () => {
      const waits = failed(locks.request('a', options, () => {}));
      controller.abort();
      done(null, await waits);
    });
  });
  return value;
});
step('query', async () => {
  const { value } = await call((done) => {
    locks.request('a', async () => {
      const { held, pending } = await locks.query();
      done(null, text(held.length, held[0].name, held[0].mode, pending.length));
    });
  });
  return value;
});
step('another thread', async () => {
  const worker = new Worker(`
    const { locks, parentPort } = require('worker_threads');
    locks.request('t', () => {
      parentPort.postMessage('held');
      return new Promise(() => setInterval(() => {}, 1000));
    });`, { __proto__: null, eval: true });
  await call((done) => worker.on('message', () => done(null)));
  const options = { __proto__: null, ifAvailable: true };
  const before = await locks.request('t', options, (lock) => text(lock));
  await worker.terminate();
  return text(before, await locks.request('t', (lock) => lock.name));
});
step('wrong arguments', async () => text(await failed(locks.request('a')),
  await failed(locks.request('-a', () => {})),
  await failed(locks.request('a', { __proto__: null, mode: 'x' }, () => {})),
  await failed(locks.request('a', () => { throw new RangeError('mine'); }))));
