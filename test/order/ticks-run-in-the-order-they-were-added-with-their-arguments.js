// B4.1: the nextTick queue is first in, first out.
'use strict';
const log = console.log;

for (let i = 0; i < 5; i++)
  process.nextTick((a, b) => log(a, b), i, 'x');
// => 0 x
// => 1 x
// => 2 x
// => 3 x
// => 4 x
