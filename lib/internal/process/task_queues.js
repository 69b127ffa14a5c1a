'use strict';
// The nextTick queue and unhandled rejections. The checkpoint is in C (src/runtime/enter.c): after
// each callback it calls runTicks() and runs the promise jobs, until both queues are empty, then
// runRejections(). `shared` is an array that C reads.
//
// The queue is a linked list, so a program that patches Array.prototype does not affect it.

const { shared, setHook, kHasTicks, kHasRejections, kRunTicks,
        kRunRejections, kTicks } = internalBinding('task_queue');
const { context, enter } = require('internal/async_context');
const { ObjectSetPrototypeOf, ReflectApply } = primordials;

let head = null;
let tail = null;

class Tick {
  constructor(callback, args) {
    this.callback = context.made === null ? callback : context.made('TickObject', this, callback);
    this.args = args;
    this.frame = context.frame;
    this.next = null;
  }
}

ObjectSetPrototypeOf(Tick.prototype, null);

function nextTick(callback, ...args) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  if (process._exiting)
    return;
  const tick = new Tick(callback, args);
  if (tail === null) {
    head = tick;
    shared[kHasTicks] = 1;
  } else {
    tail.next = tick;
  }
  tail = tick;
}

function runTicks() {
  const outside = context.frame;
  try {
    while (head !== null) {
      const { callback, args, next, frame } = head;
      head = next;
      if (next === null)
        tail = null;
      shared[kTicks]++;   // counted for --blocked: ticks may starve the loop
      if (context.frame !== frame)
        enter(frame);
      if (args.length === 0)
        callback();
      else
        ReflectApply(callback, undefined, args);
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

function rejected(promise, reason) {
  rejections ??= require('internal/process/rejections');
  rejections.add(promise, reason);
  shared[kHasRejections] = 1;
}

module.exports = { nextTick, runTicks, rejected };
