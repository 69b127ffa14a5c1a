// B5.4: the next run is counted from the start of this one; an immediate gets its turn between.
'use strict';
const log = console.log;

let count = 0;
const interval = setInterval(() => {
  log('run', ++count);
  const begin = Date.now();
  while (Date.now() - begin < 8);
  setImmediate(() => log('immediate', count));
  if (count === 3)
    clearInterval(interval);
}, 2);
// => run 1
// => immediate 1
// => run 2
// => immediate 2
// => run 3
// => immediate 3
