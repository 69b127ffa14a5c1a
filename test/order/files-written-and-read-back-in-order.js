// B6.3: writeFile, appendFile, readFile, unlink, each in the callback of the one before.
'use strict';
const log = console.log;

const fs = require('fs');
const file = require('path').join(require('os').tmpdir(), `order-${process.pid}`);
fs.writeFile(file, 'one', (e1) => {
  log('written', e1);
  fs.appendFile(file, ' two', (e2) => {
    log('appended', e2);
    fs.readFile(file, 'utf8', (e3, text) => {
      log('read', text);
      fs.unlink(file, (e4) => log('gone', e4));
    });
  });
});
log('main');
// => main
// => written null
// => appended null
// => read one two
// => gone null
