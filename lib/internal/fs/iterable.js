'use strict';
// FileHandle.pull(), pullSync() and writer(): a file as a source and as a writer of
// node:stream/iter.
//
// (1) The handle is locked from the call until the iteration or the writer has ended: meanwhile no
//     other iteration, writer or web stream can use it.
// (2) With `start`, reads and writes have explicit positions; without it they move the position of
//     the file.
// (3) A synchronous write is made only while no asynchronous one is under way.

const {
  MathMin, NumberMAX_SAFE_INTEGER, Promise, PromisePrototypeThen, PromiseReject, PromiseResolve,
  SafeArray, SymbolAsyncDispose, SymbolDispose, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSubarray,
} = primordials;
const fs = require('internal/fs/files');
const { bufferAllocUnsafeSlow } = require('internal/buffer');
const { codes } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateInteger, validateObject } =
  require('internal/validators');
const { bufferOver } = require('internal/util/bytes');
const { isTransform, signalOf, dictionary, writtenBytes, writtenChunks } =
  require('internal/stream_iter/options');
const { asyncSource, syncSource } = require('internal/stream_iter/from');
const { pipeline, pullSync: pullFrom } = require('internal/stream_iter/pull');
const { sizeOfBatch } = require('internal/stream_iter/bytes');

const CHUNK = 131072;

function lock(handle, kLocked, fd) {
  if (fd === -1)
    throw new codes.ERR_INVALID_STATE('The FileHandle is closed');
  if (handle[kLocked])
    throw new codes.ERR_INVALID_STATE('The FileHandle is locked');
}

function readOptions(options) {
  validateObject(options, 'options');
  const { autoClose = false, start, limit, chunkSize = CHUNK, signal } = options;
  validateBoolean(autoClose, 'options.autoClose');
  if (start !== undefined)
    validateInteger(start, 'options.start', 0);
  if (limit !== undefined)
    validateInteger(limit, 'options.limit', 1);
  validateInteger(chunkSize, 'options.chunkSize', 1);
  if (signal !== undefined)
    validateAbortSignal(signal, 'options.signal');
  return {
    __proto__: null, autoClose, chunkSize, limit: limit ?? NumberMAX_SAFE_INTEGER, signal,
    position: start ?? null,
  };
}

function splitArguments(args) {
  let count = args.length;
  let options = { __proto__: null };
  if (count > 0 && !isTransform(args[count - 1]))
    options = args[--count];
  const transforms = new SafeArray();
  for (let i = 0; i < count; i++)
    transforms.push(args[i]);
  return { __proto__: null, transforms, settings: readOptions(options) };
}

// ---- Reading ----

async function* readAll(handle, settings, release) {
  const { chunkSize } = settings;
  try {
    while (settings.limit > 0) {
      const buffer = bufferAllocUnsafeSlow(MathMin(chunkSize, settings.limit));
      const { bytesRead } = await handle.read(
        buffer, 0, TypedArrayPrototypeGetLength.call(buffer), settings.position);
      if (bytesRead === 0)
        break;
      advance(settings, bytesRead);
      yield [TypedArrayPrototypeSubarray.call(buffer, 0, bytesRead)];
    }
  } finally {
    release();
    if (settings.autoClose)
      await handle.close();
  }
}

function* readAllSync(handle, settings, release) {
  const { chunkSize } = settings;
  try {
    while (settings.limit > 0) {
      const buffer = bufferAllocUnsafeSlow(MathMin(chunkSize, settings.limit));
      const bytesRead = fs.readSync(handle.fd, buffer, 0,
                                    TypedArrayPrototypeGetLength.call(buffer), settings.position);
      if (bytesRead === 0)
        break;
      advance(settings, bytesRead);
      yield [TypedArrayPrototypeSubarray.call(buffer, 0, bytesRead)];
    }
  } finally {
    release();
    if (settings.autoClose)
      closeNow(handle);
  }
}

function advance(settings, count) {
  settings.limit -= count;
  if (settings.position !== null)
    settings.position += count;
}

// The descriptor is closed before this returns: no operation of the handle is under way.
function closeNow(handle) {
  PromisePrototypeThen.call(handle.close(), () => {}, () => {});
}

function pull(handle, kLocked, fd, args) {
  lock(handle, kLocked, fd);
  const { transforms, settings } = splitArguments(args);
  handle[kLocked] = true;
  const source = asyncSource(() => readAll(handle, settings, () => { handle[kLocked] = false; }));
  const { signal } = settings;
  if (signal?.aborted)
    handle[kLocked] = false;
  return transforms.length === 0 && signal === undefined ? source :
    pipeline(source, transforms, signal);
}

function pullSync(handle, kLocked, fd, args) {
  lock(handle, kLocked, fd);
  const { transforms, settings } = splitArguments(args);
  handle[kLocked] = true;
  let source = syncSource(() =>
    readAllSync(handle, settings, () => { handle[kLocked] = false; }));
  for (let i = 0; i < transforms.length; i++)
    source = pullFrom(source, transforms[i]);
  return source;
}

