// B2.4: only an error of the list's last immediate lets the check phase go on with what was set
// meanwhile.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setImmediate(() => {
  setTimeout(() => log('timer'), 1);
  const begin = Date.now();
  while (Date.now() - begin < 5);
  setImmediate(() => log('next'));
  throw new Error('first');
});
setImmediate(() => log('second'));
// => caught first
// => second
// => timer
// => next
