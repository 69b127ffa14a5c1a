// B5.4: a timer that has fired can be started anew.
'use strict';
const log = console.log;

let count = 0;
const timer = setTimeout(() => {
  log('fired', ++count);
  if (count < 3)
    timer.refresh();
}, 1);
// => fired 1
// => fired 2
// => fired 3
