'use strict';
// A BYOB reader gets its own memory back, filled, and cannot touch it meanwhile.
const assert = require('assert');

let finished = false;
(async () => {
  const stream = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const { view } = controller.byobRequest;
      for (let i = 0; i < view.length && i < 3; i++)
        view[i] = i + 1;
      controller.byobRequest.respond(Math.min(3, view.length));
    },
  });
  const reader = stream.getReader({ mode: 'byob' });
  const mine = new Uint8Array(8);
  const reading = reader.read(mine);
  assert.strictEqual(mine.byteLength, 0);
  const { value, done } = await reading;
  assert.strictEqual(done, false);
  assert.strictEqual(value.buffer.byteLength, 8);
  assert.deepStrictEqual([...value], [1, 2, 3]);
  const words = await reader.read(new Uint16Array(2), { min: 2 });
  assert.strictEqual(words.value.length, 2);
  reader.releaseLock();
  assert.strictEqual(stream.locked, false);
  finished = true;
})();
process.on('exit', () => assert.strictEqual(finished, true));
