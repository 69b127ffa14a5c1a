// B3.1: a repeating timer is put back behind the others.
'use strict';
const log = console.log;

let count = 0;
const a = setInterval(() => log('a'), 3);
const b = setInterval(() => {
  log('b');
  if (++count === 3) {
    clearInterval(a);
    clearInterval(b);
  }
}, 3);
// => a
// => b
// => a
// => b
// => a
// => b
