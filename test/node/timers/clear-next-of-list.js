'use strict';
// A timer that clears the next one of its delay keeps it from running, and no other; also when the
// program has written to the timer's _idleTimeout.
const assert = require('assert');
const ran = [];

function three(delay, disturb) {
  const name = (which) => ran.push(`${delay}:${which}`);
  let second;
  setTimeout(() => {
    name('first');
    disturb(second);
    clearTimeout(second);
  }, delay);
  second = setTimeout(name, delay, 'second');
  setTimeout(name, delay, 'third');
}

three(2, () => {});
three(3, (timer) => { timer._idleTimeout = 77; });
three(4, (timer) => { timer.refresh(); });

process.on('exit', () => {
  assert.deepStrictEqual(ran.sort(),
                         ['2:first', '2:third', '3:first', '3:third', '4:first', '4:third']);
});
