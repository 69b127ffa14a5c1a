'use strict';
// Timers, immediates, ticks and microtasks: the callback that is handed over is wrapped.

const { replace, whenLoaded } = require('internal/see/record/replace');
const frames = require('internal/see/record/frames');
const { ReflectApply } = primordials;

let recorder;

// A timer or an immediate that keeps `callback` and calls it once, or over and over.
function timerFunction(kind) {
  return (original) => function replaced(callback, ...rest) {
    const from = recorder.handedOver(replaced, callback);
    if (from === undefined)
      return ReflectApply(original, this, [callback, ...rest]);
    let entry = null;
    let ran = false;
    const timer = ReflectApply(original, this, [named(callback, function(...args) {
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
    }), ...rest]);
    const delay = timer._idleTimeout;
    entry = recorder.schedule(kind, callback, from,
                              delay === undefined ? {} : { delay, asked: rest[0] });
    if (typeof timer === 'object')
      latest.set(timer, () => (ran ? null : entry));
    return timer;
  };
}

// What was waiting and is cleared now.
const latest = new WeakMap();     // timer or immediate -> its entry
const clearFunction = (original) => function replaced(timer) {
  const entry = recorder.isOn() ? latest.get(timer)?.() ?? null : null;
  if (entry !== null)
    recorder.tell('cleared', entry, frames.show(frames.nearest(replaced)));
  return ReflectApply(original, this, [timer]);
};

// A program may look at timer._onTimeout, or print it.
function named(original, fn) {
  const { name } = original;
  frames.standFor(fn, original);
  return Object.defineProperty(fn, 'name', { __proto__: null, value: name, configurable: true });
}

function queueFunction(kind, queue) {
  return (original) => function replaced(callback, a, b) {
    const from = recorder.handedOver(replaced, callback);
    if (from === undefined) {
      // Most are built-ins' own, each with its two or three arguments: so that the engine can inline it.
      switch (arguments.length) {
        case 2: return original(callback, a);
        case 3: return original(callback, a, b);
        default: return original.apply(this, arguments);
      }
    }
    const entry = recorder.schedule(kind, callback, from);
    const args = [...arguments];
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
  const originals = new Map();
  for (const name in TIMERS) {
    originals.set(timers[name], name);
    undo.push(replace(timers, name, name[0] === 'c' ? clearFunction : timerFunction(TIMERS[name])));
  }
  // The same function in each place, as it was before.
  const take = (object, name) => replace(object, name, (value) =>
    (originals.has(value) ? timers[name] : value));
  for (const name in TIMERS)
    undo.push(take(globalThis, name));
  undo.push(whenLoaded('timers', (exports) =>
    Object.keys(TIMERS).map((name) => take(exports, name))));

  process.nextTick;           // lazy until now
  undo.push(replace(process, 'nextTick', queueFunction('tick', 'ticks')));
  globalThis.queueMicrotask;
  undo.push(replace(globalThis, 'queueMicrotask', queueFunction('microtask', 'promises')));
  return undo;
}

module.exports = { install };
