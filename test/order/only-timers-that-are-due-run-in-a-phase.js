// B3.1: of +5, +10, +500, +600 two run while the phase is entered at +50; then an immediate comes.
'use strict';
const log = console.log;

setTimeout(() => log('+5'), 5);
setTimeout(() => log('+10'), 10);
const third = setTimeout(() => log('never'), 60000);
const fourth = setTimeout(() => log('never'), 61000);
const begin = Date.now();
while (Date.now() - begin < 50);
setTimeout(() => {
  log('+2 after the wait');
  setImmediate(() => {
    log('immediate');
    clearTimeout(third);
    clearTimeout(fourth);
  });
}, 2);
// => +5
// => +10
// => +2 after the wait
// => immediate
