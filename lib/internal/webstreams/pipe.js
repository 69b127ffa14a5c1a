'use strict';
// pipeTo(), tee() and ReadableStream.from().

const {
  ArrayPrototypePush, ObjectSetPrototypeOf, Promise, PromiseResolve, PromiseWithResolvers,
  ReflectApply, SafeArray, SymbolAsyncIterator, SymbolIterator, Uint8Array,
} = primordials;
const { codes } = require('internal/errors');
const { callAsync, handOn, handled, kState, nop, then } = require('internal/webstreams/util');
const { hasMethod } = require('internal/streams/utils');
const r = require('internal/webstreams/readable');
const w = require('internal/webstreams/writable');

// Promise.all() would call functions that the program may have replaced. Node's substitute for it
// takes a job more, which this one takes as well.
function allOf(promises) {
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  let left = promises.length;
  if (left === 0)
    resolve();
  const one = () => --left === 0 && resolve();
  for (let i = 0; i < promises.length; i++)
    then(then(promises[i]), one, reject);
  return promise;
}

// Reads and writes until one side ends. Then the other is ended according to the options.
function pipeTo(source, dest, options) {
  return new Pipe(source, dest, options).start();
}

class Pipe {
  constructor(source, dest, options) {
    this.options = options;
    this.reader = new r.ReadableStreamDefaultReader(source)[kState];
    this.writer = new w.WritableStreamDefaultWriter(dest)[kState];
    this.rs = source[kState];
    this.ws = dest[kState];
    this.result = PromiseWithResolvers.call(Promise);
    this.over = false;
    this.isBusy = false;     // it writes, or waits for a chunk
    this.lastWrite = PromiseResolve.call(Promise);  // the end waits for it, also without a chunk
    this.stopSignal = nop;
    this.request =
      { __proto__: null, chunk: (value) => this.writeSoon(value), close: nop, error: nop };
  }

  start() {
    const { rs, ws } = this;
    const { preventAbort, preventCancel, preventClose, signal } = this.options;
    const { promise } = this.result;
    rs.disturbed = true;
    if (signal && !this.watch(signal))
      return promise;
    const closing = new codes.ERR_INVALID_STATE.TypeError('Destination WritableStream is closed');
    const sourceFailed =
      () => this.shutDown(preventAbort ? null : () => w.abort(ws, rs.error), true, rs.error);
    const destFailed =
      () => this.shutDown(preventCancel ? null : () => r.cancel(rs, ws.error), true, ws.error);
    const sourceClosed =
      () => this.shutDown(preventClose ? null : () => w.closeWithErrorPropagation(this.writer));
    // What has ended before takes no job to be seen.
    if (rs.state === 'errored')
      sourceFailed();
    else if (ws.state === 'errored')
      destFailed();
    else if (rs.state === 'closed')
      sourceClosed();
    else if (w.closing(ws) || ws.state === 'closed')
      this.shutDown(preventCancel ? null : () => r.cancel(rs, closing), true, closing);
    then(this.reader.closed.promise, sourceClosed, sourceFailed);
    then(this.writer.closed.promise, nop, destFailed);
    ws.onRoom = () => this.next();
    this.next();
    return promise;
  }

  // Returns false if the signal is aborted already.
  watch(signal) {
    const abort = () => this.abort(asDOMException(signal.reason));
    if (signal.aborted) {
      abort();
      return false;
    }
    this.stopSignal = require('internal/streams/add_abort_signal').onceAborted(signal, abort);
    return true;
  }

  abort(reason) {
    const { rs, ws } = this;
    const { preventAbort, preventCancel } = this.options;
    this.shutDown(() => {
      const actions = new SafeArray();
      if (!preventAbort && ws.state === 'writable')
        ArrayPrototypePush.call(actions, handOn(w.abort(ws, reason)));
      if (!preventCancel && rs.state === 'readable')
        ArrayPrototypePush.call(actions, handOn(r.cancel(rs, reason)));
      return allOf(actions);
    }, true, reason);
  }

  // Chunks that the source has queued are written at once while there is room, as in Node. Then one
  // is asked for; it is written in a job of its own: the callback of the source runs before that of
  // the sink.
  next() {
    const { rs } = this;
    if (this.isBusy)
      return;
    this.isBusy = true;
    while (this.hasRoom() && !rs.controller.isBytes && rs.controller.state.queue.length > 0) {
      this.write(rs.controller.state.queue.shift());
      r.afterShift(rs.controller.state);
    }
    if (this.hasRoom() && rs.state === 'readable')
      r.read(this.reader, this.request);
    else
      this.isBusy = false;
  }

  hasRoom() { return !this.over && w.desiredSize(this.ws) > 0; }

  write(value) {
    this.lastWrite = w.write(this.writer, value);
    handled(this.lastWrite);
  }

  writeSoon(value) {
    this.lastWrite = then(undefined, () => {
      this.isBusy = false;
      if (this.writer.stream === null)     // the sink has failed, and the pipe has ended
        return;
      this.write(value);
      this.next();
    });
  }

