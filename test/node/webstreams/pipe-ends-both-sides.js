'use strict';
// pipeTo() closes the destination after the last chunk, and an error goes to the other side.
const assert = require('assert');

const written = [];
const sink = () => new WritableStream({
  write(chunk) { written.push(chunk); },
  close() { written.push('closed'); },
  abort(reason) { written.push(reason.message); },
});
let finished = false;
(async () => {
  const source = new ReadableStream({
    start(controller) {
      controller.enqueue('a');
      controller.enqueue('b');
      controller.close();
    },
  });
  await source.pipeTo(sink());
  assert.deepStrictEqual(written.splice(0), ['a', 'b', 'closed']);

  const failing = new ReadableStream({ pull(controller) { controller.error(new Error('boom')); } });
  await assert.rejects(failing.pipeTo(sink()), { message: 'boom' });
  assert.deepStrictEqual(written.splice(0), ['boom']);

  let canceled;
  const endless = new ReadableStream({
    pull(controller) { controller.enqueue(1); },
    cancel(reason) { canceled = reason; },
  });
  const refusing = new WritableStream({ write() { throw new Error('full'); } });
  await assert.rejects(endless.pipeTo(refusing), { message: 'full' });
  assert.strictEqual(canceled.message, 'full');
  finished = true;
})();
process.on('exit', () => assert.strictEqual(finished, true));
