// flags: --experimental-stream-iter --no-warnings
'use strict';
// broadcast(), share(), merge(): all consumers get all batches; one that stops, or a source that
// fails, is seen by the others as documented.
const assert = require('assert');
const { broadcast, merge, share, shareSync, text, textSync } = require('stream/iter');

let checked = 0;

async function broadcasts() {
  const { writer, broadcast: channel } = broadcast();
  const readers = [channel.push(), channel.push((chunks) => chunks && [...chunks, '|'])];
  const stopped = channel.push()[Symbol.asyncIterator]();
  assert.strictEqual(channel.consumerCount, 3);
  writer.writeSync('one');
  await stopped.return();
  assert.strictEqual(channel.consumerCount, 2);
  const texts = Promise.all(readers.map((reader) => text(reader)));
  await writer.write('two');
  assert.strictEqual(await writer.end(), 6);
  assert.deepStrictEqual(await texts, ['onetwo', 'one|two|']);
  const failing = broadcast();
  const reader = failing.broadcast.push();
  failing.writer.fail(new Error('gone'));
  await assert.rejects(text(reader), { message: 'gone' });
  checked++;
}

async function shares() {
  let pulls = 0;
  async function* source() {
    for (; pulls < 3; pulls++)
      yield `${pulls}`;
  }
  const shared = share(source());
  const readers = [shared.pull(), shared.pull()];
  assert.strictEqual(pulls, 0);
  assert.deepStrictEqual(await Promise.all(readers.map((reader) => text(reader))), ['012', '012']);
  const slow = share((async function*() { for (;;) yield new Uint8Array(16384); })(),
                     { budget: 16384 });
  slow.pull();
  await assert.rejects(text(slow.pull()), { code: 'ERR_OUT_OF_RANGE' });
  const cancelled = slow.pull();
  slow.cancel();
  assert.strictEqual(await text(cancelled), '');
  const sync = shareSync(['a', 'b']);
  const first = sync.pull();
  const second = sync.pull();
  assert.strictEqual(textSync(first) + textSync(second), 'abab');
  checked++;
}

async function merges() {
  let closed = 0;
  async function* endless(name) {
    try {
      for (;;)
        yield name;
    } finally {
      closed++;
    }
  }
  const seen = [];
  for await (const [chunk] of merge(endless('a'), endless('b'))) {
    seen.push(`${Buffer.from(chunk)}`);
    if (seen.length === 4)
      break;
  }
  assert.deepStrictEqual(seen.sort(), ['a', 'a', 'b', 'b']);
  assert.strictEqual(closed, 2);
  checked++;
}

Promise.all([broadcasts(), shares(), merges()]);
process.on('exit', () => assert.strictEqual(checked, 3));
