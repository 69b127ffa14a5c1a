'use strict';
// The nextTick queue and unhandled rejections. The checkpoint itself is in C (src/runtime/enter.c):
// after each callback it calls runTicks(), lets the promise jobs run, and again until both are
// empty, then runRejections().
//
// The queue is a linked list of our own: a program that patches Array.prototype cannot bend it.

const { words, setHook, kHasTicks, kHasRejections, kRunTicks,
        kRunRejections, kTicks } = internalBinding('task_queue');
const { context, enter } = require('internal/async_context');
const { ReflectApply } = primordials;

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
    words[kHasTicks] = 1;
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
      words[kTicks]++;   // for watchers: are they many?
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
    words[kHasTicks] = head === null ? 0 : 1;
  }
}

let rejections;
function runRejections() {
  words[kHasRejections] = 0;
  if (rejections.process())
    words[kHasRejections] = 1;
}

setHook(kRunTicks, runTicks);
setHook(kRunRejections, runRejections);

function rejected(promise, reason) {
  rejections ??= require('internal/process/rejections');
  rejections.add(promise, reason);
  words[kHasRejections] = 1;
}

module.exports = { nextTick, runTicks, rejected };
