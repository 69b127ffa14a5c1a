// B4.5: nested ones too.
// flags: --queue-drain=phase
// differs from Node: this is the order before version 11
'use strict';
const log = console.log;

for (const name of ['a', 'b']) {
  setImmediate(() => {
    Promise.resolve().then(() => {
      log('job', name);
      process.nextTick(() => log('late tick', name));
    });
    process.nextTick(() => log('tick', name));
  });
}
// => tick a
// => tick b
// => job a
// => job b
// => late tick a
// => late tick b
