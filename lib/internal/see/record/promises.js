'use strict';
// Records promise jobs: callbacks of then(), catch() and finally(), and the code after an `await`.
//
// (1) catch() calls then(), which records it. finally() passes its own functions to then(), so its
//     callback is wrapped in finally(). Only one of the two callbacks of then() runs; the other
//     one is reported as cleared. A missing callback is replaced by a function that does what the
//     engine does without one.
// (2) `await x` is `await _$await(x)` in the rewritten program (awaits.js). The call returns a
//     promise, as `await` itself would make one, and adds a reaction to it that opens the entry.
//     The engine adds its own reaction right after, so the two are neighbours in the queue of
//     jobs, however long the promise takes.
// (3) An `await` without such a call (`for await`, code of eval()) is detected otherwise: the
//     engine reads `constructor` of the awaited promise just before it adds its reaction. The
//     stack shows who reads: a function of the program begins to wait; with an empty stack, the
//     engine has resumed a function that waits again; any other reader does not wait.
// (4) then() of an object that is not a promise runs as a job of its own if the object is awaited
//     or passed to Promise.resolve(): it is replaced by an object of the recorder. If a promise is
//     resolved with such an object in another way, noticeUnseen() of record.js finds it.
// (5) When an entry of `await` begins, the recorder queues a job after those that are queued. It
//     closes the entry if nothing else did.

const { replace } = require('internal/see/record/replace');
const frames = require('internal/see/record/frames');
const {
  ObjectDefineProperty: define, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf: getPrototypeOf, ObjectHasOwn: hasOwn, PromisePrototypeThen, ReflectApply,
  SafeWeakMap,
} = primordials;
const { w } = require('internal/async_context/awaits');
const NativePromise = (async () => {})().constructor;
const { prototype } = NativePromise;
const nativeResolve = NativePromise.resolve;
// Without `constructor`, then() does not read Symbol.species, which a program can replace.
const settled = define((async () => {})(), 'constructor', { __proto__: null, value: undefined });

let recorder;
// Promise of a built-in -> its purpose: { what, delay, path }.
const purposes = new SafeWeakMap();

// ---- then ----

const detailOf = (promise, how) => ({ __proto__: null, how, ...purposes.get(promise) });

const scheduled = (callback, from, promise, how) => (typeof callback === 'function' ?
  recorder.schedule('promise', callback, from, detailOf(promise, how)) : null);

function runs(entry, callback, value) {
  recorder.markAfterTicks(entry);
  return recorder.runAs(entry, 'promises', callback, undefined, [value]);
}

function isNotNeeded(entry, because) {
  if (entry !== null && recorder.isOn())
    recorder.notify('cleared', entry, because);
}

const oneOf = (a, b) => (typeof a === 'function' ? a : b);

const thenFunction = (original) => function then(onFulfilled, onRejected) {
  const from = recorder.callerOf(then, oneOf(onFulfilled, onRejected));
  if (from === undefined)
    return ReflectApply(original, this, [onFulfilled, onRejected]);
  const success = scheduled(onFulfilled, from, this, 'then');
  const failure = scheduled(onRejected, from, this, onFulfilled === undefined ? 'catch' : 'then');
  return ReflectApply(original, this, [
    (value) => {
      isNotNeeded(failure, 'fulfilled');
      return success === null ? value : runs(success, onFulfilled, value);
    },
    (error) => {
      isNotNeeded(success, 'rejected');
      if (failure === null)
        throw error;
      return runs(failure, onRejected, error);
    },
  ]);
};

const finallyFunction = (original) => function replaced(onFinally) {
  const from = recorder.callerOf(replaced, onFinally);
  if (from === undefined)
    return ReflectApply(original, this, [onFinally]);
  const entry = recorder.schedule('promise', onFinally, from, detailOf(this, 'finally'));
  return ReflectApply(original, this, [
    () => recorder.runAs(entry, 'promises', onFinally, undefined, [])]);
};

// ---- Objects with a then() of their own ----

// Such a then() is called in a job of its own, in which the replacement opens the entry.
const isObject = (value) => typeof value === 'object' && value !== null;

function standIn(value, from, how) {
  if (from === null || !isObject(value) || value instanceof NativePromise)
    return value;
  const { then } = value;
  if (typeof then !== 'function' || !frames.isOfProgram(then))
    return value;
  const entry = recorder.schedule('promise', then, from, { __proto__: null, how });
  return {
    __proto__: null,
    then(resolve, reject) {
      recorder.markAfterTicks(entry);
      return recorder.runAs(entry, 'promises', then, value, [resolve, reject]);
    },
  };
}

