'use strict';
// ReadableStream with its default controller and default reader (Streams Standard, section 4).
// Byte streams are in byob.js, pipeTo() and tee() in pipe.js; both are loaded when used.
//
// (1) A stream is 'readable', then 'closed' or 'errored', and never changes again.
// (2) A read request is { chunk(value), close(), error(reason) }: exactly one is called, once.

const {
  ArrayPrototypePush, ArrayPrototypeShift, ObjectCreate, ObjectDefineProperty,
  ObjectGetPrototypeOf, ObjectSetPrototypeOf, Promise, PromiseReject, PromiseResolve,
  PromiseWithResolvers, ReflectApply, SafeArray, SymbolAsyncIterator,
} = primordials;
const { codes } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { SizedQueue, callAsync, checkObject, checkStrategy, create, finish, handled,
        highWaterMarkOf, illegalConstructor, inspectAs, kInspect, kState, methodOf, nop,
        resolvedWith, sizeOf, stateOf, then } =
  require('internal/webstreams/util');
const { kBeforeTransfer, kPack, kTransfer } = require('internal/messaging/transfer');
const { kControllerErrorFunction, kIsClosedPromise, kIsDisturbed, kIsErrored, kIsReadable } =
  require('internal/streams/utils');

const byob = () => require('internal/webstreams/byob');

const transfers = () => require('internal/messaging/streams');

class ReadableStream {
  constructor(underlyingSource = kEmptyObject, strategy = kEmptyObject) {
    checkObject(underlyingSource, 'source');
    checkStrategy(strategy, 'strategy');
    const state = this[kState] = newState(this);
    const type = underlyingSource.type;
    if (type === undefined) {
      const size = sizeOf(strategy);
      const mark = highWaterMarkOf(strategy, 1);
      setUpDefault(state, sourceMethods(underlyingSource), mark, size);
    } else if (`${type}` === 'bytes') {
      if (strategy?.size !== undefined)
        throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.size', strategy.size);
      byob().setUp(state, sourceMethods(underlyingSource), highWaterMarkOf(strategy, 0),
                   underlyingSource.autoAllocateChunkSize);
    } else
      throw new codes.ERR_INVALID_ARG_VALUE('source.type', type);
  }

  static from(iterable) {
    return require('internal/webstreams/pipe').from(iterable);
  }

  get locked() { return stateOf(this, ReadableStream).reader !== null; }

