// A sum of 10^8 numbers in a worker: how long it takes, and how late timers of the main thread are
// meanwhile, at the 99th percentile. The sum is repeated until there are enough timers: of the 75
// that fit into one sum here, the 99th percentile would be the latest.
const { Worker, isMainThread, parentPort } = require('worker_threads');

const COUNT = 1e8;
const TIMERS = 1000;

if (!isMainThread) {
  parentPort.on('message', () => {
    let total = 0;
    for (let i = 0; i < COUNT; i++)
      total += i;
    parentPort.postMessage(total);
  });
} else {
  const worker = new Worker(__filename);
  worker.once('online', () => {
    const late = [];
    let due = process.hrtime.bigint() + 1000000n;
    const tick = () => {
      const now = process.hrtime.bigint();
      late.push(Number(now - due));
      due = process.hrtime.bigint() + 1000000n;
      timer = setTimeout(tick, 1);
    };
    let timer = setTimeout(tick, 1);
    const began = process.hrtime.bigint();
    let sum;
    worker.on('message', () => {
      sum ??= Number(process.hrtime.bigint() - began);
      if (late.length < TIMERS) {
        worker.postMessage('again');
        return;
      }
      clearTimeout(timer);
      late.sort((a, b) => a - b);
      const p99 = Math.max(1, late[Math.floor(late.length * 0.99)]);
      console.log(JSON.stringify({ figures: { 'all': sum, 'timer late p99': p99 } }));
      process.exit(0);
    });
    worker.postMessage('begin');
  });
}
