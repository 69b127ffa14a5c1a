// B2.4: the checkpoint after each callback tells of them.
'use strict';
const log = console.log;

process.on('unhandledRejection', (error) => log('unhandled', error.message));
setImmediate(async () => {
  log('one');
  throw new Error('of one');
});
setImmediate(() => log('two'));
// => one
// => unhandled of one
// => two
