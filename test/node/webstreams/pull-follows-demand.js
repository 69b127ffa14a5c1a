'use strict';
// A source is asked for more only below its mark; a transform lets nothing pass that nobody reads.
const assert = require('assert');
const { setImmediate: turn } = require('timers/promises');

let finished = false;
(async () => {
  let pulls = 0;
  const source = new ReadableStream({ pull(controller) { controller.enqueue(++pulls); } },
                                    new CountQueuingStrategy({ highWaterMark: 3 }));
  await turn();
  assert.strictEqual(pulls, 3);
  const reader = source.getReader();
  assert.deepStrictEqual(await reader.read(), { value: 1, done: false });
  await turn();
  assert.strictEqual(pulls, 4);
  await reader.cancel();

  let seen = 0;
  const transform = new TransformStream({ transform(chunk, controller) {
    seen++;
    controller.enqueue(chunk);
  } });
  const writer = transform.writable.getWriter();
  writer.write('x');
  writer.write('y');
  await turn();
  assert.strictEqual(seen, 0);
  assert.deepStrictEqual(await transform.readable.getReader().read(), { value: 'x', done: false });
  await turn();
  assert.strictEqual(seen, 1);
  finished = true;
})();
process.on('exit', () => assert.strictEqual(finished, true));