const resolveFunction = (original) => function resolve(value) {
  if (!isObject(value) || this !== NativePromise || isQuiet || !recorder.isOn())
    return ReflectApply(original, this, [value]);
  let given = value;
  try {
    given = standIn(value, frames.caller(resolve), 'Promise.resolve');
  } catch {
    // Reading its `then` throws. The engine reads it again, and throws there.
  }
  return ReflectApply(original, this, [given]);
};

// ---- await ----

// `for await (x of y)` is `for await (x of looped(y))`. Its awaits are detected by (3), without a
// line. They get the line of the loop, which is stored until the entry ends in which the loop
// began.
let loop = null;      // { frame, entry }
function looped(value) {
  const frame = recorder.isOn() ? frames.caller(looped) : null;
  if (frame !== null)
    loop = { __proto__: null, frame, entry: recorder.current() };
  return value;
}

const inLoop = (frame) => (loop !== null && loop.entry === recorder.current() &&
  loop.frame.name === frame.name && loop.frame.url === frame.url ? loop.frame : frame);

// The function that waits, or null if `constructor` was read for another purpose.
function whoAwaits(getter) {
  const kind = frames.below(getter);
  if (kind === 'program')
    return inLoop(frames.caller(getter));
  const entry = recorder.current();
  if (kind === 'nothing' && entry !== null && entry.kind === 'await') {
    // The exact line is not known: it is that of the loop, or of the last `await`.
    return loop?.entry === entry ? loop.frame : entry;
  }
  return null;
}

function awaited(promise, frame) {
  const { Entry } = recorder;
  const before = recorder.now();
  recorder.noticeUnseen();
  const place = frame.where ?? frames.show(frame);
  const entry = new Entry('await', frame.name || '(anonymous)', place, place,
                          { __proto__: null, ...purposes.get(promise) });
  recorder.notify('scheduled', entry);
  const begin = () => {
    if (!recorder.isOn())
      return;
    recorder.markAfterTicks(entry);
    recorder.openLoose(entry, 'promises');
    PromisePrototypeThen.call(settled, () => recorder.close(entry));
  };
  isQuiet = true;
  try {
    PromisePrototypeThen.call(promise, begin, begin);
  } finally {
    isQuiet = false;
  }
  recorder.spend(before);
}

const isPlain = (value) => typeof value === 'object' && value !== null &&
  value instanceof NativePromise && getPrototypeOf(value) === prototype &&
  !hasOwn(value, 'constructor');

// `await value` is `await announced(value)`. A value that is not a plain promise becomes one, as
// `await` does it.
function promiseOf(value, frame) {
  let given = value;
  isQuiet = true;
  try {
    given = standIn(value, frame, 'await');
  } catch {
    // Reading its `then` throws. The engine reads it again, and throws there.
  }
  try {
    // Its then() runs in the async context of the waiting function.
    return ReflectApply(nativeResolve, NativePromise, [w(given)]);
  } finally {
    isQuiet = false;
  }
}

let announcedPromise = null;
function announced(value) {
  if (!recorder.isOn())
    return value;
  const frame = frames.caller(announced);
  const promise = isPlain(value) ? value : promiseOf(value, frame);
  if (frame !== null) {
    awaited(promise, frame);
    announcedPromise = promise;
  }
  return promise;
}

let isQuiet = false;
function watchConstructor() {
  const before = ObjectGetOwnPropertyDescriptor(prototype, 'constructor');
  const get = function constructor() {
    const isAnnounced = announcedPromise === this;
    announcedPromise = null;
    if (!isQuiet && !isAnnounced && recorder.isOn() && this instanceof NativePromise) {
      const frame = whoAwaits(constructor);
      if (frame !== null)
        awaited(this, frame);
    }
    return before.get === undefined ? before.value : ReflectApply(before.get, this, []);
  };
  define(prototype, 'constructor', {
    __proto__: null, configurable: true, enumerable: false, get, set: before.set,
  });
  return () => {
    if (ObjectGetOwnPropertyDescriptor(prototype, 'constructor').get === get)
      define(prototype, 'constructor', { __proto__: null, ...before });
  };
}

function install(given) {
  recorder = given;
  // The async context replaces the same functions when it is first used: load it before.
  require('internal/async_context').followPromises();
  return [
    replace(prototype, 'then', thenFunction),
    replace(prototype, 'finally', finallyFunction),
    replace(NativePromise, 'resolve', resolveFunction),
    watchConstructor(),
  ];
}

module.exports = { install, announced, looped, purposes };
