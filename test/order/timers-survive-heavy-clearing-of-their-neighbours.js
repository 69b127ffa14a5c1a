// B3.1: what is left fires in its order.
'use strict';
const log = console.log;

const timers = [];
for (let i = 0; i < 300; i++)
  timers.push(setTimeout(() => log(i), 1 + i % 7 * 10));
timers.forEach((timer, i) => i % 50 === 0 || clearTimeout(timer));
// => 0
// => 50
// => 100
// => 150
// => 200
// => 250
