'use strict';
// TransformStream and its controller (Streams Standard, section 6).

const { Promise, PromiseResolve, PromiseWithResolvers, ReflectApply } = primordials;
const { codes } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { callAsync, checkObject, checkStrategy, create, finish, handled, highWaterMarkOf,
        illegalConstructor, inspectAs, kInspect, kState, methodOf, sizeOf, stateOf, then } =
  require('internal/webstreams/util');
const { kBeforeTransfer, kPack, kTransfer } = require('internal/messaging/transfer');
const r = require('internal/webstreams/readable');
const w = require('internal/webstreams/writable');

const transfers = () => require('internal/messaging/streams');
function leave({ readable, writable }) {
  const { leaveReadable, leaveWritable, refuseLocked } = transfers();
  refuseLocked(writable, 'TransformStream');    // before the other half is given up
  return [leaveReadable(readable), leaveWritable(writable)];
}

class TransformStream {
  constructor(transformer = kEmptyObject, writableStrategy = kEmptyObject,
              readableStrategy = kEmptyObject) {
    checkObject(transformer, 'transformer');
    checkStrategy(writableStrategy, 'writableStrategy');
    checkStrategy(readableStrategy, 'readableStrategy');
    if (transformer.readableType !== undefined)
      throw new codes.ERR_INVALID_ARG_VALUE.RangeError('transformer.readableType',
                                                       transformer.readableType);
    if (transformer.writableType !== undefined)
      throw new codes.ERR_INVALID_ARG_VALUE.RangeError('transformer.writableType',
                                                       transformer.writableType);
    const t = this[kState] = {
      __proto__: null,
      transformer,
      transform: methodOf(transformer, 'transform', 'transformer'),
      flush: methodOf(transformer, 'flush', 'transformer'),
      cancel: methodOf(transformer, 'cancel', 'transformer'),
      backpressure: undefined,
      change: null, // resolved when backpressure changes
      finishing: null,
      cleared: false,
      object: null,
      readable: null,
      writable: null,
    };
    t.object = create(TransformStreamDefaultController, t);
    const started = PromiseWithResolvers.call(Promise);
    const readableSize = sizeOf(readableStrategy);
    const readableMark = highWaterMarkOf(readableStrategy, 0);
    t.writable = w.makeStream({
      __proto__: null,
      start: () => started.promise,
      write: (chunk) => sinkWrite(t, chunk),
      close: () => sinkClose(t),
      abort: async (reason) => { await sinkAbort(t, reason); },     // one job more, as in Node
    }, highWaterMarkOf(writableStrategy, 1), sizeOf(writableStrategy));
    t.readable = r.makeStream({
      __proto__: null,
      start: () => started.promise,
      pull: () => sourcePull(t),
      cancel: (reason) => sourceCancel(t, reason),
      mark: readableMark,
      size: readableSize,
    });
    setBackpressure(t, true);
    const start = methodOf(transformer, 'start', 'transformer');
    started.resolve(start === undefined ? undefined :
      ReflectApply(start, transformer, [t.object]));
  }

  get readable() { return stateOf(this, TransformStream).readable; }
  get writable() { return stateOf(this, TransformStream).writable; }

  [kBeforeTransfer]() {
    transfers().refuseLocked(this.readable, 'TransformStream');
    transfers().refuseLocked(this.writable, 'TransformStream');
  }

  [kTransfer]() { return arrive(undefined, leave(this)); }

  [kPack]() { return ['internal/webstreams/transform', 'arrive', undefined, leave(this)]; }

  [kInspect](depth, options) {
    const { readable, writable, backpressure } = this[kState];
    return inspectAs(this, 'TransformStream', { readable, writable, backpressure }, depth, options);
  }
}
finish(TransformStream);

// One that has come from elsewhere: its two sides are all it has.
function arrive(data, ports) {
  return create(TransformStream, {
    __proto__: null, readable: transfers().arriveReadable(data, [ports[0]]),
    writable: transfers().arriveWritable(data, [ports[1]]), backpressure: undefined,
  });
}

class TransformStreamDefaultController {
  constructor() { illegalConstructor(); }

  get desiredSize() {
    return r.desiredSize(readableController(stateOf(this, TransformStreamDefaultController)));
  }

  enqueue(chunk = undefined) {
    enqueue(stateOf(this, TransformStreamDefaultController), chunk);
  }

  error(reason = undefined) {
    errorBoth(stateOf(this, TransformStreamDefaultController), reason);
  }

