'use strict';
// pipeline(): connects streams, iterables, functions and web streams, and calls back once.
//
// (1) The first error is reported. A premature close or an AbortError is replaced by an error of
//     another kind that follows it.
// (2) After an error every stream that has not ended is destroyed at once.
// (3) The callback is called in a tick of its own, when every part has reported (`pending` is 0).

const { AbortError, aggregateTwoErrors, codes } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');
const u = require('internal/streams/utils');
const {
  ArrayIsArray, ArrayPrototypePop, ObjectSetPrototypeOf, Promise, PromisePrototypeThen,
  ReflectApply, SafeArray, SymbolAsyncIterator,
} = primordials;

const nop = () => {};
const isPremature = (err) => err.code === 'ERR_STREAM_PREMATURE_CLOSE';

function pipeline(...args) {
  const callback = ArrayPrototypePop.call(args);
  validateFunction(callback, 'streams[stream.length - 1]');
  return pipelineImpl(args, once(callback));
}

function once(callback) {
  let called = false;
  return function(...args) {
    if (called)
      return;
    called = true;
    return ReflectApply(callback, this, args);
  };
}

function pipelineImpl(streams, callback, options) {
  if (streams.length === 1 && ArrayIsArray(streams[0]))
    streams = streams[0];
  if (streams.length < 2)
    throw new codes.ERR_MISSING_ARGS('streams');
  validateAbortSignal(options?.signal, 'options.signal');
  return new Pipeline(streams, callback, options).build();
}

class Pipeline {
  constructor(streams, callback, options) {
    this.streams = streams;
    this.callback = callback;
    this.endsLast = options?.end !== false;
    this.outer = options?.signal;
    this.controller = new (require('internal/abort_controller').AbortController)();
    this.stopOuter = nop;
    this.pending = 0;
    this.error = undefined;
    this.value = undefined;
    this.destroys = new SafeArray();
    // A successful pipeline takes these listeners off a last stream that lives on.
    this.lastCleanups = new SafeArray();
    this.report = (err) => this.settle(err, --this.pending === 0);
    this.fail = (err) => this.settle(err, false);
  }

  settle(err, final) {
    if (err && (!this.error || isPremature(this.error) ||
                (this.error.name === 'AbortError' && !this.outer?.aborted)))
      this.error = err;
    if (!this.error && !final)
      return;
    while (this.destroys.length)
      this.destroys.shift()(this.error);
    this.stopOuter();
    this.controller.abort();
    if (final) {
      if (!this.error) {
        for (let i = 0; i < this.lastCleanups.length; i++)
          this.lastCleanups[i]();
      }
      process.nextTick(this.callback, this.error, this.value);
    }
  }

  abortError() {
    return new AbortError(undefined, { __proto__: null, cause: this.outer.reason });
  }

  build() {
    if (this.outer) {
      const abort = () => this.fail(this.abortError());
      // If it is aborted already, the streams are connected all the same, and destroyed.
      if (this.outer.aborted)
        process.nextTick(abort);
      else
        this.stopOuter =
          require('internal/streams/add_abort_signal').onceAborted(this.outer, abort);
    }
    let joined;
    const { streams } = this;
    for (let i = 0; i < streams.length; i++)
      joined = this.join(joined, streams[i], i, i === streams.length - 1);
    if (this.outer?.aborted)
      process.nextTick(() => this.fail(this.abortError()));
    return joined;
  }

  // Connects a part to the one before it. Returns what the next part reads from.
  join(source, part, index, isLast) {
    const end = !isLast || this.endsLast;
    if (u.isNodeStream(part))
      this.guard(part, index, isLast, end);
    if (index === 0)
      return this.first(part);
    if (typeof part === 'function')
      return this.callFunction(source, part, index, isLast, end);
    if (u.isNodeStream(part)) {
      this.toNode(source, part, isLast, end);
      return part;
    }
    if (u.isWebStream(part)) {
      this.pending++;
      this.toWeb(asIterable(source), part, end);
      return part;
    }
    return this.joinOther(source, part, isLast, end);
  }

  joinOther(source, part, isLast, end) {
    const duplex = require('internal/streams/duplexify').duplexify(part, 'body');
    this.toNode(source, duplex, isLast, end);
    return duplex;
  }

  // Errors of a stream end the pipeline; the end of the pipeline ends the stream.
  guard(stream, index, isLast, end) {
    if (end) {
      const cleanup = this.destroyAtEnd(stream, !isLast, index > 0);
      if (isLast && u.isReadable(stream))
        this.lastCleanups.push(cleanup);
    }
    const onError = (err) => {
      if (err && err.name !== 'AbortError' && !isPremature(err))
        this.fail(err);
    };
    stream.on('error', onError);
    if (u.isReadable(stream) && isLast)
      this.lastCleanups.push(() => stream.removeListener('error', onError));
  }

  destroyAtEnd(stream, reading, writing) {
    let through = false;
    stream.on('close', () => { through = true; });
    const cleanup = eos(stream, {
      __proto__: null, readable: reading, writable: writing,
    }, (err) => {
      through = !err;
    });
    this.destroys.push((err) => {
      if (through)
        return;
      through = true;
      destroyer(stream, err || new codes.ERR_STREAM_DESTROYED('pipe'));
    });
    return cleanup;
  }

