'use strict';
// process.env.TZ that one callback sets is in effect in the rest of it, in its jobs, and in the
// next callback of the same list.
const assert = require('assert');

const hour = () => new Date(0).getHours();
process.env.TZ = 'UTC';
assert.strictEqual(hour(), 0);
setTimeout(() => {
  process.env.TZ = 'Asia/Tokyo';
  assert.strictEqual(hour(), 9);
  queueMicrotask(() => {
    assert.strictEqual(hour(), 9);
    process.env.TZ = 'Asia/Kolkata';
  });
}, 1);
setTimeout(() => {
  assert.strictEqual(hour(), 5);
  process.env.TZ = 'UTC';
}, 1);
setTimeout(() => assert.strictEqual(hour(), 0), 1);
