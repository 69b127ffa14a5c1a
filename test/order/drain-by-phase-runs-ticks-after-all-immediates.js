// B4.5: as before Node 11: all immediates, then the queues.
// flags: --queue-drain=phase
// differs from Node: this is the order before version 11
'use strict';
const log = console.log;

for (const name of ['a', 'b']) {
  setImmediate(() => {
    log('immediate', name);
    process.nextTick(() => log('tick', name));
    Promise.resolve().then(() => log('job', name));
  });
}
// => immediate a
// => immediate b
// => tick a
// => tick b
// => job a
// => job b
