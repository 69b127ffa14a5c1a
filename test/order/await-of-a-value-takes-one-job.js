// B4.3: a value that is no promise costs as much as a resolved one.
'use strict';
const log = console.log;

(async () => {
  await 7;
  log('awaited once');
  await 'x';
  log('awaited twice');
})();
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3));
// => awaited once
// => 1
// => awaited twice
// => 2
// => 3