  first(part) {
    if (typeof part === 'function') {
      const result = part({ signal: this.controller.signal });
      if (!u.isIterable(result))
        throw new codes.ERR_INVALID_RETURN_VALUE(
          'Iterable, AsyncIterable or Stream', 'source', result);
      return result;
    }
    if (u.isIterable(part) || u.isReadableNodeStream(part) || u.isTransformStream(part) ||
        u.isReadableStream(part))
      return part;
    return require('internal/streams/duplexify').duplexify(part, 'body');
  }

  callFunction(source, fn, index, isLast, end) {
    const result = fn(asIterable(source), { signal: this.controller.signal });
    if (!isLast) {
      if (!u.isAsyncIterable(result))
        throw new codes.ERR_INVALID_RETURN_VALUE(
          'AsyncIterable', `transform[${index - 1}]`, result);
      return result;
    }
    return this.resultStream(result, end);
  }

  // A stream that the caller can read, for the result of the last function.
  resultStream(result, end) {
    const { PassThrough } = require('internal/streams/transform');
    const out = new PassThrough({ __proto__: null, objectMode: true });
    if (typeof result?.then === 'function') {
      this.pending++;
      PromisePrototypeThen.call(PromiseOf(result), (value) => {
        this.value = value;
        if (value != null)
          out.write(value);
        if (end)
          out.end();
        process.nextTick(this.report);
      }, (err) => {
        out.destroy(err);
        process.nextTick(this.report, err);
      });
    } else if (u.isAsyncIterable(result)) {
      this.pending++;
      this.pump(result, out, end);
    } else if (u.isReadableStream(result) || u.isTransformStream(result)) {
      this.pending++;
      this.pump(result.readable || result, out, end);
    } else
      throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', result);
    this.lastCleanups.push(this.destroyAtEnd(out, false, true));
    return out;
  }

  toNode(source, dest, isLast, end) {
    if (u.isReadableNodeStream(source)) {
      this.pending += 2;
      const cleanup = this.pipe(source, dest, end);
      if (u.isReadable(dest) && isLast)
        this.lastCleanups.push(cleanup);
      return;
    }
    this.pending++;
    if (u.isTransformStream(source) || u.isReadableStream(source))
      this.pump(source.readable || source, dest, end);
    else if (u.isIterable(source))
      this.pump(source, dest, end);
    else
      throw new codes.ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable',
                                                   'ReadableStream', 'TransformStream'], source);
  }

  pipe(source, dest, end) {
    if (u.isClosed(dest) && dest.destroyed)
      throw new codes.ERR_STREAM_UNABLE_TO_PIPE();
    let ended = false;
    dest.on('close', () => {
      if (!ended)
        this.fail(new codes.ERR_STREAM_PREMATURE_CLOSE());
    });
    source.pipe(dest, { end: false }); // end() is called below: not if the source fails
    if (end) {
      const endDest = () => {
        ended = true;
        dest.end();
      };
      if (u.isReadableFinished(source))
        process.nextTick(endDest);
      else
        source.once('end', endDest);
    } else
      this.report();

    eos(source, { __proto__: null, readable: true, writable: false }, (err) => {
      const r = source._readableState;
      // A duplex may be closed by its other side while 'end' is still on its way.
      if (err && isPremature(err) && r?.ended && !r.errored && !r.errorEmitted)
        source.once('end', this.report).once('error', this.report);
      else
        this.report(err);
    });
    return eos(dest, { __proto__: null, readable: false, writable: true }, this.report);
  }

  async pump(iterable, dest, end) {
    let failure = null;
    let wake = nop;
    const resume = (err) => {
      if (err)
        failure = err;
      wake();
      wake = nop;
    };
    const wait = () => new Promise((resolve, reject) => {
      if (failure)
        reject(failure);
      else
        wake = () => (failure ? reject(failure) : resolve());
    });
    dest.on('drain', resume);
    const cleanup = eos(dest, { __proto__: null, readable: false }, resume);
    try {
      if (dest.writableNeedDrain)
        await wait();
      for await (const chunk of iterable)
        if (!dest.write(chunk))
          await wait();
      if (end) {
        dest.end();
        await wait();
      }
      this.report();
    } catch (err) {
      this.report(failure !== err ? aggregateTwoErrors(failure, err) : err);
    } finally {
      cleanup();
      dest.removeListener('drain', resume);
    }
  }

  async toWeb(iterable, dest, end) {
    const writer = (dest.writable || dest).getWriter();
    try {
      for await (const chunk of iterable) {
        await writer.ready;
        PromisePrototypeThen.call(writer.write(chunk), undefined, nop);
      }
      await writer.ready;
      if (end)
        await writer.close();
      this.report();
    } catch (err) {
      try {
        await writer.abort(err);
        this.report(err);
      } catch (abortErr) {
        this.report(abortErr);
      }
    }
  }
}

ObjectSetPrototypeOf(Pipeline.prototype, null);

// A thenable that is no promise has only its own then().
const PromiseOf = (thenable) => (thenable instanceof Promise ? thenable :
  new Promise((resolve, reject) => thenable.then(resolve, reject)));

function asIterable(source) {
  if (u.isTransformStream(source) && !u.isNodeStream(source))
    source = source.readable;
  if (u.isIterable(source))
    return source;
  if (u.isReadableNodeStream(source))
    return iterateLazily(source);
  throw new codes.ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable'], source);
}

async function* iterateLazily(source) {
  const { Readable } = require('internal/streams/readable');
  yield* ReflectApply(Readable.prototype[SymbolAsyncIterator], source, []);
}

module.exports = { pipeline, pipelineImpl };
