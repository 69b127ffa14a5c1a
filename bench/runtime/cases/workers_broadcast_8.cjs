// A message by BroadcastChannel to 8 workers, and an answer of each.
const { BroadcastChannel, Worker, isMainThread, parentPort } = require('worker_threads');
const { measure } = require('./lib.cjs');

const WORKERS = 8;
const channel = new BroadcastChannel('bench');

if (!isMainThread) {
  channel.onmessage = () => parentPort.postMessage(1);
  parentPort.postMessage(1);
} else {
  let left = WORKERS, next;
  const onMessage = () => {
    if (--left === 0)
      next();
  };
  next = () => measure(2000, (n, done) => {
    let rounds = n;
    next = () => {
      if (rounds-- === 0)
        return done();
      left = WORKERS;
      channel.postMessage({ id: rounds, name: 'a name' });
    };
    next();
  });
  for (let i = 0; i < WORKERS; i++)
    new Worker(__filename).on('message', onMessage);
}