  cancel(reason = undefined) {
    try {
      const state = stateOf(this, ReadableStream);
      if (state.reader)
        throw new codes.ERR_INVALID_STATE.TypeError('ReadableStream is locked');
      return cancel(state, reason);
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  getReader(options = kEmptyObject) {
    stateOf(this, ReadableStream);
    const mode = options?.mode;
    if (mode === undefined)
      return new ReadableStreamDefaultReader(this);
    if (`${mode}` !== 'byob')
      throw new codes.ERR_INVALID_ARG_VALUE('options.mode', mode);
    return new (byob().ReadableStreamBYOBReader)(this);
  }

  pipeThrough(transform, options = kEmptyObject) {
    const state = stateOf(this, ReadableStream);
    const { WritableStream } = require('internal/webstreams/writable');
    if (!(transform?.readable instanceof ReadableStream))
      throw new codes.ERR_INVALID_ARG_TYPE(
        'transform.readable', 'ReadableStream', transform?.readable);
    if (!(transform.writable instanceof WritableStream))
      throw new codes.ERR_INVALID_ARG_TYPE(
        'transform.writable', 'WritableStream', transform.writable);
    const checked = pipeOptions(options);
    if (state.reader)
      throw new codes.ERR_INVALID_STATE.TypeError('The ReadableStream is locked');
    if (transform.writable[kState].writer !== null)
      throw new codes.ERR_INVALID_STATE.TypeError('The WritableStream is locked');
    handled(require('internal/webstreams/pipe').pipeTo(this, transform.writable, checked));
    return transform.readable;
  }

  pipeTo(destination, options = kEmptyObject) {
    try {
      const state = stateOf(this, ReadableStream);
      const { WritableStream } = require('internal/webstreams/writable');
      if (!(destination instanceof WritableStream))
        throw new codes.ERR_INVALID_ARG_TYPE('destination', 'WritableStream', destination);
      const checked = pipeOptions(options);
      if (state.reader)
        throw new codes.ERR_INVALID_STATE.TypeError('The ReadableStream is locked');
      if (destination[kState].writer !== null)
        throw new codes.ERR_INVALID_STATE.TypeError('The WritableStream is locked');
      return require('internal/webstreams/pipe').pipeTo(this, destination, checked);
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  tee() {
    stateOf(this, ReadableStream);
    return require('internal/webstreams/pipe').tee(this);
  }

  values(options = kEmptyObject) {
    stateOf(this, ReadableStream);
    return iterate(new ReadableStreamDefaultReader(this), !!options?.preventCancel);
  }

  // For functions of node:stream.
  get [kIsDisturbed]() { return this[kState].disturbed; }
  get [kIsErrored]() { return this[kState].state === 'errored'; }
  get [kIsReadable]() { return this[kState].state === 'readable'; }
  get [kIsClosedPromise]() {
    const state = this[kState];
    if (!state.closedPromise) {
      state.closedPromise = PromiseWithResolvers.call(Promise);
      handled(state.closedPromise.promise);
      settleClosed(state);
    }
    return state.closedPromise;
  }
  get [kControllerErrorFunction]() { return (err) => this[kState].controller.error(err); }
  [kBeforeTransfer]() { transfers().refuseLocked(this, 'ReadableStream'); }

  [kTransfer]() {
    return transfers().arriveReadable(undefined, [transfers().leaveReadable(this)]);
  }

  [kPack]() {
    const ports = [transfers().leaveReadable(this)];
    return ['internal/messaging/streams', 'arriveReadable', undefined, ports];
  }

  [kInspect](depth, options) {
    const { state, reader, controller } = this[kState];
    return inspectAs(this, 'ReadableStream',
                     { locked: reader !== null, state,
                       supportsBYOB: controller?.isBytes === true }, depth, options);
  }
}
finish(ReadableStream);
ObjectDefineProperty(ReadableStream.prototype, SymbolAsyncIterator, {
  __proto__: null, configurable: true, writable: true, value: ReadableStream.prototype.values,
});
ObjectDefineProperty(ReadableStream, 'from', { __proto__: null, enumerable: true });

function newState(stream) {
  return {
    __proto__: null, stream, state: 'readable', reader: null, error: undefined, disturbed: false,
    controller: null, closedPromise: null,
  };
}

function sourceMethods(source) {
  return {
    __proto__: null,
    source,
    start: methodOf(source, 'start', 'source'),
    pull: methodOf(source, 'pull', 'source'),
    cancel: methodOf(source, 'cancel', 'source'),
  };
}

function pipeOptions(options) {
  if (options === null || typeof options !== 'object')
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  const { preventAbort, preventCancel, preventClose, signal } = options;
  if (signal !== undefined)
    require('internal/validators').validateAbortSignal(signal, 'options.signal');
  return {
    __proto__: null, preventAbort: !!preventAbort, preventCancel: !!preventCancel,
    preventClose: !!preventClose, signal,
  };
}

// Makes a stream of functions instead of an underlying source. The argument has no prototype.
function makeStream({ start = nop, pull, cancel: onCancel, mark = 1, size = () => 1 }) {
  const stream = ObjectCreate(ReadableStream.prototype);
  const state = stream[kState] = newState(stream);
  setUpDefault(state, { source: undefined, start, pull, cancel: onCancel }, mark, size);
  return stream;
}

function settleClosed(state) {
  const { closedPromise } = state;
  if (!closedPromise)
    return;
  if (state.state === 'closed')
    closedPromise.resolve();
  else if (state.state === 'errored')
    closedPromise.reject(state.error);
}

// ---- Closing, errors, cancelling ----

function closeStream(state) {
  state.state = 'closed';
  settleClosed(state);
  const { reader } = state;
  if (!reader)
    return;
  reader.closed.resolve();
  if (!reader.isByob) {
    const requests = reader.requests;
    reader.requests = new SafeArray();
    for (let i = 0; i < requests.length; i++)
      requests[i].close();
  }
}

function errorStream(state, reason) {
  state.state = 'errored';
  state.error = reason;
  settleClosed(state);
  const { reader } = state;
  if (!reader)
    return;
  reader.closed.reject(reason);
  handled(reader.closed.promise);
  failRequests(reader, reason);
}

function failRequests(reader, reason) {
  const requests = reader.requests;
  reader.requests = new SafeArray();
  for (let i = 0; i < requests.length; i++)
    requests[i].error(reason);
}

function cancel(state, reason) {
  state.disturbed = true;
  if (state.state === 'closed')
    return PromiseResolve.call(Promise);
  if (state.state === 'errored')
    return PromiseReject.call(Promise, state.error);
  closeStream(state);
  const { reader } = state;
  if (reader?.isByob) {
    const requests = reader.requests;
    reader.requests = new SafeArray();
    for (let i = 0; i < requests.length; i++)
      requests[i].close(undefined);
  }
  return then(state.controller.cancelSteps(reason), nop);
}

// ---- Readers ----

const newReader = (isByob) => ({
  __proto__: null, isByob, stream: null, requests: null, closed: null,
});

function attachReader(stream, reader) {
  const state = stateOf(stream, ReadableStream);
  if (state.reader)
    throw new codes.ERR_INVALID_STATE.TypeError('ReadableStream is locked');
  reader.stream = state;
  reader.requests = new SafeArray();
  reader.closed = PromiseWithResolvers.call(Promise);
  state.reader = reader;
  if (state.state === 'closed')
    reader.closed.resolve();
  else if (state.state === 'errored') {
    reader.closed.reject(state.error);
    handled(reader.closed.promise);
  }
}

function releaseReader(reader) {
  const { stream } = reader;
  const reason = new codes.ERR_INVALID_STATE.TypeError('Releasing reader');
  if (stream.state !== 'readable')
    reader.closed = PromiseWithResolvers.call(Promise);
  reader.closed.reject(reason);
  handled(reader.closed.promise);
  stream.controller.releaseSteps();
  stream.reader = null;
  reader.stream = null;
  failRequests(reader, reason);
}

// A read whose result no program sees. It has no prototype, so no `then` of Object.prototype is
// looked up when the promise is resolved with it. A reader that is not ours has only its read().
function readPrivately(reader) {
  if (reader[kState] === undefined)
    return reader.read();
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  read(reader[kState], {
    __proto__: null,
    chunk: (value) => resolve({ __proto__: null, value, done: false }),
    close: () => resolve({ __proto__: null, value: undefined, done: true }),
    error: reject,
  });
  return promise;
}

function readRequest() {
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  return { promise, request: {
    chunk: (value) => resolve({ done: false, value }),
    close: () => resolve({ done: true, value: undefined }),
    error: reject,
  } };
}

function read(reader, request) {
  const { stream } = reader;
  stream.disturbed = true;
  if (stream.state === 'closed')
    request.close();
  else if (stream.state === 'errored')
    request.error(stream.error);
  else
    stream.controller.pullSteps(request);
}

const unattached = () =>
  new codes.ERR_INVALID_STATE.TypeError('The reader is not attached to a stream');

class ReadableStreamDefaultReader {
  constructor(stream) {
    if (!(stream instanceof ReadableStream))
      throw new codes.ERR_INVALID_ARG_TYPE('stream', 'ReadableStream', stream);
    const state = newReader(false);
    attachReader(stream, state);
    this[kState] = state;
  }

  get closed() {
    try {
      return stateOf(this, ReadableStreamDefaultReader).closed.promise;
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  read() {
    try {
      const state = stateOf(this, ReadableStreamDefaultReader);
      if (!state.stream)
        throw unattached();
      const { promise, request } = readRequest();
      read(state, request);
      return promise;
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  cancel(reason = undefined) {
    try {
      const state = stateOf(this, ReadableStreamDefaultReader);
      if (!state.stream)
        throw unattached();
      return cancel(state.stream, reason);
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  releaseLock() {
    const state = stateOf(this, ReadableStreamDefaultReader);
    if (state.stream)
      releaseReader(state);
  }

  [kInspect](depth, options) {
    const { stream, requests, closed } = this[kState];
    return inspectAs(this, 'ReadableStreamDefaultReader',
                     { stream: stream?.stream, readRequests: requests.length,
                       close: closed.promise }, depth, options);
  }
}
finish(ReadableStreamDefaultReader);

// ---- The default controller ----

class ReadableStreamDefaultController {
  constructor() { illegalConstructor(); }

  get desiredSize() { return desiredSize(stateOf(this, ReadableStreamDefaultController)); }

  close() {
    const c = stateOf(this, ReadableStreamDefaultController);
    if (!canCloseOrEnqueue(c))
      throw new codes.ERR_INVALID_STATE.TypeError('Controller is already closed');
    closeController(c);
  }

  enqueue(chunk = undefined) {
    const c = stateOf(this, ReadableStreamDefaultController);
    if (!canCloseOrEnqueue(c))
      throw new codes.ERR_INVALID_STATE.TypeError('Controller is already closed');
    enqueue(c, chunk);
  }

  error(reason = undefined) {
    errorController(stateOf(this, ReadableStreamDefaultController), reason);
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'ReadableStreamDefaultController', {}, depth, options);
  }
}
finish(ReadableStreamDefaultController);

const canCloseOrEnqueue = (c) => !c.closeRequested && c.stream.state === 'readable';

function desiredSize(c) {
  if (c.stream.state === 'errored')
    return null;
  return c.stream.state === 'closed' ? 0 : c.mark - c.queue.size;
}

function clearAlgorithms(c) {
  c.pull = c.cancel = undefined;
  c.size = undefined;
}

function closeController(c) {
  c.closeRequested = true;
  if (c.queue.length === 0) {
    clearAlgorithms(c);
    closeStream(c.stream);
  }
}

function enqueue(c, chunk) {
  const { reader } = c.stream;
  if (reader && reader.requests.length > 0)
    ArrayPrototypeShift.call(reader.requests).chunk(chunk);
  else {
    try {
      c.queue.push(chunk, c.size(chunk));
    } catch (err) {
      errorController(c, err);
      throw err;
    }
  }
  pullIfNeeded(c);
}

function errorController(c, reason) {
  if (c.stream.state !== 'readable')
    return;
  c.queue.clear();
  clearAlgorithms(c);
  errorStream(c.stream, reason);
}

function pullIfNeeded(c) {
  if (!canCloseOrEnqueue(c) || !c.started)
    return;
  const { reader } = c.stream;
  if (!(reader && reader.requests.length > 0) && desiredSize(c) <= 0)
    return;
  if (c.pulling) {
    c.pullAgain = true;
    return;
  }
  c.pulling = true;
  const done = c.pull === undefined ? PromiseResolve.call(Promise) :
    callAsync(c.pull, c.source, c.object);
  then(done, () => {
    c.pulling = false;
    if (c.pullAgain) {
      c.pullAgain = false;
      pullIfNeeded(c);
    }
  }, (err) => errorController(c, err));
}

// A chunk was taken from the queue.
function afterShift(c) {
  if (c.closeRequested && c.queue.length === 0) {
    clearAlgorithms(c);
    closeStream(c.stream);
  } else
    pullIfNeeded(c);
}

function setUpDefault(stream, { source, start, pull, cancel: onCancel }, mark, size) {
  const c = {
    __proto__: null, stream, source, queue: new SizedQueue(), started: false, closeRequested: false,
    pulling: false, pullAgain: false, mark, size, pull, cancel: onCancel, object: null,
  };
  const object = c.object = create(ReadableStreamDefaultController, c);
  stream.controller = {
    __proto__: null,
    isBytes: false,
    object,
    state: c,
    error: (reason) => errorController(c, reason),
    cancelSteps(reason) {
      c.queue.clear();
      const fn = c.cancel;
      clearAlgorithms(c);
      return fn === undefined ? PromiseResolve.call(Promise) : callAsync(fn, source, reason);
    },
    pullSteps(request) {
      if (c.queue.length === 0) {
        ArrayPrototypePush.call(stream.reader.requests, request);
        pullIfNeeded(c);
        return;
      }
      const chunk = c.queue.shift();
      afterShift(c);
      request.chunk(chunk);
    },
    releaseSteps: nop,
  };
  const started = start === undefined ? undefined : ReflectApply(start, source, [object]);
  then(resolvedWith(started), () => {
    c.started = true;
    pullIfNeeded(c);
  }, (err) => errorController(c, err));
}

// ---- for await ----

const AsyncIteratorPrototype = ObjectGetPrototypeOf(
  ObjectGetPrototypeOf(async function* () {}).prototype);

// A call waits for the one before it. Each takes as many jobs as in Node: those of read(), and
// up to three more for the first call, for those that wait, and at the end.
class Iteration {
  constructor(reader, preventCancel) {
    this.reader = reader[kState];
    this.preventCancel = preventCancel;
    this.begun = false;
    this.isReading = false;
    this.over = false;
    this.failed = false;
    this.current = null;     // the promise of the last call that is under way
  }

  follow(promise) {
    this.current = promise;
    const settled = () => {
      if (this.current === promise)
        this.current = null;
    };
    then(promise, settled, settled);
    return promise;
  }

  end() {
    this.over = true;
    releaseReader(this.reader);
  }

  read() {
    if (this.over)
      return PromiseResolve.call(Promise, { done: true, value: undefined });
    const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
    this.isReading = true;
    read(this.reader, {
      __proto__: null,
      chunk: (value) => {
        this.isReading = false;
        resolve({ done: false, value });
      },
      close: () => {
        this.isReading = false;
        this.end();
        resolve({ done: true, value: undefined });
      },
      error: (reason) => {
        this.isReading = false;
        this.failed = true;
        this.end();
        reject(reason);
      },
    });
    return promise;
  }

  next() {
    if (this.current === null && this.begun && (!this.over || this.failed)) {
      const promise = this.read();
      return this.isReading ? this.follow(promise) : promise;
    }
    this.begun = true;
    return this.follow(callAfter(this.current, () => this.read()));
  }

  async finish(value) {
    if (this.over) {
      for (let i = 0; i < 3; i++)
        await undefined;
    } else if (this.preventCancel) {
      this.end();
    } else {
      const canceled = cancel(this.reader.stream, value);
      this.end();
      await canceled;
    }
    return { done: true, value };
  }

  return(value) {
    return this.follow(this.current === null ? this.finish(value) :
      callAfter(this.current, () => this.finish(value)));
  }
}
ObjectSetPrototypeOf(Iteration.prototype, null);     // no setter of the program is called

function iterate(reader, preventCancel) {
  const iteration = new Iteration(reader, preventCancel);
  return {
    __proto__: AsyncIteratorPrototype,
    next() { return iteration.next(); },
    return(value) { return iteration.return(value); },
  };
}

async function callAfter(previous, steps) {
  try {
    await previous;
  } catch {
    // Its caller has the error.
  }
  const result = steps();
  await undefined;
  return await result;
}

module.exports = {
  ReadableStream, ReadableStreamDefaultController, ReadableStreamDefaultReader, afterShift,
  attachReader, cancel, closeController, closeStream, desiredSize, enqueue, errorController,
  errorStream, makeStream, newReader, read, readPrivately, releaseReader, unattached,
};
