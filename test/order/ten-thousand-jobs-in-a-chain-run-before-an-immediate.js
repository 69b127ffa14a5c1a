// B4.3: promise jobs that add promise jobs keep the loop waiting.
'use strict';
const log = console.log;

let count = 0;
setImmediate(() => log('immediate after', count));
(function next() {
  if (++count < 10000)
    Promise.resolve().then(next);
})();
// => immediate after 10000
