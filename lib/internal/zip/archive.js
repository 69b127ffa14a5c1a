'use strict';
// createZipArchive() and its synchronous form: write ZIP archives of entries.
//
// (1) The archive owns its entries. When it is destroyed or fails, it disposes of the entry that is
//     being written and of all later ones, so that none of their files stays open.
// (2) Arguments are checked when the first bytes are read.
// (3) If next() of the iterator of entries has failed, the iterator is neither called again nor
//     closed.

const { SafeArray, SymbolAsyncDispose, SymbolAsyncIterator, SymbolDispose, SymbolIterator } =
  primordials;
const { sizeOf } = require('internal/util/bytes');
const { archiveOptions, directory } = require('internal/zip/write');
const { checkEntry, isEntry, warn, writeEntry, writeEntrySync } = require('internal/zip/entry');

// ---- With promises ----

async function disposeRest(iterator) {
  // A generator makes its entries on demand: it is closed.
  if (typeof iterator.return === 'function') {
    await iterator.return();
    return;
  }
  for (let step = await iterator.next(); !step.done; step = await iterator.next()) {
    const entry = await step.value;
    if (isEntry(entry))
      await entry[SymbolAsyncDispose]();
  }
}

const iteratorOf = (entries) =>
  (entries[SymbolAsyncIterator] !== undefined ? entries[SymbolAsyncIterator]() :
    entries[SymbolIterator]());

// `state.iterator` is the source of entries while there are some left.
async function nextOf(state) {
  const { iterator } = state;
  state.iterator = null;
  const step = await iterator.next();
  if (!step.done)
    state.iterator = iterator;
  return step;
}

async function* body(state, options, comment) {
  const { comment: text, baseOffset } = archiveOptions(options, comment);
  const records = new SafeArray();
  let offset = baseOffset;
  let entry = null;
  try {
    for (let step = await nextOf(state); !step.done; step = await nextOf(state)) {
      entry = await step.value;
      checkEntry(entry);
      const written = { __proto__: null, record: null };
      for await (const part of writeEntry(entry, offset, written)) {
        offset += sizeOf(part);
        yield part;
      }
      records.push(written.record);
      entry = null;
    }
    yield directory(records, offset, text);
  } finally {
    if (isEntry(entry))
      await entry[SymbolAsyncDispose]();
    await finish(state);
  }
}

async function finish(state) {
  const { iterator } = state;
  state.iterator = null;
  if (iterator !== null)
    await disposeRest(iterator);
}

// The body with an end of its own: a generator that was not started runs no `finally`.
function chunksOf(entries, options, comment) {
  const state = { __proto__: null, iterator: null };
  let isBegun = false;
  let generator = null; // stays so if `entries` cannot be iterated
  return {
    __proto__: null,
    [SymbolAsyncIterator]() { return this; },
    async next() {
      if (!isBegun) {
        isBegun = true;
        state.iterator = iteratorOf(entries);
        generator = body(state, options, comment);
      }
      return generator !== null ? await generator.next() : { done: true, value: undefined };
    },
    async return(value) {
      if (generator !== null)
        return await generator.return(value);
      if (!isBegun) {
        isBegun = true;
        try {
          state.iterator = iteratorOf(entries);
        } catch {
          // What cannot be iterated has no entries to dispose.
        }
        await finish(state);
      }
      return { done: true, value };
    },
  };
}

const streamOf = (chunks) =>
  require('stream').Readable.from(chunks, { __proto__: null, objectMode: false, highWaterMark: 1 });

// `comment` is written when the options have none.
function archiveOf(entries, options, comment) {
  return streamOf(chunksOf(entries, options, comment));
}

function createZipArchive(entries, options) {
  warn();
  return archiveOf(entries, options);
}

// ---- At once ----

function disposeRestSync(iterator) {
  if (typeof iterator.return === 'function') {
    iterator.return();
    return;
  }
  for (let step = iterator.next(); !step.done; step = iterator.next()) {
    if (isEntry(step.value))
      step.value[SymbolDispose]();
  }
}

function nextOfSync(state) {
  const { iterator } = state;
  state.iterator = null;
  const step = iterator.next();
  if (!step.done)
    state.iterator = iterator;
  return step;
}

function* archiveOfSync(entries, options, comment) {
  const { comment: text, baseOffset } = archiveOptions(options, comment);
  const records = new SafeArray();
  const state = { __proto__: null, iterator: entries[SymbolIterator]() };
  let offset = baseOffset;
  let entry = null;
  try {
    for (let step = nextOfSync(state); !step.done; step = nextOfSync(state)) {
      entry = step.value;
      checkEntry(entry);
      const written = { __proto__: null, record: null };
      const parts = writeEntrySync(entry, offset, written);
      offset += sizeOf(parts[0]) + sizeOf(parts[1]);
      yield parts[0];
      yield parts[1];
      records.push(written.record);
      entry = null;
    }
    yield directory(records, offset, text);
  } finally {
    if (isEntry(entry))
      entry[SymbolDispose]();
    if (state.iterator !== null)
      disposeRestSync(state.iterator);
  }
}

function createZipArchiveSync(entries, options) {
  warn();
  return archiveOfSync(entries, options);
}

// The bytes of an archive of entries that are in a list of ours.
function archiveBytesSync(entries, options, comment) {
  const { comment: text, baseOffset } = archiveOptions(options, comment);
  const records = new SafeArray();
  const parts = new SafeArray();
  let offset = baseOffset;
  for (let i = 0; i < entries.length; i++) {
    const written = { __proto__: null, record: null };
    const pair = writeEntrySync(entries[i], offset, written);
    offset += sizeOf(pair[0]) + sizeOf(pair[1]);
    parts.push(pair[0]);
    parts.push(pair[1]);
    records.push(written.record);
  }
  parts.push(directory(records, offset, text));
  return require('internal/util/bytes').concatBytes(parts);
}

async function archiveBytes(entries, options, comment) {
  const { comment: text, baseOffset } = archiveOptions(options, comment);
  const records = new SafeArray();
  const parts = new SafeArray();
  let offset = baseOffset;
  for (let i = 0; i < entries.length; i++) {
    const written = { __proto__: null, record: null };
    for await (const part of writeEntry(entries[i], offset, written)) {
      offset += sizeOf(part);
      parts.push(part);
    }
    records.push(written.record);
  }
  parts.push(directory(records, offset, text));
  return require('internal/util/bytes').concatBytes(parts);
}

module.exports = {
  archiveBytes, archiveBytesSync, archiveOf, createZipArchive, createZipArchiveSync, streamOf,
};
