// B5.4: setInterval repeats.
'use strict';
const log = console.log;

let count = 0;
const interval = setInterval(() => {
  log(++count);
  if (count === 4)
    clearInterval(interval);
}, 1);
// => 1
// => 2
// => 3
// => 4
