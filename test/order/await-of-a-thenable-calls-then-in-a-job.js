// B4.3: and the function goes on one job after that.
'use strict';
const log = console.log;

(async () => {
  await { then(resolve) { log('then called'); resolve(); } };
  log('awaited');
})();
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3));
// => then called
// => 1
// => awaited
// => 2
// => 3
