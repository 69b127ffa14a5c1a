// `for await` gives every line once, pauses the input while nobody asks, and closes when it is
// left.
'use strict';
const assert = require('assert');
const readline = require('readline');
const { Readable, PassThrough } = require('stream');

(async () => {
  const count = 5000;
  let n = 0;
  const rl = readline.createInterface({ input: Readable.from(['line\n'.repeat(count), 'last']) });
  for await (const line of rl)
    assert.strictEqual(line, ++n > count ? 'last' : 'line');
  assert.strictEqual(n, count + 1);

  const input = new PassThrough();
  const other = readline.createInterface({ input });
  const seen = [];
  input.write('a\nb\nc\nd\n');
  for await (const line of other) {
    seen.push(line);
    for await (const inner of other) {
      seen.push(inner);
      break;
    }
    assert.strictEqual(other.closed, true);
  }
  assert.deepStrictEqual(seen.slice(0, 2), ['a', 'b']);

  const failing = new PassThrough();
  const reader = readline.createInterface({ input: failing });
  process.nextTick(() => failing.destroy(new Error('no input')));
  await assert.rejects(async () => { for await (const line of reader) assert.fail(line); },
                       { message: 'no input' });
})();
