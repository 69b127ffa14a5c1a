'use strict';
// An archive of what cannot be iterated fails with the error of that. A list of entries or a source
// whose next() has failed is not ended with return(); one that gives something wrong is, once.
// flags: --no-warnings
const assert = require('assert');
const { once } = require('events');
const { ZipEntry, createZipArchive, createZipArchiveSync } = require('zlib');

async function failure(entries) {
  try {
    for await (const part of createZipArchive(entries))
      assert.ok(part);
  } catch (error) {
    return error;
  }
  assert.fail('no error');
}

const wrong = new RangeError('wrong');
const thrower = () => { throw wrong; };

function iterable(symbol, next) {
  const calls = [];
  return {
    calls,
    [symbol]() { return this; },
    next() { calls.push('next'); return next(); },
    return() { calls.push('return'); return { done: true }; },
  };
}

async function main() {
  for (const entries of [5, null, undefined])
    assert.strictEqual((await failure(entries)).constructor, TypeError);
  for (const symbol of [Symbol.iterator, Symbol.asyncIterator]) {
    assert.strictEqual(await failure({ [symbol]: thrower }), wrong);

    const list = iterable(symbol, thrower);
    assert.strictEqual(await failure(list), wrong);
    assert.deepStrictEqual(list.calls, ['next']);
    const noEntries = iterable(symbol, () => ({ done: false, value: 5 }));
    assert.strictEqual((await failure(noEntries)).code, 'ERR_INVALID_ARG_TYPE');
    assert.deepStrictEqual(noEntries.calls, ['next', 'return']);

    const source = iterable(symbol, thrower);
    assert.strictEqual(await failure([ZipEntry.createStream('a', source)]), wrong);
    assert.deepStrictEqual(source.calls, ['next']);
    const noBytes = iterable(symbol, () => ({ done: false, value: 5 }));
    const behind = iterable(symbol, thrower);
    const entries = [ZipEntry.createStream('a', noBytes), ZipEntry.createStream('b', behind)];
    assert.strictEqual((await failure(entries.values())).code, 'ERR_INVALID_ARG_TYPE');
    assert.deepStrictEqual(noBytes.calls, ['next', 'return']);
    // Entries that were not written are disposed.
    assert.deepStrictEqual(behind.calls, ['return']);
  }
  const list = iterable(Symbol.iterator, thrower);
  assert.throws(() => [...createZipArchiveSync(list)], wrong);
  assert.deepStrictEqual(list.calls, ['next']);

  const unread = createZipArchive(5);
  unread.destroy();
  await once(unread, 'close');
}

main().then(() => { process.exitCode = 0; });
process.exitCode = 1;
