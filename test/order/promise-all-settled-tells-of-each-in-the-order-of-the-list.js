// B4.3: allSettled() never rejects.
'use strict';
const log = console.log;

Promise.allSettled([Promise.reject(new Error('no')), 'yes']).then((list) => {
  for (const { status } of list)
    log(status);
});
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3));
// => 1
// => rejected
// => fulfilled
// => 2
// => 3
