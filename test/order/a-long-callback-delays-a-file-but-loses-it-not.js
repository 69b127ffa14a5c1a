// B1.1: timers first, as they are due; then the file.
'use strict';
const log = console.log;

const fs = require('fs');
setTimeout(() => {
  const begin = Date.now();
  while (Date.now() - begin < 20);
  log('timer');
}, 1);
setTimeout(() => fs.stat(__filename, () => log('file')), 1);
setTimeout(() => log('other timer'), 1);
// => timer
// => other timer
// => file
