// The classic: a sum of many numbers. In a worker the loop of the parent stays idle; in parts, by
// setImmediate, timers run between the parts; at once, no timer runs before it ends.
const assert = require('assert');
const { performance } = require('perf_hooks');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const COUNT = 2e7;

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
    const worker = new Worker(__filename, { workerData: COUNT });
    worker.once('online', () => {
      const before = performance.eventLoopUtilization();
      const ticker = setInterval(() => events.push('timer'), 1);
      worker.once('message', ({ total, active }) => {
        clearInterval(ticker);
        events.push(total);
        const used = performance.eventLoopUtilization(before);
        // The worker was busy all the time; this loop waited for most of it.
        assert(used.idle > used.active, `${used.active} ms of work, ${used.idle} ms idle`);
        assert(active > used.active, 'the worker has worked');
        resolve(events);
      });
      worker.postMessage('begin');
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
    setTimeout(() => resolve(events), 0);
    setTimeout(() => events.push('timer'), 0);
    events.push(sum(0, COUNT));
  });
}

async function main() {
  const together = await inWorker();
  assert.strictEqual(together.pop(), EXPECTED);
  assert(together.length > 0, 'no timer ran during the sum of the worker');
  const parts = await inParts();
  assert.strictEqual(parts.pop(), EXPECTED);
  assert(parts.length > 0, 'no timer ran between the parts');
  assert.strictEqual((await atOnce())[0], EXPECTED);
}

if (isMainThread) {
  main();
} else {
  parentPort.once('message', () => {
    const before = performance.eventLoopUtilization();
    const total = sum(0, workerData);
    const { active } = performance.eventLoopUtilization(before);
    parentPort.postMessage({ total, active });
  });
}
