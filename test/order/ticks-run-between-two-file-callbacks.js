// B4.1: after every single I/O callback, whichever comes first.
'use strict';
const log = console.log;

const fs = require('fs');
let inside = 0;
let wrong = 0;
let left = 20;
for (let i = 0; i < 20; i++) {
  fs.stat(__filename, () => {
    wrong += inside;
    inside = 1;
    process.nextTick(() => { inside = 0; });
    if (--left === 0)
      setImmediate(() => log('ticks missing between callbacks:', wrong));
  });
}
// => ticks missing between callbacks: 0
