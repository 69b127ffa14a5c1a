// B4.5: as before Node 11: all timers of one duration, then the queues.
// flags: --queue-drain=phase
// differs from Node: this is the order before version 11
'use strict';
const log = console.log;

for (const name of ['a', 'b']) {
  setTimeout(() => {
    log('timer', name);
    process.nextTick(() => log('tick', name));
    Promise.resolve().then(() => log('job', name));
  }, 1);
}
// => timer a
// => timer b
// => tick a
// => tick b
// => job a
// => job b
