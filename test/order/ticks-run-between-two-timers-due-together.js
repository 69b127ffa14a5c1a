// B4.1: after every single timer callback.
'use strict';
const log = console.log;

for (const name of ['a', 'b', 'c']) {
  setTimeout(() => {
    log('timer', name);
    process.nextTick(() => log('tick', name));
  }, 1);
}
// => timer a
// => tick a
// => timer b
// => tick b
// => timer c
// => tick c
