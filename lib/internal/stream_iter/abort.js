'use strict';
// Applies an AbortSignal to an iteration: the pending step is rejected, and the iterator is closed.

const { Promise, PromisePrototypeThen } = primordials;

const nop = () => {};

// Calls `listener` when the signal is aborted; returns a function that takes that back.
function onAbort(signal, listener) {
  const { eventTarget } = lazy();
  signal.addEventListener('abort', listener, {
    __proto__: null, once: true, [eventTarget.kResistStopPropagation]: true,
  });
  return () => signal.removeEventListener('abort', listener);
}

let modules;
function lazy() {
  modules ??= { __proto__: null, eventTarget: require('internal/event_target') };
  return modules;
}

// Settles as `promise` does, or rejects with the reason of the signal if that is aborted first.
function unlessAborted(promise, signal) {
  if (signal === undefined)
    return promise;
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason));
    PromisePrototypeThen.call(promise, (value) => {
      stop();
      resolve(value);
    }, (error) => {
      stop();
      reject(error);
    });
  });
}

// Wraps an iterator so that an abort rejects its pending step. The inner iterator is closed then,
// even if its own step is pending.
class AbortableIterator {
  #iterator;
  #signal;
  #isOver = false;

  constructor(iterator, signal) {
    this.#iterator = iterator;
    this.#signal = signal;
  }

  async next() {
    if (this.#isOver)
      return { __proto__: null, done: true, value: undefined };
    const signal = this.#signal;
    try {
      if (signal.aborted)
        throw signal.reason;
      const step = await unlessAborted(toPromise(this.#iterator.next()), signal);
      if (step.done)
        this.#isOver = true;
      return step;
    } catch (error) {
      this.#isOver = true;
      if (signal.aborted)
        closeQuietly(this.#iterator);
      throw error;
    }
  }

  async return() {
    this.#isOver = true;
    await this.#iterator.return?.();
    return { __proto__: null, done: true, value: undefined };
  }
}

async function toPromise(value) {
  return await value;
}

// Nobody waits for the end of an iteration that was aborted.
function closeQuietly(iterator) {
  try {
    PromisePrototypeThen.call(toPromise(iterator.return?.()), nop, nop);
  } catch {
    // Its error would hide the reason of the abort.
  }
}

module.exports = { AbortableIterator, closeQuietly, onAbort, toPromise, unlessAborted };
