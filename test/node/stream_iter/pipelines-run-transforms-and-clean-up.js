// flags: --experimental-stream-iter --no-warnings
// differs from Node: it does not close a source whose next() is pending
'use strict';
// pull() and pipeTo(): any input, transforms in order with a flush at the end, and an abort that
// reaches the source.
const assert = require('assert');
const { bytes, from, fromSync, pipeTo, pull, pullSync, text, textSync } = require('stream/iter');

const upper = (chunks) => chunks && chunks.map((chunk) => `${Buffer.from(chunk)}`.toUpperCase());
const tail = (chunks) => chunks ?? ['!'];
const twice = {
  async *transform(source) {
    for await (const chunks of source) {
      if (chunks !== null)
        yield [...chunks, ...chunks];
    }
  },
};
let checked = 0;

async function values() {
  assert.strictEqual(await text(pull('ab', upper, tail, twice)), 'ABAB!!');
  assert.strictEqual(textSync(pullSync('ab', upper, tail)), 'AB!');
  async function* source() {
    yield 'text';
    yield [new Uint8Array([32]), new Uint16Array([0x2121])];
    yield Promise.resolve(['nested', ['twice']]);
  }
  assert.strictEqual(await text(from(source())), 'text !!nestedtwice');
  const batches = [...fromSync(Array.from({ length: 130 }, () => new Uint8Array(1)))];
  assert.deepStrictEqual(batches.map((batch) => batch.length), [128, 2]);
  await assert.rejects(text(from([5])), { code: 'ERR_INVALID_ARG_TYPE' });
  await assert.rejects(bytes('too much', { limit: 3 }), { code: 'ERR_OUT_OF_RANGE' });
  checked++;
}

async function abort() {
  let isClosed = false;
  const stuck = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: () => { isClosed = true; return {}; },
    }),
  };
  const aborted = { signal: AbortSignal.abort(new Error('before')) };
  assert.throws(() => pull('x', aborted), { message: 'before' });
  const controller = new AbortController();
  let inner;
  const watch = (chunks, { signal }) => { inner = signal; return chunks; };
  const reading = assert.rejects(text(pull(stuck, watch, { signal: controller.signal })),
                                 { message: 'stop' });
  setImmediate(() => controller.abort(new Error('stop')));
  await reading;
  assert.strictEqual(isClosed, true);
  for await (const batch of pull('x', watch)) {
    assert.strictEqual(batch.length, 1);
    break;
  }
  assert.strictEqual(inner.aborted, true);
  checked++;
}

async function pipe() {
  const written = [];
  const calls = [];
  const writer = {
    write: async (chunk) => { written.push(`${Buffer.from(chunk)}`); },
    writeSync: (chunk) => chunk.length > 1 && written.push('sync') > 0,
    endSync: () => -1,
    end: async () => { calls.push('end'); },
    fail: (error) => { calls.push(error.message); },
  };
  assert.strictEqual(await pipeTo(['a', 'bc'], writer), 3);
  assert.deepStrictEqual([written, calls], [['a', 'sync'], ['end']]);
  async function* broken() {
    yield 'a';
    throw new Error('source');
  }
  await assert.rejects(pipeTo(broken(), writer), { message: 'source' });
  assert.strictEqual(calls.at(-1), 'source');
  checked++;
}

Promise.all([values(), abort(), pipe()]);
process.on('exit', () => assert.strictEqual(checked, 3));
