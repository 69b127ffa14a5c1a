// B4.3: each step of a chain is a job of its own.
'use strict';
const log = console.log;

Promise.resolve().then(() => log('a1')).then(() => log('a2')).then(() => log('a3'));
Promise.resolve().then(() => log('b1')).then(() => log('b2')).then(() => log('b3'));
// => a1
// => b1
// => a2
// => b2
// => a3
// => b3
