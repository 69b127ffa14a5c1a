// B7.1: work in chunks by setImmediate lets timers through.
'use strict';
const log = console.log;

let chunks = 0;
let stop = false;
setTimeout(() => {
  log('timer came through', chunks > 0);
  stop = true;
}, 5);
(function chunk() {
  chunks++;
  if (!stop)
    setImmediate(chunk);
})();
// => timer came through true
