// B7.1: and I/O.
'use strict';
const log = console.log;

const fs = require('fs');
let stop = false;
fs.readFile(__filename, () => {
  log('file came through');
  stop = true;
});
(function chunk() {
  if (!stop)
    setImmediate(chunk);
})();
// => file came through