  // `action` runs after all chunks have been written. If it fails, its error is the result.
  shutDown(action, failed, reason) {
    if (this.over)
      return;
    this.over = true;
    const end = () => {
      if (!action)
        return this.finalize(failed, reason);
      then(action(), () => this.finalize(failed, reason), (err) => this.finalize(true, err));
    };
    this.ws.onRoom = null;
    if (this.ws.state === 'writable' && !w.closing(this.ws))
      this.waitForWrites(end);
    else
      end();
  }

  waitForWrites(end) {
    const waited = this.lastWrite;
    then(waited, () => (waited === this.lastWrite ? end() : this.waitForWrites(end)), end);
  }

  finalize(failed, reason) {
    w.releaseWriter(this.writer);
    r.releaseReader(this.reader);
    this.stopSignal();
    if (failed)
      this.result.reject(reason);
    else
      this.result.resolve();
  }
}
ObjectSetPrototypeOf(Pipe.prototype, null);

// An AbortError of node:errors is reported as a DOMException.
function asDOMException(reason) {
  const { AbortError } = require('internal/errors');
  if (!(reason instanceof AbortError))
    return reason;
  const { DOMException } = require('internal/domexception');
  return new DOMException(reason.message, 'AbortError');
}

function tee(stream) {
  const { controller } = stream[kState];
  const reader = new r.ReadableStreamDefaultReader(stream)[kState];
  const canceled = [false, false];
  const reasons = [undefined, undefined];
  const done = PromiseWithResolvers.call(Promise);
  let reading = false;
  let readAgain = false;
  const branches = [null, null];   // their controllers

  const closeBranches = () => {
    reading = false;
    for (let i = 0; i < 2; i++) {
      if (!canceled[i])
        branches[i].close();
    }
    if (!canceled[0] || !canceled[1])
      done.resolve();
  };
  const pull = () => {
    if (reading) {
      readAgain = true;
      return PromiseResolve.call(Promise);
    }
    reading = true;
    r.read(reader, {
      chunk(value) {
        require('internal/globals').queueMicrotask(() => {
          readAgain = false;
          // A byte stream transfers the buffer of the chunk: it is copied first.
          const chunks =
            [value, controller.isBytes && !canceled[0] ? new Uint8Array(value) : value];
          for (let i = 0; i < 2; i++) {
            if (!canceled[i])
              branches[i].enqueue(chunks[i]);
          }
          reading = false;
          if (readAgain)
            pull();
        });
      },
      close() {
        if (controller.isBytes)
          closeBranches();
        else
          process.nextTick(closeBranches);     // as in Node
      },
      error() { reading = false; },
    });
    return PromiseResolve.call(Promise);
  };
  const cancelBranch = (i) => (reason) => {
    canceled[i] = true;
    reasons[i] = reason;
    if (canceled[0] && canceled[1])
      done.resolve(r.cancel(stream[kState], reasons));
    return done.promise;
  };
  const branch = (i) => makeBranch(controller.isBytes, {
    __proto__: null, start(c) { branches[i] = c; }, pull, cancel: cancelBranch(i),
  });
  const results = [branch(0), branch(1)];
  then(reader.closed.promise, nop, (reason) => {
    branches[0].error(reason);
    branches[1].error(reason);
    if (!canceled[0] || !canceled[1])
      done.resolve();
  });
  return results;
}

function makeBranch(isBytes, source) {
  return isBytes ? new r.ReadableStream({ __proto__: null, type: 'bytes', ...source }) :
    r.makeStream(source);
}

function from(iterable) {
  const isAsync = iterable != null && hasMethod(iterable, SymbolAsyncIterator) &&
    iterable[SymbolAsyncIterator] != null;
  const make = isAsync ? iterable[SymbolAsyncIterator] : iterable?.[SymbolIterator];
  if (typeof make !== 'function')
    throw new codes.ERR_ARG_NOT_ITERABLE(iterable);
  const iterator = ReflectApply(make, iterable, []);
  if (iterator === null || (typeof iterator !== 'object' && typeof iterator !== 'function'))
    throw new codes.ERR_INVALID_STATE.TypeError('The iterator method must return an object');
  const next = iterator.next;
  return r.makeStream({
    __proto__: null,
    mark: 0,
    pull(controller) {
      const result = ReflectApply(next, iterator, []);
      return isAsync ? takeLater(controller, result) : takeValue(controller, result);
    },
    async cancel(reason) {
      const method = iterator.return;
      if (method === undefined)
        return;
      checkResult(await callAsync(method, iterator, reason));
    },
  });
}

function checkResult(result) {
  if (result === null || typeof result !== 'object')
    throw new codes.ERR_INVALID_STATE.TypeError('The iterator result must be an object');
}

async function takeLater(controller, promise) {
  const result = await promise;
  checkResult(result);
  if (result.done)
    controller.close();
  else
    controller.enqueue(result.value);
}

// Of an iterator that is not asynchronous: in as many jobs as of one that is.
async function takeValue(controller, result) {
  checkResult(result);
  await undefined;
  if (result.done) {
    controller.close();
    return;
  }
  const { value } = result;
  const isThenable =
    typeof value === 'object' && value !== null && typeof value.then === 'function';
  controller.enqueue(isThenable ? await value : value);
}

module.exports = { from, pipeTo, tee };
