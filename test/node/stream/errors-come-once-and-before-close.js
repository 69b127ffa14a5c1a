'use strict';
// destroy(err): the write callbacks hear of it, 'error' comes once, then 'close'; both later.
const assert = require('assert');
const { Readable, Writable } = require('stream');

const order = [];
const w = new Writable({ write(chunk, encoding, callback) { setImmediate(callback); } });
const boom = new Error('boom');
w.on('error', (err) => order.push(['error', err]));
w.on('close', () => order.push(['close']));
w.write('a', (err) => order.push(['a', err]));
w.write('b', (err) => order.push(['b', err]));
w.end((err) => order.push(['end', err]));
w.destroy(boom);
w.destroy(new Error('ignored'));
order.push(['sync']);
assert.strictEqual(w.errored, boom);

// One that does not destroy itself reports the first of its errors, too.
let reported = 0;
const r = new Readable({ read() {}, autoDestroy: false });
r.on('error', (err) => {
  reported++;
  assert.strictEqual(err.code, 'ERR_STREAM_PUSH_AFTER_EOF');
});
r.push(null);
r.push('a');
r.push('b');
process.on('exit', () => {
  assert.strictEqual(reported, 1);
  assert.deepStrictEqual(order.map(([name]) => name), ['sync', 'error', 'close', 'a', 'b', 'end']);
  assert.strictEqual(order[1][1], boom);
  assert.strictEqual(order[4][1], boom);
  assert.strictEqual(order[5][1], boom);
});
