// B2.4: when nobody listens for rejections; the origin tells.
'use strict';
const log = console.log;

process.on('uncaughtException', (error, origin) => log(error.message, origin));
Promise.reject(new Error('no'));
setImmediate(() => log('immediate'));
// => no unhandledRejection
// => immediate
