// B4.2: ticks that add ticks keep the loop waiting.
'use strict';
const log = console.log;

let count = 0;
setTimeout(() => log('timer after', count), 0);
(function next() {
  if (++count < 10000)
    process.nextTick(next);
})();
// => timer after 10000
