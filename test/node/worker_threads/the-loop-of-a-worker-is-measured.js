// eventLoopUtilization() of a worker counts from its start, inside and outside; worker.performance
// needs no receiver and is 0 after the end.
const assert = require('assert');
const { Worker } = require('worker_threads');

const worker = new Worker(`
  const { parentPort } = require('worker_threads');
  const { performance } = require('perf_hooks');
  const first = performance.eventLoopUtilization();
  parentPort.on('message', () => {
    parentPort.postMessage([first, performance.eventLoopUtilization()]);
  });
`, { eval: true });
const { eventLoopUtilization } = worker.performance;
const whole = ({ idle, active }) => idle + active;

worker.on('online', () => setTimeout(() => worker.postMessage(''), 5));
worker.on('message', ([first, later]) => {
  const outside = eventLoopUtilization();
  assert.ok(first.active > 0);
  assert.ok(whole(later) > whole(first));
  assert.ok(whole(outside) > whole(later));
  assert.ok(later.utilization > 0 && later.utilization <= 1);
  assert.ok(whole(eventLoopUtilization(later)) > 0);
  worker.terminate();
});
worker.on('exit', () => {
  assert.deepStrictEqual(eventLoopUtilization(), { idle: 0, active: 0, utilization: 0 });
});
