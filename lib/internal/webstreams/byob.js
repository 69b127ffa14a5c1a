'use strict';
// Byte streams: their controller, the BYOB reader and the BYOB request
// (Streams Standard, sections 4.5, 4.7, 4.8).
//
// (1) A pull-into descriptor is a buffer that waits to be filled; the first in the list is the one
//     that `byobRequest` shows.
// (2) A buffer that is passed on is transferred: the one who passed it cannot use it any more.

const {
  ArrayBuffer, ArrayBufferIsView: isView, ArrayBufferPrototypeGetByteLength,
  ArrayBufferPrototypeGetDetached, ArrayBufferPrototypeTransfer, ArrayPrototypePush,
  ArrayPrototypeShift, BigInt64Array, BigUint64Array, DataView, DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset, Float16Array, Float32Array,
  Float64Array, Int16Array, Int32Array, Int8Array, MathMin, NumberIsInteger, ObjectGetPrototypeOf,
  ObjectSetPrototypeOf, Promise, PromiseReject, PromiseResolve, PromiseWithResolvers,
  ReflectApply, SafeArray, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeSet, Uint16Array, Uint32Array,
  Uint8Array, Uint8ClampedArray,
} = primordials;
const { codes } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { isSharedArrayBuffer } = require('internal/util/types');
const { callAsync, create, finish, handOn, illegalConstructor, inspectAs, kInspect, kState,
        resolvedWith, stateOf, then } = require('internal/webstreams/util');
const r = require('internal/webstreams/readable');

// Most of these are of a realm that no program reaches. What they make gets the prototype of the
// program's view.
const VIEWS = {
  __proto__: null, BigInt64Array, BigUint64Array, Float16Array, Float32Array, Float64Array,
  Int16Array, Int32Array, Int8Array, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray,
};

const invalidState = (text) => new codes.ERR_INVALID_STATE.TypeError(text);
const transfer = (buffer) => (isSharedArrayBuffer(buffer) ?
  require('internal/globals').structuredClone(buffer, { __proto__: null, transfer: [buffer] }) :
  ArrayBufferPrototypeTransfer.call(buffer));
// slice() would read the species of the program's ArrayBuffer.
const copyOf = (buffer, start, end) =>
  TypedArrayPrototypeGetBuffer.call(new Uint8Array(new Uint8Array(buffer, start, end - start)));

function makeView({ View, prototype }, buffer, offset, length) {
  const view = new View(buffer, offset, length);
  return prototype === null ? view : ObjectSetPrototypeOf(view, prototype);
}

// The name of the class of a typed array; undefined for a DataView.
const tagOf = (view) => TypedArrayPrototypeGetSymbolToStringTag.call(view);
const bufferOf = (view) => (tagOf(view) === undefined ? DataViewPrototypeGetBuffer.call(view) :
  TypedArrayPrototypeGetBuffer.call(view));
const lengthOf = (view) => (tagOf(view) === undefined ? DataViewPrototypeGetByteLength.call(view) :
  TypedArrayPrototypeGetByteLength.call(view));
const offsetOf = (view) => (tagOf(view) === undefined ? DataViewPrototypeGetByteOffset.call(view) :
  TypedArrayPrototypeGetByteOffset.call(view));
const isEmpty = (view) => {
  if (lengthOf(view) === 0)
    return true;
  const buffer = bufferOf(view);
  return !isSharedArrayBuffer(buffer) && ArrayBufferPrototypeGetByteLength.call(buffer) === 0;
};

class ReadableStreamBYOBRequest {
  constructor() { illegalConstructor(); }

  get view() { return stateOf(this, ReadableStreamBYOBRequest).view; }

  respond(bytesWritten) {
    const request = stateOf(this, ReadableStreamBYOBRequest);
    if (!request.controller)
      throw invalidState('This BYOB request has been invalidated');
    respond(request.controller, +bytesWritten);
  }

