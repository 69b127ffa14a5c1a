// B6.5: not through the callback.
'use strict';
const log = console.log;

const fs = require('fs');
try {
  fs.stat(42.5, () => log('never'));
} catch (error) {
  log(error.code);
}
try {
  fs.readFile(__filename);
} catch (error) {
  log(error.code);
}
log('main ends');
// => ERR_INVALID_ARG_TYPE
// => ERR_INVALID_ARG_TYPE
// => main ends
