'use strict';
// events.on() yields what was emitted before and after it is asked, ends on `close`, and leaves no
// listener behind.
const assert = require('assert');
const EventEmitter = require('events');

const e = new EventEmitter();
const seen = [];
async function read() {
  for await (const args of EventEmitter.on(e, 'x', { close: ['end'] }))
    seen.push(args);
  assert.deepStrictEqual(seen, [[1], [2, 3], [4]]);
  for (const name of ['x', 'end', 'error'])
    assert.strictEqual(e.listenerCount(name), 0);
}
let ended = false;
read().then(() => { ended = true; });
e.emit('x', 1);
e.emit('x', 2, 3);
setImmediate(() => {
  e.emit('x', 4);
  setImmediate(() => e.emit('end'));
});
process.on('exit', () => assert.ok(ended));
