'use strict';
// Converts values that a program passes to node:stream/iter to batches: arrays of Uint8Array.
//
// (1) A batch that the program made is passed on unchanged, never copied.
// (2) isSource() recognises our own iterables, which yield batches and nothing else.

const {
  ArrayIsArray, ReflectApply, SafeWeakSet, SymbolAsyncIterator, SymbolFor, SymbolIterator,
  TypedArrayPrototypeGetLength, Uint8Array,
} = primordials;
const { codes } = require('internal/errors');
const { append } = require('internal/util');
const { byteView } = require('internal/util/bytes');
const { isAnyArrayBuffer, isArrayBufferView, isUint8Array } = require('internal/util/types');
const { encodeUtf8 } = internalBinding('buffer');

const sources = new SafeWeakSet();
const toStreamable = SymbolFor('Stream.toStreamable');
const toAsyncStreamable = SymbolFor('Stream.toAsyncStreamable');

const SYNC_TYPES = ['string', 'ArrayBuffer', 'ArrayBufferView', 'Iterable', 'toStreamable'];
const ASYNC_TYPES = [
  'string', 'ArrayBuffer', 'ArrayBufferView', 'Iterable', 'AsyncIterable', 'toStreamable',
  'toAsyncStreamable',
];

const isSource = (iterable) => sources.has(iterable);

function asSource(iterable) {
  sources.add(iterable);
  return iterable;
}

const encode = (text) => new Uint8Array(encodeUtf8(text));

const has = (value, method) => value !== null && value !== undefined &&
  typeof value === 'object' && typeof value[method] === 'function';
const isThenable = (value) => value !== null && value !== undefined &&
  (typeof value === 'object' || typeof value === 'function') && typeof value.then === 'function';

// The bytes of a value that is no list of values; undefined for others.
function bytesOf(value) {
  if (isUint8Array(value))
    return value;
  if (typeof value === 'string')
    return encode(value);
  if (isArrayBufferView(value) || isAnyArrayBuffer(value))
    return byteView(value);
  return undefined;
}

function isBatch(value) {
  if (!ArrayIsArray(value) || value.length === 0)
    return false;
  for (let i = 0; i < value.length; i++) {
    if (!isUint8Array(value[i]))
      return false;
  }
  return true;
}

function wrongValue(value, types, name = 'value') {
  return new codes.ERR_INVALID_ARG_TYPE(name, types, value);
}

// Appends the bytes of a value and of the values in it.
function flatten(value, batch, types) {
  const bytes = bytesOf(value);
  if (bytes !== undefined) {
    append(batch, bytes);
  } else if (has(value, toStreamable)) {
    flatten(value[toStreamable](), batch, types);
  } else if (has(value, SymbolIterator)) {
    // lint-ok: array-iteration the program's iterable
    for (const part of value)
      flatten(part, batch, types);
  } else {
    throw wrongValue(value, types);
  }
}

async function flattenAsync(value, batch) {
  const bytes = bytesOf(value);
  if (bytes !== undefined) {
    append(batch, bytes);
  } else if (isThenable(value)) {
    await flattenAsync(await value, batch);
  } else if (has(value, toAsyncStreamable)) {
    await flattenAsync(await value[toAsyncStreamable](), batch);
  } else if (has(value, toStreamable)) {
    await flattenAsync(value[toStreamable](), batch);
  } else if (has(value, SymbolAsyncIterator)) {
    for await (const part of value)
      await flattenAsync(part, batch);
  } else if (has(value, SymbolIterator)) {
    // lint-ok: array-iteration the program's iterable
    for (const part of value)
      await flattenAsync(part, batch);
  } else {
    throw wrongValue(value, ASYNC_TYPES);
  }
}

function batchOf(value, types = SYNC_TYPES) {
  if (isUint8Array(value))
    return [value];
  if (isBatch(value))
    return value;
  const batch = [];
  flatten(value, batch, types);
  return batch;
}

// A batch, or a promise of one if the value is no plain bytes.
function asyncBatchOf(value) {
  if (isUint8Array(value))
    return [value];
  if (isBatch(value))
    return value;
  const batch = [];
  return thenBatch(flattenAsync(value, batch), batch);
}

async function thenBatch(done, batch) {
  await done;
  return batch;
}

function sizeOfBatch(batch) {
  let size = 0;
  for (let i = 0; i < batch.length; i++)
    size += TypedArrayPrototypeGetLength.call(batch[i]);
  return size;
}

const iteratorOf = (iterable) => ReflectApply(iterable[SymbolIterator], iterable, []);
const asyncIteratorOf = (iterable) => ReflectApply(iterable[SymbolAsyncIterator], iterable, []);

module.exports = {
  ASYNC_TYPES, SYNC_TYPES, asSource, asyncBatchOf, asyncIteratorOf, batchOf, bytesOf, encode, has,
  isBatch, isSource, isThenable, iteratorOf, sizeOfBatch, toAsyncStreamable, toStreamable,
  wrongValue,
};
