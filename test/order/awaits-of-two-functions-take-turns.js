// B4.3: each await gives way to the other function.
'use strict';
const log = console.log;

async function count(name) {
  for (let i = 1; i <= 3; i++) {
    log(name, i);
    await null;
  }
}
count('a');
count('b');
// => a 1
// => b 1
// => a 2
// => b 2
// => a 3
// => b 3
