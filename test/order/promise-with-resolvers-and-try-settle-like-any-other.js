// B4.3: a callback of Promise.try() runs at once.
'use strict';
const log = console.log;

const { promise, resolve } = Promise.withResolvers();
promise.then((v) => log('resolvers', v));
Promise.try(() => log('in try')).then(() => log('try'));
resolve('x');
log('main');
// => in try
// => main
// => try
// => resolvers x
