// B6.3: pbkdf2 calls back by the loop; an immediate set there comes before a timer.
'use strict';
const log = console.log;

const crypto = require('crypto');
crypto.pbkdf2('secret', 'salt', 10, 16, 'sha256', (error, key) => {
  log(error, key.length);
  setTimeout(() => log('timer'), 0);
  setImmediate(() => log('immediate'));
  process.nextTick(() => log('tick'));
});
log('main');
// => main
// => null 16
// => tick
// => immediate
// => timer