  respondWithNewView(view) {
    const request = stateOf(this, ReadableStreamBYOBRequest);
    if (!isView(view))
      throw new codes.ERR_INVALID_ARG_TYPE('view', ['Buffer', 'TypedArray', 'DataView'], view);
    if (!request.controller)
      throw invalidState('This BYOB request has been invalidated');
    respondWithNewView(request.controller, view);
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'ReadableStreamBYOBRequest', { view: this[kState].view }, depth,
                     options);
  }
}
finish(ReadableStreamBYOBRequest);

class ReadableByteStreamController {
  constructor() { illegalConstructor(); }

  get byobRequest() { return byobRequest(stateOf(this, ReadableByteStreamController)); }
  get desiredSize() { return desiredSize(stateOf(this, ReadableByteStreamController)); }

  close() {
    const c = stateOf(this, ReadableByteStreamController);
    if (c.closeRequested)
      throw invalidState('Controller is already closed');
    if (c.stream.state !== 'readable')
      throw invalidState('ReadableStream is already closed');
    closeController(c);
  }

  enqueue(chunk) {
    const c = stateOf(this, ReadableByteStreamController);
    if (!isView(chunk))
      throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], chunk);
    if (isEmpty(chunk))
      throw invalidState('chunk ArrayBuffer is zero-length or detached');
    if (c.closeRequested)
      throw invalidState('Controller is already closed');
    if (c.stream.state !== 'readable')
      throw invalidState('ReadableStream is already closed');
    enqueue(c, chunk);
  }

  error(reason = undefined) {
    errorController(stateOf(this, ReadableByteStreamController), reason);
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'ReadableByteStreamController', {}, depth, options);
  }
}
finish(ReadableByteStreamController);

class ReadableStreamBYOBReader {
  constructor(stream) {
    if (!(stream instanceof r.ReadableStream))
      throw new codes.ERR_INVALID_ARG_TYPE('stream', 'ReadableStream', stream);
    if (!stream[kState].controller.isBytes)
      throw new codes.ERR_INVALID_ARG_VALUE('stream', stream, 'must be a byte stream');
    const state = r.newReader(true);
    r.attachReader(stream, state);
    this[kState] = state;
  }

