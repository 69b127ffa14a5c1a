'use strict';
// Both branches of a stream of bytes get each chunk, in buffers of their own.
const assert = require('assert');

const source = () => new ReadableStream({
  type: 'bytes',
  start(controller) {
    controller.enqueue(new Uint8Array([1, 2, 3]));
    controller.enqueue(new Uint8Array([4]));
    controller.close();
  },
});

async function all(stream) {
  const chunks = [];
  for await (const chunk of stream)
    chunks.push(chunk);
  return chunks;
}

(async () => {
  const [a, b] = source().tee();
  const [first, second] = await Promise.all([all(a), all(b)]);
  assert.deepStrictEqual(first, [new Uint8Array([1, 2, 3]), new Uint8Array([4])]);
  assert.deepStrictEqual(second, first);
  first[0][0] = 9;
  assert.strictEqual(second[0][0], 1);

  const [left, kept] = source().tee();
  left.cancel();
  assert.deepStrictEqual(await all(kept), second);
})();
