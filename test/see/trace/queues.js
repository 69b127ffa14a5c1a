// Timers, immediates, ticks and promise jobs that add each other.
let left = 20;
const interval = setInterval(function beat() {
  process.nextTick(function tick() {
    Promise.resolve().then(function job() { process.nextTick(function again() {}); });
  });
  queueMicrotask(function micro() {});
  setImmediate(function soon() {
    if (--left === 0)
      clearInterval(interval);
  });
}, 1);
(async () => {
  for (let i = 0; i < 10; i++)
    await new Promise((done) => setTimeout(done, 1));
})();
