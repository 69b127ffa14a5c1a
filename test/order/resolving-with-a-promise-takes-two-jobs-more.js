// B4.3: a promise that follows another is two jobs behind it.
'use strict';
const log = console.log;

const other = Promise.resolve();
new Promise((resolve) => resolve(other)).then(() => log('follower'));
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4));
// => 1
// => 2
// => follower
// => 3
// => 4
