// B3.1: by due time, and by start among equals.
'use strict';
const log = console.log;

for (let i = 1; i <= 3; i++) {
  setTimeout(() => log('80 ms', i), 80);
  setTimeout(() => log('1 ms', i), 1);
  setTimeout(() => log('40 ms', i), 40);
}
// => 1 ms 1
// => 1 ms 2
// => 1 ms 3
// => 40 ms 1
// => 40 ms 2
// => 40 ms 3
// => 80 ms 1
// => 80 ms 2
// => 80 ms 3
