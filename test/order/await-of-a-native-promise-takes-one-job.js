// B4.3: await adds no job of its own for a promise that is resolved.
'use strict';
const log = console.log;

(async () => {
  log('start');
  await Promise.resolve();
  log('awaited');
})();
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3));
// => start
// => awaited
// => 1
// => 2
// => 3
