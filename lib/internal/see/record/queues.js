'use strict';
// Records timers, immediates, ticks and microtasks by wrapping their callbacks.

const { replace, whenLoaded } = require('internal/see/record/replace');
const frames = require('internal/see/record/frames');
const {
  ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, ObjectDefineProperty, ObjectKeys,
  ReflectApply, SafeMap, SafeWeakMap,
} = primordials;

let recorder;

// Wraps the callback of a timer or immediate, which is called once or repeatedly.
function timerFunction(kind) {
  return (original) => function replaced(callback, asked) {
    const from = recorder.callerOf(replaced, callback);
    if (from === undefined)
      return ReflectApply(original, this, arguments);
    let entry = null;
    let ran = false;
    const given = ArrayPrototypeSlice.call(arguments);
    given[0] = named(callback, function(...args) {
      if (!recorder.isOn())
        return ReflectApply(callback, this, args);
      if (ran)
        entry = recorder.again(entry);
      ran = true;
      try {
        return recorder.runAs(entry, '', callback, this, args);
      } finally {
        if (kind === 'interval' && !timer._destroyed && recorder.isOn()) {
          entry = recorder.again(entry);      // waits from now on
          ran = false;
        }
      }
    });
    const timer = ReflectApply(original, this, given);
    entry = recorder.schedule(kind, callback, from, detailOf(timer._idleTimeout, asked));
    if (typeof timer === 'object')
      latest.set(timer, () => (ran ? null : entry));
    return timer;
  };
}

const isPlain = (asked) => typeof asked === 'number' || typeof asked === 'string';

const detailOf = (delay, asked) => (delay === undefined ? { __proto__: null } :
  { __proto__: null, delay, asked: isPlain(asked) ? asked : undefined });

const latest = new SafeWeakMap();     // timer or immediate -> () => the waiting entry, or null
const clearFunction = (original) => function replaced(timer) {
  const entry = recorder.isOn() ? latest.get(timer)?.() ?? null : null;
  if (entry !== null)
    recorder.notify('cleared', entry, frames.show(frames.nearest(replaced)));
  return ReflectApply(original, this, [timer]);
};

// A program may read or print timer._onTimeout.
function named(original, fn) {
  const { name } = original;
  frames.standFor(fn, original);
  return ObjectDefineProperty(fn, 'name', { __proto__: null, value: name, configurable: true });
}

function queueFunction(kind, queue) {
  return (original) => function replaced(callback, a, b) {
    const from = recorder.callerOf(replaced, callback);
    if (from === undefined) {
      // Most calls come from built-ins, with at most three arguments. The engine can inline these.
      switch (arguments.length) {
        case 1: return original(callback);
        case 2: return original(callback, a);
        case 3: return original(callback, a, b);
        default: return ReflectApply(original, this, arguments);
      }
    }
    const entry = recorder.schedule(kind, callback, from);
    const args = ArrayPrototypeSlice.call(arguments);
    args[0] = (...given) => recorder.runAs(entry, queue, callback, undefined, given);
    return ReflectApply(original, this, args);
  };
}

const TIMERS = {
  __proto__: null, setTimeout: 'timer', setInterval: 'interval', setImmediate: 'immediate',
  clearTimeout: '', clearInterval: '', clearImmediate: '',
};

function install(given) {
  recorder = given;
  const undo = [];
  const timers = require('internal/timers');
  const originals = new SafeMap();
  const names = ObjectKeys(TIMERS);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    originals.set(timers[name], name);
    const make = name[0] === 'c' ? clearFunction : timerFunction(TIMERS[name]);
    ArrayPrototypePush.call(undo, replace(timers, name, make));
  }
  // All names of a function get the same replacement.
  const take = (object, name) => replace(object, name, (value) =>
    (originals.has(value) ? timers[name] : value));
  for (let i = 0; i < names.length; i++)
    ArrayPrototypePush.call(undo, take(globalThis, names[i]));
  ArrayPrototypePush.call(undo, whenLoaded('timers', (exports) =>
    ArrayPrototypeMap.call(ObjectKeys(TIMERS), (name) => take(exports, name))));

  process.nextTick;           // loads it
  ArrayPrototypePush.call(undo, replace(process, 'nextTick', queueFunction('tick', 'ticks')));
  globalThis.queueMicrotask;
  ArrayPrototypePush.call(undo, replace(globalThis, 'queueMicrotask',
                                        queueFunction('microtask', 'promises')));
  return undo;
}

module.exports = { install };
