// B4.5: --queue-drain=callback is what happens without it.
// flags: --queue-drain=callback
'use strict';
const log = console.log;

for (const name of ['a', 'b']) {
  setImmediate(() => {
    log('immediate', name);
    process.nextTick(() => log('tick', name));
  });
}
// => immediate a
// => tick a
// => immediate b
// => tick b
