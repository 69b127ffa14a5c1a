// An hour of timers, in the order in which they are due; Date and the other clocks go along.
const began = Date.now();
const late = (ms) => Math.abs(ms) < 60_000;
let ticks = 0;
const interval = setInterval(() => ticks++, 60_000);
setTimeout(() => console.log('half an hour', ticks), 1_800_000 + 30_000);
setTimeout(() => {
  clearInterval(interval);
  console.log('an hour', ticks, late(Date.now() - began - 3_600_000),
              late(performance.now() - 3_600_000),
              late(process.hrtime()[0] * 0 + process.uptime() * 1000 - 3_600_000),
              new Date() - began > 3_599_000);
}, 3_600_000 + 30_000);
setTimeout(() => console.log('first'), 10_000);
require('fs').readFile(__filename, () => console.log('a file takes its own time'));
