// B4.1: both ticks come before both jobs, both jobs before both ticks of theirs.
'use strict';
const log = console.log;

for (const name of ['a', 'b']) {
  process.nextTick(() => {
    log('tick', name);
    Promise.resolve().then(() => {
      log('job', name);
      process.nextTick(() => log('late tick', name));
    });
  });
}
// => tick a
// => tick b
// => job a
// => job b
// => late tick a
// => late tick b
