'use strict';
// Promise jobs: callbacks of then(), catch() and finally(), and what goes on behind `await`.
//
// (1) catch() calls then(), and is seen there. finally() hands functions of its own to then(): its
//     callback is wrapped before. Of a callback for success and one for failure only one ever runs; the
//     other is told as cleared then. Where one of them is missing, a function of ours stands there and
//     does what the engine does without.
// (2) `await x` has become `await _$await(x)` in the program's text (awaits.js): the call gives a
//     promise as `await` itself would have made one, and adds a reaction to it that opens the
//     entry. The engine adds its own right behind: the two are neighbours in the queue of jobs,
//     however long the promise takes.
// (3) What no such call announces (`for await`, a text made by eval) is seen by another way: the
//     engine reads the awaited promise's `constructor` just before it adds its reaction. The stack
//     tells who reads it: a function of the program is one that begins to wait; nobody is the
//     engine, after a function that it has resumed waits again; all others only look.
// (4) then() of an object that is no promise runs as a job of its own, when the object is awaited or given
//     to Promise.resolve(): an object of ours stands in its place. Where a promise is resolved with one in
//     another way, it is seen as (3) of record.js says.
// (5) A job that does nothing follows behind those that are queued when an entry of `await` begins:
//     it closes the entry if nothing else did.

const { replace } = require('internal/see/record/replace');
const frames = require('internal/see/record/frames');
const { ReflectApply, PromisePrototypeThen, ObjectDefineProperty: define } = primordials;
const NativePromise = (async () => {})().constructor;
const { prototype } = NativePromise;
const nativeResolve = NativePromise.resolve;
const { getPrototypeOf, hasOwn } = Object;
const settled = (async () => {})();

let recorder;
// What a promise of the runtime's is for: { what, delay, path }.
const purposes = new WeakMap();

// ---- then ----

const scheduled = (callback, from, promise, how) => (typeof callback === 'function' ?
  recorder.schedule('promise', callback, from, { how, ...purposes.get(promise) }) : null);

function runs(entry, callback, value) {
  recorder.noteTicks(entry);
  return recorder.runAs(entry, 'promises', callback, undefined, [value]);
}

function isNotNeeded(entry, because) {
  if (entry !== null && recorder.isOn())
    recorder.tell('cleared', entry, because);
}

const oneOf = (a, b) => (typeof a === 'function' ? a : b);

const thenFunction = (original) => function then(onFulfilled, onRejected) {
  const from = recorder.handedOver(then, oneOf(onFulfilled, onRejected));
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
  const from = recorder.handedOver(replaced, onFinally);
  if (from === undefined)
    return ReflectApply(original, this, [onFinally]);
  const entry = recorder.schedule('promise', onFinally, from,
                                  { how: 'finally', ...purposes.get(this) });
  return ReflectApply(original, this, [
    () => recorder.runAs(entry, 'promises', onFinally, undefined, [])]);
};

// ---- Objects with a then() of their own ----

// Such a then() is called in a job of its own. What stands for the object there opens the entry.
const isObject = (value) => typeof value === 'object' && value !== null;

function standIn(value, from, how) {
  if (from === null || !isObject(value) || value instanceof NativePromise)
    return value;
  const { then } = value;
  if (typeof then !== 'function' || !frames.isOfProgram(then))
    return value;
  const entry = recorder.schedule('promise', then, from, { how });
  return {
    __proto__: null,
    then(resolve, reject) {
      recorder.noteTicks(entry);
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
    // Its `then` throws: once more, where it counts.
  }
  return ReflectApply(original, this, [given]);
};

// ---- await ----

// `for await (x of y)` is `for await (x of looped(y))`. Its awaits are seen by (3), which does not give
// their line: that of the loop is kept for as long as the entry in which it began.
let loop = null;      // { frame, entry }
function looped(value) {
  const frame = recorder.isOn() ? frames.caller(looped) : null;
  if (frame !== null)
    loop = { frame, entry: recorder.current() };
  return value;
}

const inLoop = (frame) => (loop !== null && loop.entry === recorder.current() &&
  loop.frame.name === frame.name && loop.frame.url === frame.url ? loop.frame : frame);

// The function that waits, or null when `constructor` was read for something else.
function whoAwaits(getter) {
  const kind = frames.below(getter);
  if (kind === 'program')
    return inLoop(frames.caller(getter));
  const entry = recorder.current();
  if (kind === 'nothing' && entry !== null && entry.kind === 'await') {
    // The place is that of its loop, or of its last `await`, as good as known.
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
                          { ...purposes.get(promise) });
  recorder.tell('scheduled', entry);
  const begin = () => {
    if (!recorder.isOn())
      return;
    recorder.noteTicks(entry);
    recorder.openLoose(entry, 'promises');
    PromisePrototypeThen(settled, () => recorder.close(entry));
  };
  isQuiet = true;
  try {
    PromisePrototypeThen(promise, begin, begin);
  } finally {
    isQuiet = false;
  }
  recorder.spend(before);
}

const isPlain = (value) => typeof value === 'object' && value !== null &&
  value instanceof NativePromise && getPrototypeOf(value) === prototype &&
  !hasOwn(value, 'constructor');

// `await value` is `await announced(value)`. What is no plain promise becomes one as `await` would
// do it.
function promiseOf(value, frame) {
  let given = value;
  isQuiet = true;
  try {
    given = standIn(value, frame, 'await');
  } catch {
    // Its `then` throws: once more, where it counts.
  }
  try {
    return ReflectApply(nativeResolve, NativePromise, [given]);
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
  const before = Object.getOwnPropertyDescriptor(prototype, 'constructor');
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
    if (Object.getOwnPropertyDescriptor(prototype, 'constructor').get === get)
      define(prototype, 'constructor', { __proto__: null, ...before });
  };
}

function install(given) {
  recorder = given;
  // The async context puts its own functions in these places when it is first used: they are to
  // be below ours.
  require('internal/async_context').followPromises();
  return [
    replace(prototype, 'then', thenFunction),
    replace(prototype, 'finally', finallyFunction),
    replace(NativePromise, 'resolve', resolveFunction),
    watchConstructor(),
  ];
}

module.exports = { install, announced, looped, purposes };
