// B3.5: a chain of immediates and a chain of immediates take turns.
'use strict';
const log = console.log;

function chain(name, left) {
  setImmediate(() => {
    log(name, left);
    if (left > 1)
      chain(name, left - 1);
  });
}
chain('a', 3);
chain('b', 3);
// => a 3
// => b 3
// => a 2
// => b 2
// => a 1
// => b 1
