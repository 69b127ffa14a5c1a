'use strict';
// The time to the next call of an interval is counted from the start of the callback, and the loop
// turns once in between even when it is over already.
const assert = require('assert');

function busy(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const starts = [];
let turned = true;
const interval = setInterval(() => {
  assert.ok(turned);
  starts.push(performance.now());
  turned = false;
  setImmediate(() => { turned = true; });
  if (starts.length === 4) {
    clearInterval(interval);
    const took = starts[3] - starts[0];
    // 3 × 50 ms; counted from the end it would be 3 × 90.
    assert.ok(took >= 145 && took < 240, `${took}`);
  } else {
    busy(40);
  }
}, 50);
