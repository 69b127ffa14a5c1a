'use strict';
// pipeTo(), tee() and ReadableStream.from().

const { codes } = require('internal/errors');
const { callAsync, handled, kState, nop, then } = require('internal/webstreams/util');
const r = require('internal/webstreams/readable');
const w = require('internal/webstreams/writable');

// Reads and writes until either side ends; then the other is ended as the options say.
function pipeTo(source, dest, { preventAbort, preventCancel, preventClose, signal }) {
  const reader = source.getReader();
  const writer = dest.getWriter();
  const rs = source[kState];
  const ws = dest[kState];
  const { promise, resolve, reject } = Promise.withResolvers();
  let over = false;
  let lastWrite = Promise.resolve();
  let stopSignal = nop;
  rs.disturbed = true;

  const finalize = (failed, reason) => {
    w.releaseWriter(writer[kState]);
    r.releaseReader(reader[kState]);
    stopSignal();
    if (failed)
      reject(reason);
    else
      resolve();
  };
  // `action` runs after what was read has been written; its own failure is reported first.
  const shutDown = (action, failed, reason) => {
    if (over)
      return;
    over = true;
    const end = () => {
      if (!action)
        return finalize(failed, reason);
      then(action(), () => finalize(failed, reason), (err) => finalize(true, err));
    };
    if (ws.state === 'writable' && !w.closing(ws))
      waitForWrites(end);
    else
      end();
  };
  const waitForWrites = (end) => {
    const waited = lastWrite;
    then(waited, () => (waited === lastWrite ? end() : waitForWrites(end)), end);
  };

  if (signal) {
    const abort = () => {
      const reason = asDOMException(signal.reason);
      const actions = [];
      if (!preventAbort)
        actions.push(() => (ws.state === 'writable' ? w.abort(ws, reason) : Promise.resolve()));
      if (!preventCancel)
        actions.push(() => (rs.state === 'readable' ? r.cancel(rs, reason) : Promise.resolve()));
      shutDown(() => Promise.all(actions.map((action) => action())), true, reason);
    };
    if (signal.aborted) {
      abort();
      return promise;
    }
    stopSignal = require('internal/streams/add-abort-signal').onceAborted(signal, abort);
  }

  const sourceErrored = () => {
    if (preventAbort)
      shutDown(null, true, rs.error);
    else
      shutDown(() => w.abort(ws, rs.error), true, rs.error);
  };
  const destErrored = () => {
    if (preventCancel)
      shutDown(null, true, ws.error);
    else
      shutDown(() => r.cancel(rs, ws.error), true, ws.error);
  };
  const sourceClosed = () => {
    if (preventClose)
      shutDown(null, false);
    else
      shutDown(() => w.closeWithErrorPropagation(writer[kState]), false);
  };
  then(reader.closed, sourceClosed, sourceErrored);
  then(writer.closed, nop, destErrored);
  if (w.closing(ws) || ws.state === 'closed') {
    const reason = new codes.ERR_INVALID_STATE.TypeError('Destination WritableStream is closed');
    if (preventCancel)
      shutDown(null, true, reason);
    else
      shutDown(() => r.cancel(rs, reason), true, reason);
    return promise;
  }

  const step = () => {
    if (over)
      return;
    then(writer.ready, () => {
      if (over)
        return;
      r.read(reader[kState], {
        chunk(value) {
          // In a job of its own: the source's callback comes before the sink's.
          lastWrite = then(Promise.resolve(), () => {
            const done = w.write(writer[kState], value);
            handled(done);
            return done;
          });
          handled(lastWrite);
          then(Promise.resolve(), step);
        },
        close: nop,
        error: nop,
      });
    }, nop);
  };
  step();
  return promise;
}

// Node's own AbortError shows itself as the web's.
function asDOMException(reason) {
  const { AbortError } = require('internal/errors');
  return reason instanceof AbortError ? new DOMException(reason.message, 'AbortError') : reason;
}

function tee(stream) {
  const { controller } = stream[kState];
  const reader = stream.getReader();
  const canceled = [false, false];
  const reasons = [undefined, undefined];
  const done = Promise.withResolvers();
  let reading = false;
  let readAgain = false;
  const branches = [];

  const pull = () => {
    if (reading) {
      readAgain = true;
      return Promise.resolve();
    }
    reading = true;
    r.read(reader[kState], {
      chunk(value) {
        queueMicrotask(() => {
          readAgain = false;
          // A branch of bytes takes the chunk's buffer away: the copy is made before.
          const chunks = [value, controller.isBytes && !canceled[0] ? value.slice() : value];
          branches.forEach((branch, i) => {
            if (!canceled[i])
              branch.enqueue(chunks[i]);
          });
          reading = false;
          if (readAgain)
            pull();
        });
      },
      close() {
        reading = false;
        branches.forEach((branch, i) => canceled[i] || branch.close());
        if (!canceled[0] || !canceled[1])
          done.resolve();
      },
      error() { reading = false; },
    });
    return Promise.resolve();
  };
  const cancelBranch = (i) => (reason) => {
    canceled[i] = true;
    reasons[i] = reason;
    if (canceled[0] && canceled[1])
      done.resolve(r.cancel(stream[kState], reasons));
    return done.promise;
  };
  const results = [0, 1].map((i) => makeBranch(controller.isBytes, {
    start(c) { branches[i] = c; }, pull, cancel: cancelBranch(i),
  }));
  then(reader.closed, nop, (reason) => {
    for (const branch of branches)
      branch.error(reason);
    if (!canceled[0] || !canceled[1])
      done.resolve();
  });
  return results;
}

function makeBranch(isBytes, source) {
  return isBytes ? new r.ReadableStream({ type: 'bytes', ...source }) : r.makeStream(source);
}

function from(iterable) {
  const isAsync = iterable?.[Symbol.asyncIterator] != null;
  const make = isAsync ? iterable[Symbol.asyncIterator] : iterable?.[Symbol.iterator];
  if (typeof make !== 'function')
    throw new codes.ERR_ARG_NOT_ITERABLE(iterable);
  const iterator = make.call(iterable);
  if (iterator === null || (typeof iterator !== 'object' && typeof iterator !== 'function'))
    throw new codes.ERR_INVALID_STATE.TypeError('The iterator method must return an object');
  const next = iterator.next;
  return r.makeStream({
    mark: 0,
    async pull(controller) {
      const result = await next.call(iterator);
      if (result === null || typeof result !== 'object')
        throw new codes.ERR_INVALID_STATE.TypeError('The iterator result must be an object');
      if (result.done)
        controller.close();
      else
        controller.enqueue(isAsync ? result.value : await result.value);
    },
    async cancel(reason) {
      const method = iterator.return;
      if (method === undefined)
        return;
      const result = await callAsync(method, iterator, reason);
      if (result === null || typeof result !== 'object')
        throw new codes.ERR_INVALID_STATE.TypeError('The iterator result must be an object');
    },
  });
}

module.exports = { from, pipeTo, tee };
