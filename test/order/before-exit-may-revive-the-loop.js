// B2.3: work scheduled there revives the loop, and beforeExit comes again.
'use strict';
const log = console.log;

let count = 0;
process.on('beforeExit', () => {
  log('beforeExit', ++count);
  if (count < 3)
    setImmediate(() => log('immediate', count));
});
process.on('exit', () => log('exit'));
// => beforeExit 1
// => immediate 1
// => beforeExit 2
// => immediate 2
// => beforeExit 3
// => exit
