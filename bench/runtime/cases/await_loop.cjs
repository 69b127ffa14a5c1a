// await of a value, in a loop.
const { measure } = require('./lib.cjs');
measure(1000000, async (n, done) => {
  for (let i = 0; i < n; i++)
    await i;
  done();
});
