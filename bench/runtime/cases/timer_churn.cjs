// setTimeout and clearTimeout at once: time-outs that never come.
const { measureSync } = require('./lib.cjs');
const nothing = () => {};
measureSync(500000, (n) => {
  for (let i = 0; i < n; i++)
    clearTimeout(setTimeout(nothing, 1000 + i % 10));
});
