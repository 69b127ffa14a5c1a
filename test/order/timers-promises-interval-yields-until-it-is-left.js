// B5.4: timers/promises setInterval is an async iterator.
'use strict';
const log = console.log;

const { setInterval: every } = require('timers/promises');
(async () => {
  let count = 0;
  for await (const value of every(1, 'beat')) {
    log(value, ++count);
    if (count === 3)
      break;
  }
  log('left');
})();
// => beat 1
// => beat 2
// => beat 3
// => left
