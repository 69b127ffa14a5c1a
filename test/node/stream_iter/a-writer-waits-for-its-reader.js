// flags: --experimental-stream-iter --no-warnings
'use strict';
// push(): writes beyond the budget wait, are refused or are dropped, as the policy says, and what
// was accepted is read in order.
const assert = require('assert');
const { ondrain, push, text } = require('stream/iter');

const full = 'x'.repeat(16384);
let checked = 0;

async function strict() {
  const { writer, readable } = push();
  assert.strictEqual(writer.writeSync(full), true);
  assert.strictEqual(writer.writeSync('late'), false);
  assert.strictEqual(writer.canWrite, false);
  const waiting = writer.write('second');
  await assert.rejects(writer.write('third'), { name: 'RangeError', code: 'ERR_INVALID_STATE' });
  const drained = ondrain(writer);
  const reading = text(readable);
  await waiting;
  assert.strictEqual(await drained, true);
  assert.strictEqual(await writer.end(), full.length + 6);
  assert.strictEqual(await reading, `${full}second`);
  assert.strictEqual(ondrain(writer), null);
  await assert.rejects(writer.write('x'), { code: 'ERR_INVALID_STATE' });
  checked++;
}

async function dropping() {
  for (const [backpressure, expected] of [['drop-oldest', 'new'], ['drop-newest', full]]) {
    const { writer, readable } = push({ backpressure });
    assert.strictEqual(writer.writeSync(full), true);
    assert.strictEqual(writer.writeSync('new'), true);
    writer.endSync();
    assert.strictEqual(await text(readable), expected);
  }
  checked++;
}

async function aborted() {
  const { writer, readable } = push();
  writer.writeSync(full);
  const controller = new AbortController();
  const cancelled = writer.write('never', { signal: controller.signal });
  const reason = new Error('enough');
  controller.abort(reason);
  await assert.rejects(cancelled, (error) => error === reason);
  const end = writer.end();
  assert.strictEqual(await text(readable), full);
  assert.strictEqual(await end, full.length);
  checked++;
}

async function failed() {
  const { writer, readable } = push();
  const read = readable[Symbol.asyncIterator]().next();
  writer.fail(new Error('broken'));
  await assert.rejects(read, { message: 'broken' });
  await assert.rejects(writer.end(), { message: 'broken' });
  const other = push();
  other.writer.writeSync(full);
  const waiting = assert.rejects(other.writer.write('x'), /closed by consumer/);
  await other.readable[Symbol.asyncIterator]().return();
  await waiting;
  checked++;
}

Promise.all([strict(), dropping(), aborted(), failed()]).then(() => {
  assert.strictEqual(checked, 4);
});
process.on('exit', () => assert.strictEqual(checked, 4));
