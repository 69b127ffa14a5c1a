'use strict';
// Readable.from(), which reads an iterable, and readable.wrap(), which reads an old-style stream.

const {
  FunctionPrototypeBind, ObjectKeys, ObjectSetPrototypeOf, ReflectApply,
  SymbolAsyncIterator, SymbolIterator,
} = primordials;
const { codes, aggregateTwoErrors } = require('internal/errors');
const { destroyer, errorOrDestroy } = require('internal/streams/destroy');
const { AnyBuffer } = require('internal/streams/state');
const { hasMethod } = require('internal/streams/utils');

function from(Readable, iterable, options) {
  if (typeof iterable === 'string' || iterable instanceof AnyBuffer) {
    let value = iterable;
    return new Readable({
      __proto__: null,
      objectMode: true,
      ...options,
      read() {
        const chunk = value;
        value = null;
        this.push(chunk);
        if (chunk !== null)
          this.push(null);
      },
    });
  }
  const isAsync = iterable != null && hasMethod(iterable, SymbolAsyncIterator);
  if (!isAsync && typeof iterable?.[SymbolIterator] !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
  const iterator = isAsync ? iterable[SymbolAsyncIterator]() : iterable[SymbolIterator]();

  const readable =
    new Readable({ __proto__: null, objectMode: true, highWaterMark: 1, ...options });
  const pump = new Pump(readable, iterator, isAsync);
  readable._read = () => pump.start();
  const inherited = readable._destroy;
  readable._destroy = function(err, callback) {
    closeThenDestroy(pump, this, inherited, err, callback);
  };
  return readable;
}

async function closeThenDestroy(pump, readable, inherited, err, callback) {
  let result = err;
  try {
    await pump.close(err);
  } catch (closeErr) {
    result = aggregateTwoErrors(closeErr, err);
  }
  process.nextTick(() => ReflectApply(inherited, readable, [result, callback]));
}

// Moves values from the iterator to the stream while the stream wants them.
class Pump {
  constructor(readable, iterator, isAsync) {
    this.readable = readable;
    this.iterator = iterator;
    this.isAsync = isAsync;
    this.running = false;
  }

  start() {
    if (this.running)
      return;
    this.running = true;
    if (this.isAsync)
      this.runAsync();
    else
      this.runSync();
  }

  // Returns false if the stream is full or has ended.
  give(value) {
    if (value === null) {
      this.running = false;
      throw new codes.ERR_STREAM_NULL_VALUES();
    }
    if (this.readable.push(value))
      return true;
    this.running = false;
    return false;
  }

  async runAsync() {
    try {
      while (true) {
        const { value, done } = await this.iterator.next();
        if (done) {
          this.readable.push(null);
          return;
        }
        if (!this.give(value))
          return;
      }
    } catch (err) {
      this.readable.destroy(err);
    }
  }

  // A synchronous iterator needs no promise, unless it yields one.
  runSync() {
    try {
      while (true) {
        const { value, done } = this.iterator.next();
        if (done) {
          this.readable.push(null);
          return;
        }
        if (typeof value?.then === 'function')
          return void this.awaitOne(value);
        if (!this.give(value))
          return;
      }
    } catch (err) {
      this.readable.destroy(err);
    }
  }

  async awaitOne(promise) {
    try {
      if (this.give(await promise))
        this.runSync();
    } catch (err) {
      this.readable.destroy(err);
    }
  }

  // Lets a generator run its finally blocks: by throw() if there is an error, then by return().
  async close(err) {
    const { iterator } = this;
    if (err != null && typeof iterator.throw === 'function') {
      const { value, done } = await iterator.throw(err);
      await value;
      if (done)
        return;
    }
    if (typeof iterator.return === 'function') {
      const { value } = await iterator.return();
      await value;
    }
  }
}

ObjectSetPrototypeOf(Pump.prototype, null);

// Pushes the chunks that an old-style stream emits to `readable`.
function wrap(readable, source) {
  let paused = false;
  source.on('data', (chunk) => {
    if (!readable.push(chunk) && source.pause) {
      paused = true;
      source.pause();
    }
  });
  source.on('end', () => readable.push(null));
  source.on('error', (err) => errorOrDestroy(readable, err));
  source.on('close', () => readable.destroy());
  source.on('destroy', () => readable.destroy());
  readable._read = () => {
    if (paused && source.resume) {
      paused = false;
      source.resume();
    }
  };
  // Methods of the source that `readable` lacks are added to it.
  const names = ObjectKeys(source);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (readable[name] === undefined && typeof source[name] === 'function')
      readable[name] = FunctionPrototypeBind.call(source[name], source);
  }
  return readable;
}

// Readable.wrap(): a Readable of its own, which destroys the source.
const wrapped = (Readable, source, options) => new Readable({
  __proto__: null,
  objectMode: source.readableObjectMode ?? source.objectMode ?? true,
  ...options,
  destroy(err, callback) {
    destroyer(source, err);
    callback(err);
  },
}).wrap(source);

module.exports = { from, wrap, wrapped };
