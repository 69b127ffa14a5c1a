// B4.3: by the order of the jobs, not of the list.
'use strict';
const log = console.log;

const slow = Promise.resolve().then(() => {}).then(() => 'slow');
const fast = Promise.resolve().then(() => 'fast');
Promise.race([slow, fast]).then((winner) => log(winner));
Promise.race([Promise.resolve('first'), Promise.resolve('second')]).then((w) => log(w));
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3));
// => 1
// => first
// => 2
// => fast
// => 3
