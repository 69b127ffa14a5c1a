// B4.5: the tick comes when the list is done.
// flags: --queue-drain=phase
// differs from Node: this is the order before version 11
'use strict';
const log = console.log;

setTimeout(() => {
  log('one');
  process.nextTick(() => log('tick', clearTimeout(two)));
}, 1);
const two = setTimeout(() => log('two'), 1);
// => one
// => two
// => tick undefined
