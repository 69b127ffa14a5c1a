'use strict';
// WritableStream, its controller and its writer (Streams Standard, section 5).
//
// (1) States: writable → erroring → errored, or writable → closed. An erroring stream waits for the
//     operation in flight. Then abort() of the sink runs and all pending promises are rejected.
// (2) The queue holds chunks and, last, kClose.

const {
  ArrayPrototypePush, ArrayPrototypeShift, ObjectCreate, Promise, PromiseReject, PromiseResolve,
  PromiseWithResolvers, ReflectApply, SafeArray, Symbol,
} = primordials;
const { codes } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { SizedQueue, callAsync, checkObject, checkStrategy, create, finish, handled,
        highWaterMarkOf, illegalConstructor, inspectAs, kInspect, kState, methodOf, resolvedWith,
        sizeOf, stateOf, then } =
  require('internal/webstreams/util');
const { kBeforeTransfer, kPack, kTransfer } = require('internal/messaging/transfer');
const { kControllerErrorFunction, kIsClosedPromise, kIsErrored, kIsWritable } =
  require('internal/streams/utils');

const kClose = Symbol('close');
const rejectedState = (message) =>
  PromiseReject.call(Promise, new codes.ERR_INVALID_STATE.TypeError(message));

const transfers = () => require('internal/messaging/streams');

class WritableStream {
  constructor(underlyingSink = kEmptyObject, strategy = kEmptyObject) {
    checkObject(underlyingSink, 'sink');
    checkStrategy(strategy, 'strategy');
    if (underlyingSink.type !== undefined)
      throw new codes.ERR_INVALID_ARG_VALUE.RangeError('type', underlyingSink.type);
    const size = sizeOf(strategy);
    const mark = highWaterMarkOf(strategy, 1);
    const sink = underlyingSink;
    this[kState] = newState(this);
    setUp(this[kState], {
      __proto__: null,
      sink,
      start: methodOf(sink, 'start', 'sink'),
      write: methodOf(sink, 'write', 'sink'),
      close: methodOf(sink, 'close', 'sink'),
      abort: methodOf(sink, 'abort', 'sink'),
    }, mark, size);
  }

  get locked() { return stateOf(this, WritableStream).writer !== null; }

