// B2.4: Promise.all handles all of its promises.
'use strict';
const log = console.log;

process.on('unhandledRejection', (error) => log('unhandled', error.message));
const fail = (name) => new Promise((_, reject) => setImmediate(reject, new Error(name)));
(async () => {
  try {
    await Promise.all([fail('a'), fail('b')]);
  } catch (error) {
    log('caught', error.message);
  }
})();
// => caught a
