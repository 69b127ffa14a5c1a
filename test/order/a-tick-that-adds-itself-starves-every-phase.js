// B4.2: timers, immediates and files all wait for the nextTick queue, and nothing is lost.
'use strict';
const log = console.log;

const fs = require('fs');
let count = 0;
setTimeout(() => log('timer'), 0);
fs.stat(__filename, () => log('file'));
(function next() {
  if (++count === 100000)
    log('still ticking');
  else
    process.nextTick(next);
})();
// => still ticking
// => timer
// => file
