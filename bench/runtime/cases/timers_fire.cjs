// 200,000 timers of one delay fire.
const { measure } = require('./lib.cjs');
measure(200000, (n, done) => {
  let left = n;
  const fire = () => { if (--left === 0) done(); };
  for (let i = 0; i < n; i++)
    setTimeout(fire, 1);
});