  terminate() {
    const t = stateOf(this, TransformStreamDefaultController);
    closeReadable(t);
    errorWritable(t, new codes.ERR_INVALID_STATE.TypeError('TransformStream has been terminated'));
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'TransformStreamDefaultController', {}, depth, options);
  }
}
finish(TransformStreamDefaultController);

const readableController = (t) => t.readable[kState].controller.state;

function setBackpressure(t, on) {
  t.change?.resolve();
  t.change = PromiseWithResolvers.call(Promise);
  t.backpressure = on;
}

function clearAlgorithms(t) {
  t.transform = t.flush = t.cancel = undefined;
  t.cleared = true;
}

function errorBoth(t, reason) {
  r.errorController(readableController(t), reason);
  errorWritable(t, reason);
}

function errorWritable(t, reason) {
  clearAlgorithms(t);
  w.errorIfNeeded(t.writable[kState].controller, reason);
  if (t.backpressure)
    setBackpressure(t, false); // a write that waits may go on and fail
}

function closeReadable(t) {
  const c = readableController(t);
  if (!c.closeRequested && c.stream.state === 'readable')
    r.closeController(c);
}

function enqueue(t, chunk) {
  const c = readableController(t);
  if (c.closeRequested || c.stream.state !== 'readable')
    throw new codes.ERR_INVALID_STATE.TypeError('Unable to enqueue');
  try {
    r.enqueue(c, chunk);
  } catch (err) {
    errorWritable(t, err);
    throw t.readable[kState].error;
  }
  const full = !(c.stream.reader?.requests.length > 0) && r.desiredSize(c) <= 0;
  if (full !== t.backpressure)
    setBackpressure(t, true);
}

// The promise of what transform() does with a chunk. An error of it is thrown here or there.
function callTransform(t, chunk) {
  if (t.transform !== undefined)
    return callAsync(t.transform, t.transformer, chunk, t.object);
  if (!t.cleared)
    enqueue(t, chunk);
  return undefined;
}

// One job more than transform() takes, as in Node; and one that waits for the reader's side.
async function sinkWrite(t, chunk) {
  if (t.backpressure) {
    await t.change.promise;
    const { state, error } = t.writable[kState];
    if (state === 'erroring')
      throw error;
  }
  try {
    await callTransform(t, chunk);
  } catch (err) {
    errorBoth(t, err);
    throw err;
  }
}

// Runs flush() or cancel(), for the side that ends first. Both sides wait for it.
function finishOnce(t, method, arg, after) {
  if (t.finishing)
    return t.finishing.promise;
  t.finishing = PromiseWithResolvers.call(Promise);
  handled(t.finishing.promise);
  const fn = t[method];
  const done = fn === undefined ? PromiseResolve.call(Promise) :
    callAsync(fn, t.transformer, arg);
  clearAlgorithms(t);
  then(done, () => after(null), (err) => after({ __proto__: null, err }));
  return t.finishing.promise;
}

function sinkClose(t) {
  return finishOnce(t, 'flush', t.object, (failure) => {
    const { state, error } = t.readable[kState];
    if (failure) {
      r.errorController(readableController(t), failure.err);
      t.finishing.reject(failure.err);
    } else if (state === 'errored')
      t.finishing.reject(error);
    else {
      closeReadable(t);
      t.finishing.resolve();
    }
  });
}

function sinkAbort(t, reason) {
  return finishOnce(t, 'cancel', reason, (failure) => {
    const { state, error } = t.readable[kState];
    if (!failure && state === 'errored')
      t.finishing.reject(error);
    else {
      r.errorController(readableController(t), failure ? failure.err : reason);
      if (failure)
        t.finishing.reject(failure.err);
      else
        t.finishing.resolve();
    }
  });
}

function sourceCancel(t, reason) {
  return finishOnce(t, 'cancel', reason, (failure) => {
    const { state, error } = t.writable[kState];
    if (!failure && state === 'errored') {
      t.finishing.reject(error);
      return;
    }
    w.errorIfNeeded(t.writable[kState].controller, failure ? failure.err : reason);
    if (t.backpressure)
      setBackpressure(t, false);
    if (failure)
      t.finishing.reject(failure.err);
    else
      t.finishing.resolve();
  });
}

function sourcePull(t) {
  setBackpressure(t, false);
  return t.change.promise;
}

module.exports = { TransformStream, TransformStreamDefaultController, arrive };
