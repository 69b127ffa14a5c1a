// 200,000 immediates of one turn.
const { measure } = require('./lib.cjs');
measure(200000, (n, done) => {
  let left = n;
  const step = () => { if (--left === 0) done(); };
  for (let i = 0; i < n; i++)
    setImmediate(step);
});
