// B3.5: first in, first out, with arguments.
'use strict';
const log = console.log;

for (let i = 0; i < 5; i++)
  setImmediate((a, b) => log(a, b), i, 'x');
// => 0 x
// => 1 x
// => 2 x
// => 3 x
// => 4 x