  get closed() {
    try {
      return stateOf(this, ReadableStreamBYOBReader).closed.promise;
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  read(view, options = kEmptyObject) {
    try {
      const reader = stateOf(this, ReadableStreamBYOBReader);
      if (!isView(view))
        throw new codes.ERR_INVALID_ARG_TYPE('view', ['Buffer', 'TypedArray', 'DataView'], view);
      if (isEmpty(view))
        throw invalidState('View or Viewed ArrayBuffer is zero-length or detached');
      const min = options?.min ?? 1;
      checkMinimum(min, tagOf(view) === undefined ? lengthOf(view) :
        TypedArrayPrototypeGetLength.call(view));
      if (!reader.stream)
        throw r.unattached();
      const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
      readInto(reader, view, min, {
        __proto__: null,
        chunk: (value) => resolve({ done: false, value }),
        close: (value) => resolve({ done: true, value }),
        error: reject,
      });
      return handOn(promise);
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  cancel(reason = undefined) {
    try {
      const reader = stateOf(this, ReadableStreamBYOBReader);
      if (!reader.stream)
        throw r.unattached();
      return r.cancel(reader.stream, reason);
    } catch (err) {
      return PromiseReject.call(Promise, err);
    }
  }

  releaseLock() {
    const reader = stateOf(this, ReadableStreamBYOBReader);
    if (reader.stream)
      r.releaseReader(reader);
  }

  [kInspect](depth, options) {
    const { stream, requests, closed } = this[kState];
    return inspectAs(this, 'ReadableStreamBYOBReader',
                     { stream: stream?.stream, requests: requests.length, close: closed.promise },
                     depth, options);
  }
}
finish(ReadableStreamBYOBReader);

function checkMinimum(min, most) {
  if (typeof min !== 'number')
    throw new codes.ERR_INVALID_ARG_TYPE('options.min', 'number', min);
  if (!NumberIsInteger(min) || min <= 0)
    throw new codes.ERR_INVALID_ARG_VALUE('options.min', min, 'must be a positive integer');
  if (min > most)
    throw new codes.ERR_OUT_OF_RANGE('options.min', `<= ${most}`, min);
}

function readInto(reader, view, min, request) {
  const { stream } = reader;
  stream.disturbed = true;
  if (stream.state === 'errored')
    request.error(stream.error);
  else
    pullInto(stream.controller.state, view, min, request);
}

// ---- The controller ----

function desiredSize(c) {
  if (c.stream.state === 'errored')
    return null;
  return c.stream.state === 'closed' ? 0 : c.mark - c.total;
}

function byobRequest(c) {
  if (!c.request && c.pullIntos.length > 0) {
    const first = c.pullIntos[0];
    const view = new Uint8Array(first.buffer, first.offset + first.filled,
                                first.length - first.filled);
    c.request = create(ReadableStreamBYOBRequest, { __proto__: null, controller: c, view });
  }
  return c.request;
}

function invalidateRequest(c) {
  if (c.request) {
    c.request[kState].controller = null;
    c.request[kState].view = null;
    c.request = null;
  }
}

const hasRequests = (c, isByob) => {
  const { reader } = c.stream;
  return !!reader && reader.isByob === isByob && reader.requests.length > 0;
};

function clearAlgorithms(c) {
  c.pull = c.cancel = undefined;
}

function closeController(c) {
  if (c.closeRequested || c.stream.state !== 'readable')
    return;
  if (c.total > 0) {
    c.closeRequested = true;
    return;
  }
  const first = c.pullIntos.length > 0 ? c.pullIntos[0] : undefined;
  if (first && first.filled % first.elementSize !== 0) {
    const err = invalidState('Partial read');
    errorController(c, err);
    throw err;
  }
  clearAlgorithms(c);
  r.closeStream(c.stream);
}

function errorController(c, reason) {
  if (c.stream.state !== 'readable')
    return;
  invalidateRequest(c);
  c.pullIntos = new SafeArray();
  c.queue = new SafeArray();
  c.total = 0;
  clearAlgorithms(c);
  r.errorStream(c.stream, reason);
}

function enqueueBytes(c, buffer, offset, length) {
  ArrayPrototypePush.call(c.queue, { __proto__: null, buffer, offset, length });
  c.total += length;
}

function enqueue(c, chunk) {
  const byteOffset = offsetOf(chunk);
  const byteLength = lengthOf(chunk);
  const buffer = transfer(bufferOf(chunk));
  if (c.pullIntos.length > 0) {
    const first = c.pullIntos[0];
    if (ArrayBufferPrototypeGetDetached.call(first.buffer))
      throw invalidState('Destination ArrayBuffer is detached');
    invalidateRequest(c);
    first.buffer = transfer(first.buffer);
    if (first.reader === 'none')
      rescue(c, first);
  }
  if (c.stream.reader && !c.stream.reader.isByob) {
    while (hasRequests(c, false) && c.total > 0)
      giveFromQueue(c, ArrayPrototypeShift.call(c.stream.reader.requests));
    if (!hasRequests(c, false))
      enqueueBytes(c, buffer, byteOffset, byteLength);
    else {
      if (c.pullIntos.length > 0)
        ArrayPrototypeShift.call(c.pullIntos);
      const request = ArrayPrototypeShift.call(c.stream.reader.requests);
      request.chunk(new Uint8Array(buffer, byteOffset, byteLength));
    }
  } else if (hasRequests(c, true)) {
    enqueueBytes(c, buffer, byteOffset, byteLength);
    commitAll(c.stream, fillFromQueue(c));
  } else
    enqueueBytes(c, buffer, byteOffset, byteLength);
  pullIfNeeded(c);
}

// The bytes in the buffer of a released reader are put back into the queue.
function rescue(c, first) {
  if (first.filled > 0)
    enqueueBytes(c, copyOf(first.buffer, first.offset, first.offset + first.filled), 0,
                 first.filled);
  ArrayPrototypeShift.call(c.pullIntos);
}

function giveFromQueue(c, request) {
  const { buffer, offset, length } = ArrayPrototypeShift.call(c.queue);
  c.total -= length;
  closeIfDrained(c);
  request.chunk(new Uint8Array(buffer, offset, length));
}

function closeIfDrained(c) {
  if (c.total === 0 && c.closeRequested) {
    clearAlgorithms(c);
    r.closeStream(c.stream);
  } else
    pullIfNeeded(c);
}

function shouldPull(c) {
  if (c.stream.state !== 'readable' || c.closeRequested || !c.started)
    return false;
  return hasRequests(c, false) || hasRequests(c, true) || desiredSize(c) > 0;
}

// As in readable.js. It is not shared because reading a byte stream was 3 to 5 % slower then.
function pullIfNeeded(c) {
  if (!shouldPull(c))
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

// ---- Pull-intos ----

function toView(descriptor) {
  const { buffer, elementSize, filled, offset } = descriptor;
  return makeView(descriptor, transfer(buffer), offset, filled / elementSize);
}

function commit(stream, first) {
  const done = stream.state === 'closed';
  const view = toView(first);
  const request = ArrayPrototypeShift.call(stream.reader.requests);
  if (first.reader === 'default')
    request.chunk(view);
  else if (done)
    request.close(view);
  else
    request.chunk(view);
}

function commitAll(stream, list) {
  for (let i = 0; i < list.length; i++)
    commit(stream, list[i]);
}

// Copies from the queue. Returns whether the descriptor has as much as its reader needs.
function fill(c, first) {
  const most = MathMin(c.total, first.length - first.filled);
  const after = first.filled + most;
  const whole = after - (after % first.elementSize);
  const ready = after >= first.minimum && whole >= first.minimum;
  let left = ready ? whole - first.filled : most;
  while (left > 0) {
    const head = c.queue[0];
    const size = MathMin(left, head.length);
    TypedArrayPrototypeSet.call(new Uint8Array(first.buffer, first.offset + first.filled, size),
                                new Uint8Array(head.buffer, head.offset, size));
    if (head.length === size)
      ArrayPrototypeShift.call(c.queue);
    else {
      head.offset += size;
      head.length -= size;
    }
    c.total -= size;
    first.filled += size;
    left -= size;
  }
  return ready;
}

function fillFromQueue(c) {
  const filled = new SafeArray();
  while (c.pullIntos.length > 0 && c.total > 0) {
    if (!fill(c, c.pullIntos[0]))
      break;
    invalidateRequest(c);
    ArrayPrototypePush.call(filled, ArrayPrototypeShift.call(c.pullIntos));
  }
  return filled;
}

function pullInto(c, view, min, request) {
  const { stream } = c;
  const tag = tagOf(view);
  const View = tag === undefined ? DataView : VIEWS[tag];
  const elementSize = View === DataView ? 1 : View.BYTES_PER_ELEMENT;
  const offset = offsetOf(view);
  const length = lengthOf(view);
  let buffer;
  try {
    buffer = transfer(bufferOf(view));
  } catch (err) {
    request.error(err);
    return;
  }
  const first = {
    __proto__: null, buffer, offset, length, filled: 0, minimum: min * elementSize, elementSize,
    View, prototype: ObjectGetPrototypeOf(view), reader: 'byob',
  };
  if (c.pullIntos.length > 0) {
    ArrayPrototypePush.call(c.pullIntos, first);
    ArrayPrototypePush.call(stream.reader.requests, request);
    return;
  }
  if (stream.state === 'closed') {
    request.close(makeView(first, buffer, offset, 0));
    return;
  }
  if (c.total > 0) {
    if (fill(c, first)) {
      const result = toView(first);
      closeIfDrained(c);
      request.chunk(result);
      return;
    }
    if (c.closeRequested) {
      const err = invalidState('ReadableStream closed');
      errorController(c, err);
      request.error(err);
      return;
    }
  }
  ArrayPrototypePush.call(c.pullIntos, first);
  ArrayPrototypePush.call(stream.reader.requests, request);
  pullIfNeeded(c);
}

function respond(c, bytes) {
  const first = c.pullIntos[0];
  if (c.stream.state === 'closed') {
    if (bytes !== 0)
      throw invalidState('Controller is closed');
  } else {
    if (!(bytes > 0))
      throw invalidState('bytesWritten must be positive');
    if (first.filled + bytes > first.length)
      throw new codes.ERR_INVALID_ARG_VALUE.RangeError('bytesWritten', bytes);
  }
  first.buffer = transfer(first.buffer);
  respondInternal(c, bytes);
}

function respondWithNewView(c, view) {
  const first = c.pullIntos[0];
  const buffer = bufferOf(view);
  const length = lengthOf(view);
  if (!isSharedArrayBuffer(buffer) && ArrayBufferPrototypeGetDetached.call(buffer))
    throw invalidState('Viewed ArrayBuffer is detached');
  if (c.stream.state === 'closed' ? length !== 0 : length === 0)
    throw invalidState('View has a wrong length for the state of the stream');
  if (first.offset + first.filled !== offsetOf(view) ||
      first.buffer.byteLength !== buffer.byteLength || first.filled + length > first.length)
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError('view', view);
  first.buffer = transfer(buffer);
  respondInternal(c, length);
}

function respondInternal(c, bytes) {
  const first = c.pullIntos[0];
  const { stream } = c;
  invalidateRequest(c);
  if (stream.state === 'closed') {
    if (first.reader === 'none')
      ArrayPrototypeShift.call(c.pullIntos);
    while (hasRequests(c, true))
      commit(stream, ArrayPrototypeShift.call(c.pullIntos));
  } else {
    first.filled += bytes;
    if (first.reader === 'none') {
      rescue(c, first);
      commitAll(stream, fillFromQueue(c));
    } else if (first.filled >= first.minimum)
      deliver(c, first);
  }
  pullIfNeeded(c);
}

function deliver(c, first) {
  ArrayPrototypeShift.call(c.pullIntos);
  // Bytes of an incomplete element are put back into the queue.
  const rest = first.filled % first.elementSize;
  if (rest > 0) {
    const end = first.offset + first.filled;
    enqueueBytes(c, copyOf(first.buffer, end - rest, end), 0, rest);
    first.filled -= rest;
  }
  const more = fillFromQueue(c);
  commit(c.stream, first);
  commitAll(c.stream, more);
}

function setUp(stream, { source, start, pull, cancel }, mark, autoAllocate) {
  if (autoAllocate !== undefined && !(autoAllocate > 0))
    throw new codes.ERR_INVALID_ARG_VALUE('source.autoAllocateChunkSize', autoAllocate);
  const c = {
    __proto__: null, stream, source, queue: new SafeArray(), total: 0, started: false,
    closeRequested: false, pulling: false, pullAgain: false, mark, pull, cancel,
    pullIntos: new SafeArray(),
    request: null, object: null,
  };
  const object = c.object = create(ReadableByteStreamController, c);
  stream.controller = {
    __proto__: null,
    isBytes: true,
    object,
    state: c,
    error: (reason) => errorController(c, reason),
    cancelSteps(reason) {
      invalidateRequest(c);
      c.pullIntos = new SafeArray();
      c.queue = new SafeArray();
      c.total = 0;
      const fn = c.cancel;
      clearAlgorithms(c);
      return fn === undefined ? PromiseResolve.call(Promise) : callAsync(fn, source, reason);
    },
    pullSteps(request) {
      if (c.total > 0)
        return giveFromQueue(c, request);
      if (autoAllocate !== undefined)
        ArrayPrototypePush.call(c.pullIntos, {
          __proto__: null, buffer: new ArrayBuffer(autoAllocate), offset: 0, length: autoAllocate,
          filled: 0, minimum: 1, elementSize: 1, View: Uint8Array, prototype: null,
          reader: 'default',
        });
      ArrayPrototypePush.call(stream.reader.requests, request);
      pullIfNeeded(c);
    },
    releaseSteps() {
      if (c.pullIntos.length > 0) {
        c.pullIntos[0].reader = 'none';
        c.pullIntos.length = 1;
      }
    },
  };
  const started = start === undefined ? undefined : ReflectApply(start, source, [object]);
  then(resolvedWith(started), () => {
    c.started = true;
    pullIfNeeded(c);
  }, (err) => errorController(c, err));
}

module.exports = { ReadableByteStreamController, ReadableStreamBYOBReader,
                   ReadableStreamBYOBRequest, setUp };
