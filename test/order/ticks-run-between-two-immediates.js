// B4.1: after every single immediate.
'use strict';
const log = console.log;

for (const name of ['a', 'b', 'c']) {
  setImmediate(() => {
    log('immediate', name);
    process.nextTick(() => log('tick', name));
  });
}
// => immediate a
// => tick a
// => immediate b
// => tick b
// => immediate c
// => tick c
