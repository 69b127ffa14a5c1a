// B4.3: a then() without a second function costs a job all the same.
'use strict';
const log = console.log;

Promise.reject(new Error('no')).then(() => log('never')).then(() => log('never'))
  .catch(() => log('caught'));
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4));
// => 1
// => 2
// => caught
// => 3
// => 4
