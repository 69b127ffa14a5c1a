// B5.6: each takes at least 1 ms.
// runs: 2
'use strict';
const log = console.log;

let count = 0;
const begin = process.hrtime.bigint();
(function next() {
  if (++count <= 1000)
    setTimeout(next, 0);
  else
    log(process.hrtime.bigint() - begin >= 990_000_000n);
})();
// => true