// ---- Writing ----

const rejected = (reason) => PromiseReject.call(Promise, reason);

class FileWriter {
  #handle;
  #settings;
  #release;
  #total = 0;
  #active = 0;        // asynchronous writes under way
  #last;              // the end of the last of them
  #state = 'open';    // 'closing', 'closed', 'failed'
  #reason = undefined;
  #ending = null;

  constructor(handle, settings, release) {
    this.#handle = handle;
    this.#settings = settings;
    this.#release = release;
    this.#last = PromiseResolve.call(Promise);
  }

  #refusal(size) {
    if (this.#state === 'failed')
      return { __proto__: null, reason: this.#reason };
    if (this.#state !== 'open') {
      return { __proto__: null,
               reason: new codes.ERR_INVALID_STATE.TypeError('The writer is closed') };
    }
    if (size > this.#settings.limit) {
      return { __proto__: null, reason: new codes.ERR_OUT_OF_RANGE(
        'write', `<= ${this.#settings.limit} bytes`, size) };
    }
    return null;
  }

  // The place of a write: taken at once, so that writes that wait have places of their own.
  #take(size) {
    const { position } = this.#settings;
    advance(this.#settings, size);
    return position;
  }

  #write(chunks, options) {
    const signal = signalOf(dictionary(options));
    if (signal?.aborted)
      return rejected(signal.reason);
    const size = sizeOfBatch(chunks);
    const refusal = this.#refusal(size);
    if (refusal !== null)
      return rejected(refusal.reason);
    const position = this.#take(size);
    this.#active++;
    const done = this.#run(this.#last, chunks, position);
    this.#last = PromisePrototypeThen.call(done, () => {}, () => {});
    return done;
  }

  async #run(before, chunks, position) {
    try {
      await before;
      for (let i = 0; i < chunks.length; i++) {
        let bytes = bufferOver(chunks[i]);
        while (TypedArrayPrototypeGetLength.call(bytes) > 0) {
          const { bytesWritten } = await this.#handle.write(
            bytes, 0, TypedArrayPrototypeGetLength.call(bytes), position);
          this.#total += bytesWritten;
          if (position !== null)
            position += bytesWritten;
          bytes = TypedArrayPrototypeSubarray.call(bytes, bytesWritten);
        }
      }
    } finally {
      this.#active--;
    }
  }

  #writeSync(chunks) {
    const size = sizeOfBatch(chunks);
    if (this.#active > 0 || size > this.#settings.chunkSize || this.#refusal(size) !== null)
      return false;
    let position = this.#take(size);
    for (let i = 0; i < chunks.length; i++) {
      let bytes = bufferOver(chunks[i]);
      while (TypedArrayPrototypeGetLength.call(bytes) > 0) {
        const count = fs.writeSync(this.#handle.fd, bytes, 0,
                                   TypedArrayPrototypeGetLength.call(bytes), position);
        this.#total += count;
        if (position !== null)
          position += count;
        bytes = TypedArrayPrototypeSubarray.call(bytes, count);
      }
    }
    return true;
  }

  write(chunk, options) { return this.#write([writtenBytes(chunk)], options); }
  writev(chunks, options) { return this.#write(writtenChunks(chunks), options); }
  writeSync(chunk) { return this.#writeSync([writtenBytes(chunk)]); }
  writevSync(chunks) { return this.#writeSync(writtenChunks(chunks)); }

  end(options) {
    const signal = signalOf(dictionary(options));
    if (signal?.aborted)
      return rejected(signal.reason);
    if (this.#state === 'failed')
      return rejected(this.#reason);
    if (this.#state === 'open') {
      this.#state = 'closing';
      this.#ending = this.#finish();
    }
    return this.#ending ?? PromiseResolve.call(Promise, this.#total);
  }

  async #finish() {
    await this.#last;
    if (this.#state === 'closing') {
      this.#state = 'closed';
      this.#release();
      if (this.#settings.autoClose)
        await this.#handle.close();
    }
    return this.#total;
  }

  endSync() {
    if (this.#state === 'closed')
      return this.#total;
    if (this.#state !== 'open' || this.#active > 0)
      return -1;
    this.#state = 'closed';
    this.#release();
    if (this.#settings.autoClose)
      closeNow(this.#handle);
    return this.#total;
  }

  fail(reason) {
    if (this.#state === 'closed' || this.#state === 'failed')
      return;
    this.#state = 'failed';
    this.#reason = reason;
    this.#release();
    if (this.#settings.autoClose)
      closeNow(this.#handle);
  }

  async [SymbolAsyncDispose]() {
    if (this.#state === 'closing')
      await this.#ending;
    else
      this.fail();
  }

  [SymbolDispose]() {
    this.fail();
  }
}

function writer(handle, kLocked, fd, options) {
  lock(handle, kLocked, fd);
  const settings = readOptions(options);
  handle[kLocked] = true;
  return new FileWriter(handle, settings, () => { handle[kLocked] = false; });
}

module.exports = { pull, pullSync, writer };
