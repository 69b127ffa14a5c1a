// B4.5: the list at hand is the timers of one duration.
// flags: --queue-drain=phase
// differs from Node: this is the order before version 11
'use strict';
const log = console.log;

for (const delay of [1, 1, 2, 2]) {
  setTimeout(() => {
    log('timer', delay);
    process.nextTick(() => log('tick', delay));
  }, delay);
}
const begin = Date.now();
while (Date.now() - begin < 10);
// => timer 1
// => timer 1
// => tick 1
// => tick 1
// => timer 2
// => timer 2
// => tick 2
// => tick 2
