// B3.1: same due time: the order of starting.
'use strict';
const log = console.log;

for (let i = 0; i < 6; i++)
  setTimeout(() => log(i), 2);
// => 0
// => 1
// => 2
// => 3
// => 4
// => 5
