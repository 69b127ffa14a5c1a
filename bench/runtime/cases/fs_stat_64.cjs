// fs.stat of one file, 64 in flight.
const { measure } = require('./lib.cjs');
const fs = require('fs');
measure(20000, (n, done) => {
  let started = 0;
  let left = n;
  const step = (error) => {
    if (error)
      throw error;
    if (--left === 0)
      done();
    else if (started < n)
      start();
  };
  const start = () => { started++; fs.stat(__filename, step); };
  for (let i = 0; i < 64; i++)
    start();
});
