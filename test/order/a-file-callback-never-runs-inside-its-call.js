// B6.5: also when the file is not there.
// differs from Node: which of two files is ready first is not promised
'use strict';
const log = console.log;

const fs = require('fs');
fs.stat(__filename, () => log('there'));
fs.stat('/there/is/no/such/file', (error) => {
  log(error.code);
  fs.readFile('/there/is/no/such/file', (e) => log('again', e.code));
  log('asked again');
});
process.nextTick(() => log('tick'));
log('main');
// => main
// => tick
// => there
// => ENOENT
// => asked again
// => again ENOENT
