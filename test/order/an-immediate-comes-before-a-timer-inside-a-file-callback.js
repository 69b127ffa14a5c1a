// B5.3: inside an I/O callback the immediate always comes first.
'use strict';
const log = console.log;

const fs = require('fs');
fs.stat(__filename, () => {
  setTimeout(() => log('timer'), 0);
  setImmediate(() => log('immediate'));
});
// => immediate
// => timer
