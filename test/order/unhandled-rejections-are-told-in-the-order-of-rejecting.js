// B2.4: one call each.
'use strict';
const log = console.log;

process.on('unhandledRejection', (error) => log(error.message));
Promise.reject(new Error('one'));
Promise.resolve().then(() => { throw new Error('three'); });
Promise.reject(new Error('two'));
// => one
// => two
// => three
