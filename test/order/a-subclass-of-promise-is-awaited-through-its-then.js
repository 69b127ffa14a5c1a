// B4.3: await of a foreign promise costs more jobs than of a native one.
'use strict';
const log = console.log;

class Mine extends Promise {
  then(a, b) {
    log('then of mine');
    return super.then(a, b);
  }
}
(async () => {
  await Mine.resolve();
  log('awaited');
})();
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4));
log('main');
// => main
// => then of mine
// => 1
// => 2
// => awaited
// => 3
// => 4
