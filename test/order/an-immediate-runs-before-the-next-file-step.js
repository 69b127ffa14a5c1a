// B3.5: what a file callback asks for comes in a later poll phase, check comes first.
'use strict';
const log = console.log;

const fs = require('fs');
fs.stat(__filename, () => {
  log('first');
  fs.stat(__filename, () => log('second'));
  setImmediate(() => log('immediate'));
});
// => first
// => immediate
// => second
