// B5.4: setInterval(f, delay, ...args).
'use strict';
const log = console.log;

let count = 0;
const interval = setInterval((a, b) => {
  log(a, b);
  if (++count === 2)
    clearInterval(interval);
}, 1, 'x', 'y');
// => x y
// => x y
