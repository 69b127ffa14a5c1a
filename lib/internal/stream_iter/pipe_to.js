'use strict';
// pipeTo() and pipeToSync(): connect a source, through transforms, with a writer.
//
// (1) The synchronous method of a writer is tried first; only `false` means that it did not accept
//     the bytes.
// (2) A batch of several chunks is one call of writev() if the writer has that method.

const { ReflectApply, SafeArray } = primordials;
const { codes } = require('internal/errors');
const { isThenable, sizeOfBatch } = require('internal/stream_iter/bytes');
const { checkTransforms, dictionary, signalOf } =
  require('internal/stream_iter/options');
const { from } = require('internal/stream_iter/from');
const { pipeline, pullSync } = require('internal/stream_iter/pull');
const { toPromise, unlessAborted } = require('internal/stream_iter/abort');

// The arguments after the source: transforms, a writer with `method`, options.
function splitWriter(list, method) {
  const isWriter = (value) =>
    value !== null && typeof value === 'object' && typeof value[method] === 'function';
  let count = list.length;
  let options;
  if (count > 0 && !isWriter(list[count - 1]) && typeof list[count - 1] !== 'function')
    options = list[--count];
  if (count === 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('args', list, 'pipeTo requires a writer argument');
  }
  const writer = list[count - 1];
  if (!isWriter(writer)) {
    throw new codes.ERR_INVALID_ARG_TYPE('writer', `object with a ${method} method`, writer);
  }
  const transforms = checkTransforms(list, count - 1);
  return { __proto__: null, writer, transforms, options: dictionary(options) };
}

const hasMethod = (writer, name) => typeof writer[name] === 'function';

// Waits for what a method of the writer has returned.
function done(result, signal) {
  return isThenable(result) ? unlessAborted(toPromise(result), signal) : undefined;
}

async function writeBatch(writer, batch, signal) {
  const options = { __proto__: null, signal };
  if (batch.length > 1 && hasMethod(writer, 'writev')) {
    if (!hasMethod(writer, 'writevSync') || writer.writevSync(batch) === false)
      await done(writer.writev(batch, options), signal);
    return;
  }
  const hasSync = hasMethod(writer, 'writeSync');
  for (let i = 0; i < batch.length; i++) {
    if (hasSync && writer.writeSync(batch[i]) !== false)
      continue;
    const pending = done(writer.write(batch[i], options), signal);
    if (pending !== undefined)
      await pending;
  }
}

async function endWriter(writer, signal) {
  if (hasMethod(writer, 'endSync') && !(writer.endSync() < 0))
    return;
  if (hasMethod(writer, 'end'))
    await done(writer.end({ __proto__: null, signal }), signal);
}

async function pipeTo(source, ...args) {
  const { writer, transforms, options } = splitWriter(args, 'write');
  const signal = signalOf(options);
  const { preventClose, preventFail } = options;
  let total = 0;
  try {
    if (signal?.aborted)
      throw signal.reason;
    for await (const batch of pipeline(from(source), transforms, signal)) {
      await writeBatch(writer, batch, signal);
      total += sizeOfBatch(batch);
    }
    if (!preventClose)
      await endWriter(writer, signal);
  } catch (error) {
    if (!preventFail && hasMethod(writer, 'fail'))
      writer.fail(error);
    throw error;
  }
  return total;
}

function writeBatchSync(writer, batch) {
  let isTaken = true;
  if (batch.length > 1 && hasMethod(writer, 'writevSync')) {
    isTaken = writer.writevSync(batch) !== false;
  } else {
    for (let i = 0; i < batch.length && isTaken; i++)
      isTaken = writer.writeSync(batch[i]) !== false;
  }
  if (!isTaken)
    throw new codes.ERR_OUT_OF_RANGE('write', 'within byte budget', 'budget exhausted');
}

function pipeToSync(source, ...args) {
  const { writer, transforms, options } = splitWriter(args, 'writeSync');
  const { preventClose, preventFail } = options;
  if (!preventClose && !hasMethod(writer, 'endSync'))
    throw new codes.ERR_INVALID_ARG_TYPE('writer.endSync', 'function', writer.endSync);
  const list = new SafeArray();
  list.push(source);
  for (let i = 0; i < transforms.length; i++)
    list.push(transforms[i]);
  let total = 0;
  try {
    // lint-ok: array-iteration an iterable of our own
    for (const batch of ReflectApply(pullSync, undefined, list)) {
      writeBatchSync(writer, batch);
      total += sizeOfBatch(batch);
    }
    if (!preventClose && writer.endSync() < 0)
      throw new codes.ERR_INVALID_STATE('Writer could not be closed synchronously');
  } catch (error) {
    if (!preventFail && hasMethod(writer, 'fail'))
      writer.fail(error);
    throw error;
  }
  return total;
}

module.exports = { pipeTo, pipeToSync };
