'use strict';
// Records listeners of EventEmitter and EventTarget. An event that a built-in emits while no code
// of the program runs is an entry if the program has a listener for it. The entry has the name of
// the program's first listener.

const { replace, whenLoaded, withApply } = require('internal/see/record/replace');
const frames = require('internal/see/record/frames');
const {
  ArrayPrototypeMap, ArrayPrototypePush, ReflectApply, SafeWeakMap, String,
} = primordials;

const ADDERS = ['addListener', 'prependListener', 'once', 'prependOnceListener'];
const KINDS = {
  __proto__: null, close: 'close', unhandledRejection: 'rejection', beforeExit: 'beforeExit',
  exit: 'exit',
};
const OF_PROCESS = { __proto__: null, unhandledRejection: true, beforeExit: true, exit: true };

let recorder;
let Entry;
// listener -> { name, where, from, at, by, ... }: where it was added first, looked up once. The
// other fields are set by describe().
const added = new SafeWeakMap();

// The program's function in the wrapper of once() (property `listener`) or of target.onfoo
// (`handler`).
const behind = (listener) => listener.listener ?? listener.handler ?? listener;

const adder = (original) => function replaced(type, listener) {
  if (typeof listener === 'function' && listener.listener === undefined) {
    const fn = behind(listener);
    const from = added.has(fn) ? undefined : recorder.callerOf(replaced, fn);
    if (from !== undefined)
      note(fn, from);
  }
  return ReflectApply(original, this, arguments);
};

function note(listener, from) {
  const place = recorder.place(listener, from);
  place.at = recorder.now();
  place.by = recorder.current()?.id ?? 0;
  place.type = place.maker = undefined;
  place.kind = '';
  place.detail = null;
  added.set(listener, place);
  return place;
}

function ofProgram(listener) {
  const fn = behind(listener);
  return typeof fn === 'function' && (added.has(fn) || frames.isOfProgram(fn)) ? fn : null;
}

function firstOfProgram(handlers) {
  if (typeof handlers === 'function')
    return ofProgram(handlers);
  for (let i = 0; i < handlers.length; i++) {
    const fn = ofProgram(handlers[i]);
    if (fn !== null)
      return fn;
  }
  return null;
}

// The fields that all entries of this listener share. Consecutive events nearly always have the
// same type.
function describe(place, emitter, type) {
  const isOfProcess = emitter === process;
  const what = isOfProcess ? 'process' : emitter.constructor?.name ?? '';
  place.type = type;
  place.maker = isOfProcess ? null : emitter.constructor;
  const isKnown = isOfProcess || OF_PROCESS[type] === undefined;
  place.kind = isKnown ? KINDS[type] ?? 'listener' : 'listener';
  place.detail = { __proto__: null, event: String(type), what };
}

function entryFor(emitter, type, place) {
  if (place.type !== type || place.maker !== emitter.constructor || place.detail === null)
    describe(place, emitter, type);
  const entry = new Entry(place.kind, place.name, place.where, place.from, place.detail, place.at);
  entry.by = place.by;
  recorder.notify('scheduled', entry);
  return entry;
}

// The record of the program's first listener; null if it has none.
function placeOf(handlers) {
  const known = typeof handlers === 'function' ? added.get(handlers) : undefined;
  if (known !== undefined)
    return known;
  const listener = firstOfProgram(handlers);
  return listener === null ? null : added.get(listener) ?? note(listener, null);
}

const emitFunction = (builtin) => {
  const original = withApply(builtin);
  return function emit(type) {
    const handlers = recorder.isOn() ? this._events?.[type] : undefined;
    const place = handlers === undefined || recorder.isInside(emit) ? null : placeOf(handlers);
    if (place === null)
      return original.apply(this, arguments);     // lint-ok: builtin-method see withApply()
    const entry = entryFor(this, type, place);
    recorder.open(entry, recorder.queueNow());
    try {
      return original.apply(this, arguments);     // lint-ok: builtin-method see withApply()
    } finally {
      recorder.close(entry);
    }
  };
};

// EventTarget: signals of AbortController, message ports.
const dispatchFunction = (listenersOf) => (original) => function dispatch(target, value, type) {
  const place = !recorder.isOn() || recorder.isInside(dispatch) ? null :
    placeOf(listenersOf(target, type));
  if (place === null)
    return ReflectApply(original, this, arguments);
  const entry = entryFor(target, type, place);
  return recorder.runAs(entry, recorder.queueNow(), original, this, arguments);
};

function install(given) {
  recorder = given;
  ({ Entry } = given);
  return [
    whenLoaded('events', ({ prototype }) => {
      const undo = ArrayPrototypeMap.call(ADDERS, (name) => replace(prototype, name, adder));
      // `on` and `addListener` are one function.
      ArrayPrototypePush.call(undo, replace(prototype, 'on', () => prototype.addListener));
      ArrayPrototypePush.call(undo, replace(prototype, 'emit', emitFunction));
      return undo;
    }),
    whenLoaded('internal/event_target', (exports) => [
      replace(exports.EventTarget.prototype, 'addEventListener', adder),
      replace(exports, 'dispatch', dispatchFunction(exports.listenersOf)),
    ]),
  ];
}

module.exports = { install };
