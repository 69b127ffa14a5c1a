// B2.4: await counts as a handler, like then().
'use strict';
const log = console.log;

process.on('unhandledRejection', () => log('unhandled'));
const promise = Promise.reject(new Error('no'));
process.nextTick(async () => {
  try {
    await promise;
  } catch (error) {
    log('caught', error.message);
  }
});
// => caught no
