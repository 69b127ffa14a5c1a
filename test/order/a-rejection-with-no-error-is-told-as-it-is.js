// B2.4: any value can be the reason.
'use strict';
const log = console.log;

process.on('unhandledRejection', (reason) => log(typeof reason, reason));
Promise.reject(null);
Promise.reject('text');
Promise.reject(undefined);
// => object null
// => string text
// => undefined undefined
