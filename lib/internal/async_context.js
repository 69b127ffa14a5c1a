'use strict';
// The async context: values of AsyncLocalStorage and domain that follow asynchronous calls.
// (1) A frame is a SafeMap from keys to values, which programs never see. Setting a value makes a
//     new frame. It is `undefined` if no value is set: a callback then costs one load and compare.
// (2) Code that stores a callback also stores context.frame, and restores it for the call.
// (3) If a callback throws, its frame stays, so that 'uncaughtException' is emitted in it. After
//     the loop's callback and its checkpoint, C calls the hook kLeaveContext (src/runtime/enter.c).

const { shared, setHook, kHasContext, kBindContext,
        kLeaveContext } = internalBinding('task_queue');
const { ReflectApply, SafeMap } = primordials;

// made(type, resource, callback), gone(resource): async hooks (internal/async_hooks); null if there
//   are none
// left(): called after the loop's callback
// g: the frame, or null, as a waiting async function stores it (async_context/awaits)
// follows: whether promises are followed, so whether there ever was a store
// rejects(reason): a promise is rejected in the current frame; forget(): drops such reasons
//   (async_context/promises)
const context = {
  __proto__: null, frame: undefined, g: null, follows: false, made: null, gone: null, left: null,
  rejects: null, forget: null,
};

function enter(frame) {
  context.frame = frame;
  context.g = frame === undefined ? null : frame;
  shared[kHasContext] = frame === undefined && context.left === null ? 0 : 1;
}

// Called before the first frame is made: functions that wait already continue without a frame.
function followPromises() {
  if (context.follows)
    return;
  context.follows = true;
  require('internal/async_context/promises').follow();
}

// Binds a callback that C stores to the current frame. `type` is the type of the resource for async
// hooks.
function bind(fn, type) {
  const { frame, made } = context;
  if (made !== null && type !== undefined)
    fn = made(type, {}, fn);
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

module.exports = { context, enter, followPromises, bind, runIn, withKey, withoutKey };
