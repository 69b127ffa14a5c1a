// B3.1: among those of one delay; with a busy start, many are due in one phase.
'use strict';
const log = console.log;

const begin = Date.now();
const last = {};
let fired = 0;
let late = 0;
for (let i = 0; i < 1000; i++) {
  const delay = 1 + (i * 7919) % 50;
  setTimeout(() => {
    fired++;
    late += i < last[delay];
    last[delay] = i;
  }, delay);
}
while (Date.now() - begin < 30);
process.on('exit', () => log(fired, late));
// => 1000 0
