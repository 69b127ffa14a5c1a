// B2.4: and rejectionHandled tells of it.
'use strict';
const log = console.log;

process.on('unhandledRejection', (error, p) => log('unhandled', error.message, p === promise));
process.on('rejectionHandled', (p) => log('handled late', p === promise));
const promise = Promise.reject(new Error('no'));
setImmediate(() => {
  log('immediate');
  promise.catch(() => log('catch'));
});
// => unhandled no true
// => immediate
// => catch
// => handled late true
