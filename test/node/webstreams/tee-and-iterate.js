'use strict';
// Both branches of tee() see every chunk; leaving a loop cancels the stream.
const assert = require('assert');

let finished = false;
(async () => {
  const [a, b] = ReadableStream.from([1, 2, 3]).tee();
  const collect = async (stream) => {
    const all = [];
    for await (const chunk of stream)
      all.push(chunk);
    return all;
  };
  assert.deepStrictEqual(await Promise.all([collect(a), collect(b)]), [[1, 2, 3], [1, 2, 3]]);

  let canceled = 0;
  const endless = new ReadableStream({
    pull(controller) { controller.enqueue('again'); },
    cancel() { canceled++; },
  });
  for await (const chunk of endless.values({ preventCancel: true })) {
    assert.strictEqual(chunk, 'again');
    break;
  }
  assert.strictEqual(canceled, 0);
  for await (const chunk of endless) {
    assert.strictEqual(chunk, 'again');
    break;
  }
  assert.strictEqual(canceled, 1);
  assert.strictEqual(endless.locked, false);
  finished = true;
})();
process.on('exit', () => assert.strictEqual(finished, true));
