'use strict';
// The async context: what AsyncLocalStorage and domain keep for "whatever this call leads to".
// (1) A frame is a Map from keys to values; setting one makes a new frame. `undefined` when nobody
//     uses any: then the whole thing costs one load and one compare per callback.
// (2) Whoever keeps a callback for later keeps context.frame with it and puts it back for the call.
// (3) A callback that throws leaves its frame in place, so that 'uncaughtException' is told in it.
//     When the loop's callback and its checkpoint are over, C asks to leave (src/runtime/enter.c).

const { words, setHook, kHasContext, kBindContext,
        kLeaveContext } = internalBinding('task_queue');
const { ReflectApply } = primordials;

// made(type, resource, callback) and gone(resource): async hooks, null while there are none
// (internal/async_hooks); left(): the loop's callback is over.
const context = { __proto__: null, frame: undefined, made: null, gone: null, left: null };
let followsPromises = false;

function enter(frame) {
  context.frame = frame;
  words[kHasContext] = frame === undefined && context.left === null ? 0 : 1;
}

// To be called before there is a first frame: who waits already must come back to none.
function followPromises() {
  if (followsPromises)
    return;
  followsPromises = true;
  require('internal/async_context/promises').follow();
}

// `fn` as a callback of the loop: for those that C keeps. `type`: what hooks call what is made with it.
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

// Calls fn in a frame; whatever happens, the frame of before is back afterwards.
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

// The present frame with one key more, or without it.
function withKey(key, value) {
  const frame = new Map(context.frame);
  return frame.set(key, value);
}

function withoutKey(key) {
  const { frame } = context;
  if (frame === undefined || !frame.has(key))
    return frame;
  if (frame.size === 1)
    return undefined;
  const left = new Map(frame);
  left.delete(key);
  return left;
}

setHook(kBindContext, bind);
setHook(kLeaveContext, () => {
  context.left?.();
  enter(undefined);
});

module.exports = { context, enter, followPromises, bind, runIn, withKey, withoutKey };
