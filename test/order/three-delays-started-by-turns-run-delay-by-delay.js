// B3.1: by due time, and by start among equals.
// Virtual time allows delays so far apart that a pause does not change the order.
'use strict';
const log = console.log;

for (let i = 1; i <= 3; i++) {
  setTimeout(() => log('2000 ms', i), 2000);
  setTimeout(() => log('1 ms', i), 1);
  setTimeout(() => log('1000 ms', i), 1000);
}
// flags: --virtual-time
// => 1 ms 1
// => 1 ms 2
// => 1 ms 3
// => 1000 ms 1
// => 1000 ms 2
// => 1000 ms 3
// => 2000 ms 1
// => 2000 ms 2
// => 2000 ms 3
