'use strict';
// The async context: values of AsyncLocalStorage and domain that follow asynchronous calls.
// (1) A frame is a SafeMap from keys to values, which programs never see. Setting a value makes a
//     new frame. It is `undefined` if no value is set: a callback then costs one load and compare.
// (2) Code that stores a callback also stores context.frame, and restores it for the call.
// (3) If a callback throws, its frame stays, so that 'uncaughtException' is emitted in it. After
//     the loop's callback and its checkpoint, C calls the hook kLeaveContext (src/runtime/enter.c).

const { shared, setHook, kHasContext, kBindContext,
        kLeaveContext } = internalBinding('task_queue');
const { Promise: NativePromise, ReflectApply, SafeMap } = primordials;

// made(type, resource, callback, owner), gone(resource), resources, promises: async hooks
//   (internal/async_hooks, async_hooks/promises); null if there are none
// left(): called after the loop's callback
// g: the frame, or null, as a waiting async function stores it (async_context/awaits)
// isReady: whether then() binds its callbacks to the frame; follows: whether all of a promise is
//   followed, so whether there may be a store
// Promise: what `new Promise()` of a program calls
// rejects(reason): a promise is rejected in the current frame; forget(): drops such reasons
//   (async_context/promises)
const context = {
  __proto__: null, frame: undefined, g: null, isReady: false, follows: false,
  Promise: NativePromise, made: null, gone: null, resources: null, promises: null, left: null,
  rejects: null, forget: null,
};

function enter(frame) {
  context.frame = frame;
  context.g = frame === undefined ? null : frame;
  shared[kHasContext] = frame === undefined && context.left === null ? 0 : 1;
}

// Called where a store may be made later: callbacks that are given to then() before it, and run
// after it, must run without a frame. A program that makes none pays for no more than that.
function bindReactions() {
  if (context.isReady)
    return;
  context.isReady = true;
  require('internal/async_context/promises').bindReactions();
}

// Called before the first frame is made: functions that wait already continue without a frame.
function followPromises() {
  if (context.follows)
    return;
  bindReactions();
  context.follows = true;
  require('internal/async_context/promises').follow();
}

// Binds a callback that C stores to the current frame. `type` is the type of the resource for async
// hooks, `owner` the handle that triggers it.
function bind(fn, type, owner) {
  const { frame, made } = context;
  if (made !== null && type !== undefined)
    fn = made(type, {}, fn, owner);
  if (frame === undefined)
    return fn;
  return function() {
    const before = context.frame;
    enter(frame);
    const result = ReflectApply(fn, this, arguments);
    enter(before);
    return result;
  };
}

// Binds the callback of a handle whose events C reports. `resource` gets an id for async hooks, and
// each call is an execution of it.
function bindEvents(type, resource, callback) {
  if (context.resources === null)
    return callback;
  context.resources.init(type, resource);
  return function() {
    const { resources } = context;
    if (resources === null)
      return ReflectApply(callback, this, arguments);
    resources.begin(resource);
    const result = ReflectApply(callback, this, arguments);
    resources.end();
    return result;
  };
}

// process.nextTick(callback, argument); for async hooks `owner`, a handle, is the trigger.
function tickOf(owner, callback, argument) {
  if (context.resources === null || owner === null)
    process.nextTick(callback, argument);
  else
    context.resources.triggeredBy(owner, process.nextTick, process, [callback, argument]);
}

// Calls fn in a frame, and restores the frame of before, also if fn throws.
function runIn(frame, fn, self, args) {
  const before = context.frame;
  enter(frame);
  try {
    return ReflectApply(fn, self, args);
  } finally {
    if (context.frame !== before)
      enter(before);
  }
}

// The current frame with one more key, or without it.
function withKey(key, value) {
  const frame = new SafeMap(context.frame);
  return frame.set(key, value);
}

function withoutKey(key) {
  const { frame } = context;
  if (frame === undefined || !frame.has(key))
    return frame;
  if (frame.size === 1)
    return undefined;
  const left = new SafeMap(frame);
  left.delete(key);
  return left;
}

setHook(kBindContext, bind);
setHook(kLeaveContext, () => {
  context.left?.();
  context.forget?.();
  enter(undefined);
});

module.exports = {
  context, enter, bindReactions, followPromises, bind, bindEvents, runIn, tickOf, withKey,
  withoutKey,
};
