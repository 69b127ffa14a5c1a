// setImmediate, each set by the one before.
const { measure } = require('./lib.cjs');
measure(200000, (n, done) => {
  let left = n;
  const step = () => { if (--left > 0) setImmediate(step); else done(); };
  setImmediate(step);
});
