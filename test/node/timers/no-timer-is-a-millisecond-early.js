'use strict';
// A delay counts from the call of setTimeout(), to the millisecond: no timer fires a millisecond or
// more before it is over, wherever in a millisecond it was set and whatever was set just before.
const assert = require('assert');

const ROUNDS = 60;
const elapsed = () => Number(process.hrtime.bigint()) / 1e6;

function set(delay) {
  const began = elapsed();
  setTimeout(() => {
    const passed = elapsed() - began;
    assert.ok(passed > delay - 1, `${passed} of ${delay} ms`);
  }, delay);
}

// One after the other for two milliseconds; then they are waited for.
function round(left) {
  const end = elapsed() + 2;
  for (let i = 0; elapsed() < end; i++)
    set(3 + i % 5);
  if (left > 1)
    setTimeout(round, 8, left - 1);
}
round(ROUNDS);
