// B5.6: all of them run before a timer of half a minute, and the process ends.
'use strict';
const log = console.log;

let count = 0;
const guard = setTimeout(() => log('never'), 30000);
(function next() {
  if (++count < 1000)
    setImmediate(next);
  else
    log(count, clearTimeout(guard));
})();
// => 1000 undefined
