'use strict';
// A BroadcastChannel is heard by all others of its name, as a MessageEvent, until it is closed.
const assert = require('assert');
const { inspect } = require('util');

const [one, two, three] = [1, 2, 3].map(() => new BroadcastChannel('name'));
const stranger = new BroadcastChannel('other');
stranger.onmessage = () => assert.fail('another name');
one.onmessage = () => assert.fail('its own');
let heard = 0;
for (const channel of [two, three]) {
  channel.addEventListener('message', (event) => {
    assert.ok(event instanceof MessageEvent);
    assert.strictEqual(event.target, channel);
    assert.deepStrictEqual(event.data, { a: [1] });
    if (++heard === 2)
      [one, two, three, stranger].forEach((each) => each.close());
  });
}
one.postMessage({ a: [1] });
assert.throws(() => one.postMessage(() => {}), { name: 'DataCloneError' });
assert.strictEqual(inspect(one), "BroadcastChannel { name: 'name', active: true }");
process.on('exit', () => {
  assert.strictEqual(heard, 2);
  assert.throws(() => one.postMessage(1), { name: 'InvalidStateError' });
});