  abort(reason = undefined) {
    try {
      const s = stateOf(this, WritableStream);
      if (s.writer)
        throw new codes.ERR_INVALID_STATE.TypeError('WritableStream is locked');
      return abort(s, reason);
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  close() {
    try {
      const s = stateOf(this, WritableStream);
      if (s.writer)
        throw new codes.ERR_INVALID_STATE.TypeError('WritableStream is locked');
      if (closing(s))
        throw new codes.ERR_INVALID_STATE.TypeError('Failure closing WritableStream');
      return close(s);
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  getWriter() {
    stateOf(this, WritableStream);
    return new WritableStreamDefaultWriter(this);
  }

  get [kIsErrored]() { return this[kState].state === 'errored'; }
  get [kIsWritable]() { return this[kState].state === 'writable'; }
  get [kIsClosedPromise]() {
    const s = this[kState];
    if (!s.closedPromise) {
      s.closedPromise = PromiseWithResolvers.call(Promise);
      handled(s.closedPromise.promise);
      settleClosed(s);
    }
    return s.closedPromise;
  }
  get [kControllerErrorFunction]() { return (err) => errorIfNeeded(this[kState].controller, err); }
  [kBeforeTransfer]() { transfers().refuseLocked(this, 'WritableStream'); }

  [kTransfer]() {
    return transfers().arriveWritable(undefined, [transfers().leaveWritable(this)]);
  }

  [kPack]() {
    const ports = [transfers().leaveWritable(this)];
    return ['internal/messaging/streams', 'arriveWritable', undefined, ports];
  }

  [kInspect](depth, options) {
    const { state, writer } = this[kState];
    return inspectAs(this, 'WritableStream', { locked: writer !== null, state }, depth, options);
  }
}
finish(WritableStream);

function newState(stream) {
  return {
    __proto__: null, stream, state: 'writable', error: undefined, writer: null, controller: null,
    writes: new SafeArray(), inFlightWrite: null, closeRequest: null, inFlightClose: null,
    pendingAbort: null, backpressure: false, closedPromise: null,
    onRoom: null,     // called when there is room again: by a pipe, which does not wait for `ready`
  };
}

function settleClosed(s) {
  if (s.state === 'closed')
    s.closedPromise?.resolve();
  else if (s.state === 'errored')
    s.closedPromise?.reject(s.error);
}

function makeStream(methods, mark, size) {
  const stream = ObjectCreate(WritableStream.prototype);
  stream[kState] = newState(stream);
  setUp(stream[kState], { __proto__: null, sink: undefined, ...methods }, mark, size);
  return stream;
}

const closing = (s) => s.closeRequest !== null || s.inFlightClose !== null;

function abort(s, reason) {
  if (s.state === 'closed' || s.state === 'errored')
    return PromiseResolve.call(Promise);
  s.controller.abortController.abort(reason);
  if (s.state === 'closed' || s.state === 'errored')
    return PromiseResolve.call(Promise);
  if (s.pendingAbort)
    return s.pendingAbort.promise;
  const wasErroring = s.state === 'erroring';
  s.pendingAbort = {
    __proto__: null, ...PromiseWithResolvers.call(Promise), wasErroring,
    reason: wasErroring ? undefined : reason,
  };
  const { promise } = s.pendingAbort;
  if (!wasErroring)
    startErroring(s, reason);
  return promise;
}

function close(s) {
  if (s.state === 'closed' || s.state === 'errored')
    return rejectedState('WritableStream is closed');
  s.closeRequest = PromiseWithResolvers.call(Promise);
  const { promise } = s.closeRequest;
  if (s.writer && s.backpressure && s.state === 'writable')
    s.writer.ready.resolve();
  s.controller.queue.push(kClose, 0);
  advance(s.controller);
  return promise;
}

function startErroring(s, reason) {
  s.state = 'erroring';
  s.error = reason;
  if (s.writer)
    rejectReady(s.writer, reason);
  if (!s.inFlightWrite && !s.inFlightClose && s.controller.started)
    finishErroring(s);
}

function finishErroring(s) {
  s.state = 'errored';
  s.controller.queue.clear();
  const { writes, pendingAbort } = s;
  s.writes = new SafeArray();
  for (let i = 0; i < writes.length; i++)
    writes[i].reject(s.error);
  settleClosed(s);
  if (!pendingAbort) {
    rejectClosed(s);
    return;
  }
  s.pendingAbort = null;
  if (pendingAbort.wasErroring) {
    pendingAbort.reject(s.error);
    rejectClosed(s);
    return;
  }
  const c = s.controller;
  const fn = c.abort;
  clearAlgorithms(c);
  const done = fn === undefined ? PromiseResolve.call(Promise) :
    callAsync(fn, c.sink, pendingAbort.reason);
  then(done, () => {
    pendingAbort.resolve();
    rejectClosed(s);
  }, (err) => {
    pendingAbort.reject(err);
    rejectClosed(s);
  });
}

function rejectClosed(s) {
  if (s.closeRequest) {
    s.closeRequest.reject(s.error);
    s.closeRequest = null;
  }
  if (s.writer) {
    s.writer.closed.reject(s.error);
    handled(s.writer.closed.promise);
  }
}

function dealWithRejection(s, err) {
  if (s.state === 'writable')
    startErroring(s, err);
  else if (s.state === 'erroring')
    finishErroring(s);
}

function setBackpressure(s, on) {
  if (s.writer && on !== s.backpressure) {
    if (on)
      s.writer.ready = PromiseWithResolvers.call(Promise);
    else
      s.writer.ready.resolve();
  }
  const changed = on !== s.backpressure;
  s.backpressure = on;
  if (changed && !on)
    s.onRoom?.();
}

// ---- The writer ----

function rejectReady(writer, reason) {
  if (writer.readySettled)
    writer.ready = PromiseWithResolvers.call(Promise);
  writer.readySettled = true;
  writer.ready.reject(reason);
  handled(writer.ready.promise);
  // A promise that is resolved already cannot be rejected: a new one is.
  const fresh = PromiseWithResolvers.call(Promise);
  fresh.reject(reason);
  handled(fresh.promise);
  writer.ready = fresh;
}

function attachWriter(stream, writer) {
  const s = stateOf(stream, WritableStream);
  if (s.writer)
    throw new codes.ERR_INVALID_STATE.TypeError('WritableStream is locked');
  writer.stream = s;
  writer.ready = PromiseWithResolvers.call(Promise);
  writer.closed = PromiseWithResolvers.call(Promise);
  s.writer = writer;
  if (s.state === 'writable') {
    if (closing(s) || !s.backpressure)
      writer.ready.resolve();
  } else if (s.state === 'closed') {
    writer.ready.resolve();
    writer.closed.resolve();
  } else {
    writer.ready.reject(s.error);
    handled(writer.ready.promise);
    if (s.state === 'errored') {
      writer.closed.reject(s.error);
      handled(writer.closed.promise);
    }
  }
}

function releaseWriter(writer) {
  const s = writer.stream;
  const reason = new codes.ERR_INVALID_STATE.TypeError('Writer has been released');
  rejectReady(writer, reason);
  writer.closed.reject(reason);
  const fresh = PromiseWithResolvers.call(Promise);
  fresh.reject(reason);
  handled(writer.closed.promise);
  handled(fresh.promise);
  writer.closed = fresh;
  s.writer = null;
  writer.stream = null;
}

// The request is resolved when the sink has written the chunk: a caller inside the runtime may give
// one of its own, to be called by the job of the sink. Returns its promise, or a rejected one.
function write(writer, chunk, request = PromiseWithResolvers.call(Promise)) {
  const s = writer.stream;
  const c = s.controller;
  const size = chunkSize(c, chunk);
  if (s !== writer.stream)
    return rejectedState('Mismatched WritableStreams');
  if (s.state === 'errored')
    return PromiseReject.call(Promise, s.error);
  if (closing(s) || s.state === 'closed')
    return rejectedState('WritableStream is closed');
  if (s.state === 'erroring')
    return PromiseReject.call(Promise, s.error);
  ArrayPrototypePush.call(s.writes, request);
  enqueue(c, chunk, size);
  return request.promise;
}

function closeWithErrorPropagation(writer) {
  const s = writer.stream;
  if (closing(s) || s.state === 'closed')
    return PromiseResolve.call(Promise);
  return s.state === 'errored' ? PromiseReject.call(Promise, s.error) : close(s);
}

function desiredSize(s) {
  if (s.state === 'errored' || s.state === 'erroring')
    return null;
  return s.state === 'closed' ? 0 : s.controller.mark - s.controller.queue.size;
}

const unattached = () =>
  new codes.ERR_INVALID_STATE.TypeError('Writer is not bound to a WritableStream');

class WritableStreamDefaultWriter {
  constructor(stream) {
    if (!(stream instanceof WritableStream))
      throw new codes.ERR_INVALID_ARG_TYPE('stream', 'WritableStream', stream);
    const writer = {
      __proto__: null, readySettled: false, stream: null, ready: null, closed: null,
    };
    attachWriter(stream, writer);
    this[kState] = writer;
  }

  get closed() { return promised(() => stateOf(this, WritableStreamDefaultWriter).closed.promise); }
  get ready() { return promised(() => stateOf(this, WritableStreamDefaultWriter).ready.promise); }
  get desiredSize() {
    const writer = stateOf(this, WritableStreamDefaultWriter);
    if (!writer.stream)
      throw unattached();
    return desiredSize(writer.stream);
  }

  abort(reason = undefined) {
    return promised(() => abort(attached(this).stream, reason));
  }

  close() {
    return promised(() => {
      const { stream } = attached(this);
      if (closing(stream))
        throw new codes.ERR_INVALID_STATE.TypeError('Failure to close WritableStream');
      return close(stream);
    });
  }

  releaseLock() {
    const writer = stateOf(this, WritableStreamDefaultWriter);
    if (writer.stream)
      releaseWriter(writer);
  }

  write(chunk = undefined) {
    return promised(() => write(attached(this), chunk));
  }

  [kInspect](depth, options) {
    const { stream, closed, ready } = this[kState];
    return inspectAs(this, 'WritableStreamDefaultWriter',
                     { stream: stream?.stream, close: closed.promise, ready: ready.promise,
                       desiredSize: stream ? desiredSize(stream) : undefined }, depth, options);
  }
}
finish(WritableStreamDefaultWriter);

function attached(object) {
  const writer = stateOf(object, WritableStreamDefaultWriter);
  if (!writer.stream)
    throw unattached();
  return writer;
}

function promised(fn) {
  try {
    return fn();
  } catch (err) {
    return PromiseReject.call(Promise, err);
  }
}

// ---- The controller ----

class WritableStreamDefaultController {
  constructor() { illegalConstructor(); }

  get signal() { return stateOf(this, WritableStreamDefaultController).abortController.signal; }

  error(reason = undefined) {
    const c = stateOf(this, WritableStreamDefaultController);
    if (c.stream.state === 'writable')
      errorController(c, reason);
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'WritableStreamDefaultController',
                     { stream: this[kState].stream.stream }, depth, options);
  }
}
finish(WritableStreamDefaultController);

function clearAlgorithms(c) {
  c.write = c.close = c.abort = c.size = undefined;
}

function errorController(c, reason) {
  clearAlgorithms(c);
  startErroring(c.stream, reason);
}

function errorIfNeeded(c, reason) {
  if (c.stream.state === 'writable')
    errorController(c, reason);
}

function chunkSize(c, chunk) {
  if (c.size === undefined)
    return 1;
  try {
    return c.size(chunk);
  } catch (err) {
    errorIfNeeded(c, err);
    return 1;
  }
}

const isFull = (c) => c.mark - c.queue.size <= 0;

function enqueue(c, chunk, size) {
  try {
    c.queue.push(chunk, size);
  } catch (err) {
    errorIfNeeded(c, err);
    return;
  }
  const s = c.stream;
  if (!closing(s) && s.state === 'writable')
    setBackpressure(s, isFull(c));
  advance(c);
}

function advance(c) {
  const s = c.stream;
  if (!c.started || s.inFlightWrite)
    return;
  if (s.state === 'erroring') {
    if (!s.inFlightClose)
      finishErroring(s);
    return;
  }
  if (c.queue.length === 0)
    return;
  const chunk = c.queue.peek();
  if (chunk === kClose)
    processClose(c);
  else
    processWrite(c, chunk);
}

function processClose(c) {
  const s = c.stream;
  s.inFlightClose = s.closeRequest;
  s.closeRequest = null;
  c.queue.shift();
  const fn = c.close;
  const done = fn === undefined ? PromiseResolve.call(Promise) : callAsync(fn, c.sink);
  clearAlgorithms(c);
  then(done, () => {
    s.inFlightClose.resolve();
    s.inFlightClose = null;
    if (s.state === 'erroring') {
      s.error = undefined;
      s.pendingAbort?.resolve();
      s.pendingAbort = null;
    }
    s.state = 'closed';
    settleClosed(s);
    s.writer?.closed.resolve();
  }, (err) => {
    s.inFlightClose.reject(err);
    s.inFlightClose = null;
    s.pendingAbort?.reject(err);
    s.pendingAbort = null;
    dealWithRejection(s, err);
  });
}

function processWrite(c, chunk) {
  const s = c.stream;
  s.inFlightWrite = ArrayPrototypeShift.call(s.writes);
  const done = c.write === undefined ? PromiseResolve.call(Promise) :
    callAsync(c.write, c.sink, chunk, c.object);
  then(done, () => {
    s.inFlightWrite.resolve();
    s.inFlightWrite = null;
    c.queue.shift();
    if (!closing(s) && s.state === 'writable')
      setBackpressure(s, isFull(c));
    advance(c);
  }, (err) => {
    if (s.state === 'writable')
      clearAlgorithms(c);
    s.inFlightWrite.reject(err);
    s.inFlightWrite = null;
    dealWithRejection(s, err);
  });
}

function setUp(s, methods, mark, size) {
  const { AbortController } = require('internal/abort_controller');
  const c = {
    __proto__: null, stream: s, queue: new SizedQueue(), started: false, mark, size, object: null,
    abortController: new AbortController(), ...methods,
  };
  s.controller = c;
  c.object = create(WritableStreamDefaultController, c);
  setBackpressure(s, isFull(c));
  const { start } = methods;
  const started = start === undefined ? undefined :
    ReflectApply(start, methods.sink, [c.object]);
  then(resolvedWith(started), () => {
    c.started = true;
    advance(c);
  }, (err) => {
    c.started = true;
    dealWithRejection(s, err);
  });
}

module.exports = { WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter,
                   abort, closeWithErrorPropagation, closing, desiredSize, errorIfNeeded,
                   makeStream, releaseWriter, write };
