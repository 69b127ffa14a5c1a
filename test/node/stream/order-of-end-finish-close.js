'use strict';
// Each stream of a pipeline ends in order; the callback comes when the last has finished.
const assert = require('assert');
const { PassThrough, Readable, Writable, pipeline } = require('stream');

const order = [];
const a = Readable.from(['x', 'y'], { objectMode: false });
const b = new PassThrough();
const c = new Writable({ write(chunk, encoding, callback) { callback(); } });
a.on('end', () => order.push('a end')).on('close', () => order.push('a close'));
b.on('finish', () => order.push('b finish')).on('end', () => order.push('b end'));
c.on('finish', () => order.push('c finish')).on('close', () => order.push('c close'));
pipeline(a, b, c, (err) => {
  assert.strictEqual(err, undefined);
  order.push('done');
});
process.on('exit', () => {
  const at = (name) => order.indexOf(name);
  assert.strictEqual(order.length, 7);
  assert.ok(at('a end') < at('b finish'));
  assert.ok(at('b finish') <= at('b end') + 1 && at('b end') < at('c finish'));
  assert.ok(at('c finish') < at('c close'));
  assert.ok(at('c finish') < at('done'));
});
