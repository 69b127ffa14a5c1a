// B4.1: after every single timer callback.
'use strict';
const log = console.log;

for (const name of ['a', 'b', 'c']) {
  setTimeout(() => {
    log('timer', name);
    Promise.resolve().then(() => log('job', name));
  }, 1);
}
// => timer a
// => job a
// => timer b
// => job b
// => timer c
// => job c
