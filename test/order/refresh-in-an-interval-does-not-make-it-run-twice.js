// B5.4: refresh inside the callback does not make it run twice.
'use strict';
const log = console.log;

let count = 0;
const interval = setInterval(() => {
  log(++count);
  interval.refresh();
  if (count === 2) {
    clearInterval(interval);
    setImmediate(() => log('over'));
  }
}, 1);
// => 1
// => 2
// => over
