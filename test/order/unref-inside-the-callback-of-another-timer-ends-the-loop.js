// B2.2: what keeps the loop alive is asked at the end of each turn.
'use strict';
const log = console.log;

const long = setTimeout(() => log('never'), 60000);
setTimeout(() => {
  long.unref();
  log('let go');
}, 1);
process.on('exit', () => log('exit'));
// => let go
// => exit
