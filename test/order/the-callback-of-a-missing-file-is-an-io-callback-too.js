// B5.3: errors come by the loop as well.
'use strict';
const log = console.log;

const fs = require('fs');
fs.readFile('/there/is/no/such/file', (error) => {
  log(error.code);
  setTimeout(() => log('timer'), 0);
  setImmediate(() => log('immediate'));
});
// => ENOENT
// => immediate
// => timer
