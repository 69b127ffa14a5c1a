'use strict';
// The time to the next call of an interval is counted from the start of the callback, and the loop
// turns once in between even when it is over already.
const assert = require('assert');

function busy(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const order = [];
let turned = true;
const interval = setInterval(() => {
  assert.ok(turned);
  turned = false;
  setImmediate(() => { turned = true; });
  order.push('interval');
  if (order.length > 1)
    return clearInterval(interval);
  busy(40);
  // Due 70 ms after the start at the earliest: behind the next call, which is due after 50. Counted
  // from the end of this one that would be due after 90.
  setTimeout(() => order.push('timeout'), 30);
}, 50);

process.on('exit', () => assert.deepStrictEqual(order, ['interval', 'interval', 'timeout']));
