'use strict';
// Takes the async context along with promises, from the first time that somebody might.
//
// (1) Callbacks of then(), and so of catch() and finally(), run in the frame of that call.
// (2) The engine has no hook for `await`. But it reads the awaited promise's `constructor` just
//     before it adds its own reaction: there a reaction is added that puts the frame back. The two
//     are neighbours in the queue of jobs, however long the promise takes.
// (3) then() and Promise.resolve() read `constructor` as well: it is quiet inside them. Anybody
//     else who reads it from a promise is seen as one who awaits.
// (4) An `await` of what is no promise goes on in the frame of the job before it.

const { context, enter } = require('internal/async_context');
const { ReflectApply } = primordials;
const { defineProperty } = Object;
const NativePromise = Promise;
const { prototype } = NativePromise;
const nativeThen = prototype.then;
const nativeResolve = NativePromise.resolve;

let quiet = 0;

function inFrame(callback, frame) {
  if (typeof callback !== 'function')
    return callback;
  return (value) => {
    const before = context.frame;
    if (before === frame)
      return callback(value);
    enter(frame);
    try {
      return callback(value);
    } finally {
      enter(before);
    }
  };
}

function then(onFulfilled, onRejected) {
  const { frame } = context;
  quiet++;
  try {
    return ReflectApply(nativeThen, this, [inFrame(onFulfilled, frame), inFrame(onRejected, frame)]);
  } finally {
    quiet--;
  }
}

function resolve(value) {
  quiet++;
  try {
    return ReflectApply(nativeResolve, this, [value]);
  } finally {
    quiet--;
  }
}

function awaited(promise) {
  const { frame } = context;
  const putBack = () => enter(frame);
  quiet++;
  try {
    ReflectApply(nativeThen, promise, [putBack, putBack]);
  } finally {
    quiet--;
  }
}

// Hooks of promises, where there are any, stay above ours.
function follow() {
  const { modules } = require('internal/bootstrap/loader');
  const watchers = modules['internal/promise_hooks'];
  if (watchers === undefined)
    install();
  else
    watchers.exports.below(install);
}

function install() {
  const method = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, writable: true, configurable: true });
  if (prototype.then === nativeThen)
    method(prototype, 'then', then);
  if (NativePromise.resolve === nativeResolve)
    method(NativePromise, 'resolve', resolve);
  defineProperty(prototype, 'constructor', {
    __proto__: null, configurable: true, enumerable: false,
    get() {
      if (quiet === 0 && this instanceof NativePromise)
        awaited(this);
      return NativePromise;
    },
    set(value) {
      if (this === prototype)
        return;
      defineProperty(this, 'constructor', { __proto__: null, value, writable: true,
                                            enumerable: true, configurable: true });
    },
  });
}

module.exports = { follow };
