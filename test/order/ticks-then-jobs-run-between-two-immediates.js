// B4.1: first all ticks, then all jobs.
'use strict';
const log = console.log;

for (const name of ['a', 'b']) {
  setImmediate(() => {
    Promise.resolve().then(() => log('job', name));
    process.nextTick(() => log('tick', name));
    log('immediate', name);
  });
}
// => immediate a
// => tick a
// => job a
// => immediate b
// => tick b
// => job b
