// The classic: a sum of many numbers. While a worker makes it, timers of the parent run; in parts,
// by setImmediate, they run between the parts; at once, they run when it has ended.
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const COUNT = 2e7;
const TIMERS = 3;

function sum(from, to) {
  let total = 0;
  for (let i = from; i < to; i++)
    total += i;
  return total;
}
const EXPECTED = sum(0, COUNT);

function inWorker() {
  return new Promise((resolve) => {
    const events = [];
    const shared = new Int32Array(new SharedArrayBuffer(8));      // has begun, timers that have run
    const worker = new Worker(__filename, { workerData: shared });
    const ticker = setInterval(() => {
      if (Atomics.load(shared, 0) === 1) {
        events.push('timer');
        Atomics.add(shared, 1, 1);
      }
    }, 1);
    worker.once('message', (total) => {
      clearInterval(ticker);
      events.push(total);
      resolve(events);
    });
  });
}

function inParts() {
  return new Promise((resolve) => {
    const events = [];
    const ticker = setInterval(() => events.push('timer'), 1);
    let total = 0, at = 0;
    const part = () => {
      total += sum(at, at + COUNT / 200);
      at += COUNT / 200;
      if (at < COUNT)
        return setImmediate(part);
      clearInterval(ticker);
      events.push(total);
      resolve(events);
    };
    part();
  });
}

function atOnce() {
  return new Promise((resolve) => {
    const events = [];
    setTimeout(() => {
      events.push('timer');
      resolve(events);
    }, 1);
    events.push(sum(0, COUNT));
  });
}

async function main() {
  const together = await inWorker();
  assert.strictEqual(together.pop(), EXPECTED);
  assert(together.length >= TIMERS, 'no timers ran during the sum of the worker');
  const parts = await inParts();
  assert.strictEqual(parts.pop(), EXPECTED);
  assert(parts.length > 0, 'no timer ran between the parts');
  assert.deepStrictEqual(await atOnce(), [EXPECTED, 'timer']);
}

if (isMainThread) {
  main();
} else {
  // It ends only when timers have run meanwhile, however busy the machine is.
  let total;
  Atomics.store(workerData, 0, 1);
  do
    total = sum(0, COUNT);
  while (Atomics.load(workerData, 1) < TIMERS);
  parentPort.postMessage(total);
}
