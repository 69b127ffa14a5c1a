'use strict';
// The nextTick queue and unhandled rejections. The checkpoint is in C (src/runtime/enter.c): after
// each callback it calls runTicks() and runs the promise jobs, until both queues are empty, then
// runRejections(). `shared` is an array that C reads.
//
// The queue is a linked list, so a program that patches Array.prototype does not affect it.

const { shared, setHook, kHasTicks, kHasRejections, kRunTicks,
        kRunRejections, kTicks } = internalBinding('task_queue');
const { context, enter } = require('internal/async_context');
const {
  ArrayPrototypeSlice, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, SafeArray,
} = primordials;

let head = null;
let tail = null;

// `args` is a list of at least two, or undefined if there are no arguments, or null: then
// `argument` is the only one.
// `queued` is used for ticks that are queued many times.
class Tick {
  constructor(callback, args, argument) {
    this.callback = callback;
    this.args = args;
    this.argument = argument;
    this.queued = false;
    this.frame = undefined;
    this.next = null;
  }
}

ObjectSetPrototypeOf(Tick.prototype, null);

function append(tick) {
  tick.frame = context.frame;
  if (tail === null) {
    head = tick;
    shared[kHasTicks] = 1;
  } else {
    tail.next = tick;
  }
  tail = tick;
}

// No rest parameter: it would be an array in each call, and most calls have no argument or one.
function nextTick(callback, a, b, c, d) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  if (process._exiting)
    return;
  const count = arguments.length;
  let args = count <= 1 ? undefined : count === 2 ? null :
    count === 3 ? [a, b] : count === 4 ? [a, b, c] : [a, b, c, d];
  if (count > 5) {
    const list = new SafeArray();
    for (let i = 1; i < count; i++)
      list.push(arguments[i]);
    args = ArrayPrototypeSlice.call(list);
  }
  const tick = new Tick(callback, args, a);
  if (context.made !== null)
    tick.callback = made(callback, args, a);
  append(tick);
}
ObjectDefineProperty(nextTick, 'length', { __proto__: null, value: 1, configurable: true });

const made = (callback, args, argument) => context.made(
  'TickObject', { callback, args: args === null ? [argument] : args }, callback);

// A tick that a built-in queues many times: nothing is allocated for each time.
function reusableTick(callback, argument) {
  return new Tick(callback, null, argument);
}

// Whether the program notices ticks that built-ins queue.
const ticksAreSeen = () => context.made !== null || process.nextTick !== nextTick;

// As process.nextTick(tick.callback, tick.argument), which is called if the tick is in the queue
// already, if async hooks need an object for each tick, or if the program has replaced it.
function queueTick(tick) {
  if (tick.queued || ticksAreSeen()) {
    process.nextTick(tick.callback, tick.argument);
  } else if (!process._exiting) {
    tick.queued = true;
    append(tick);
  }
}

function runTicks() {
  const outside = context.frame;
  try {
    while (head !== null) {
      const tick = head;
      const { callback, args, next, frame } = tick;
      head = next;
      if (next === null)
        tail = null;
      else
        tick.next = null;
      shared[kTicks]++;   // counted for --blocked: ticks may starve the loop
      if (context.frame !== frame)
        enter(frame);
      if (args === null) {
        tick.queued = false;
        callback(tick.argument);
      } else if (args === undefined) {
        callback();
      } else if (args.length === 2) {
        callback(args[0], args[1]);
      } else {
        ReflectApply(callback, undefined, args);
      }
    }
    if (context.frame !== outside)
      enter(outside);
  } finally {
    shared[kHasTicks] = head === null ? 0 : 1;
  }
}

let rejections;
function runRejections() {
  shared[kHasRejections] = 0;
  if (rejections.process())
    shared[kHasRejections] = 1;
}

setHook(kRunTicks, runTicks);
setHook(kRunRejections, runRejections);

// `frame`: of the async context, if it is not known where the promise was rejected.
function rejected(promise, reason, frame) {
  rejections ??= require('internal/process/rejections');
  rejections.add(promise, reason, frame);
  shared[kHasRejections] = 1;
}

module.exports = { nextTick, queueTick, rejected, reusableTick, runTicks, ticksAreSeen };
