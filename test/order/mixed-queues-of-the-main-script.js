// B2.1: all kinds at once.
'use strict';
const log = console.log;

setImmediate(() => log('immediate'));
process.nextTick(() => log('tick'));
queueMicrotask(() => log('microtask'));
Promise.reject(new Error('x')).catch(() => log('catch'));
(async () => log('async body'))().then(() => log('async then'));
log('main');
// => async body
// => main
// => tick
// => microtask
// => catch
// => async then
// => immediate
