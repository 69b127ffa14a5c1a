// process.nextTick, each set by the one before.
const { measure } = require('./lib.cjs');
measure(1000000, (n, done) => {
  let left = n;
  const step = () => { if (--left > 0) process.nextTick(step); else done(); };
  process.nextTick(step);
});
