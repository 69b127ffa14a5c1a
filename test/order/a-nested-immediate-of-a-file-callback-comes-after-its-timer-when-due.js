// B3.5: the inner immediate belongs to the next turn.
'use strict';
const log = console.log;

const fs = require('fs');
fs.stat(__filename, () => {
  setImmediate(() => {
    log('immediate');
    const begin = Date.now();
    while (Date.now() - begin < 5);
    setImmediate(() => log('inner immediate'));
  });
  setTimeout(() => log('timer'), 1);
});
// => immediate
// => timer
// => inner immediate
