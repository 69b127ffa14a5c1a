'use strict';
// Listeners, of emitters and of the DOM's kind: an event that a built-in emits, when no code of the
// program is running, is an entry if one of its listeners is the program's. It has the name of the
// first such listener.

const { replace, whenLoaded } = require('internal/see/record/replace');
const frames = require('internal/see/record/frames');
const { ReflectApply } = primordials;

const ADDERS = ['addListener', 'prependListener', 'once', 'prependOnceListener'];
const KINDS = {
  __proto__: null, close: 'close', unhandledRejection: 'rejection', beforeExit: 'beforeExit',
  exit: 'exit',
};
const OF_PROCESS = { __proto__: null, unhandledRejection: true, beforeExit: true, exit: true };

let recorder;
let Entry;
// listener -> { name, where, from, at, by, ... }: where it was added first, looked up once; see tellOf().
const added = new WeakMap();

// The function behind the wrapper of once() (its property `listener`) or of target.onfoo
// (`handler`).
const behind = (listener) => listener.listener ?? listener.handler ?? listener;

const adder = (original) => function replaced(type, listener) {
  if (typeof listener === 'function' && listener.listener === undefined) {
    const fn = behind(listener);
    const from = added.has(fn) ? undefined : recorder.handedOver(replaced, fn);
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

// What an entry of this listener says of the event. The last one is nearly always the next one too.
function tellOf(place, emitter, type) {
  const isOfProcess = emitter === process;
  const what = isOfProcess ? 'process' : emitter.constructor?.name ?? '';
  place.type = type;
  place.maker = isOfProcess ? null : emitter.constructor;
  place.kind = OF_PROCESS[type] !== undefined && !isOfProcess ? 'listener' : KINDS[type] ?? 'listener';
  place.detail = { event: String(type), what };
}

function entryFor(emitter, type, place) {
  if (place.type !== type || place.maker !== emitter.constructor || place.detail === null)
    tellOf(place, emitter, type);
  const entry = new Entry(place.kind, place.name, place.where, place.from, place.detail, place.at);
  entry.by = place.by;
  recorder.tell('scheduled', entry);
  return entry;
}

// What is known of the first listener that is the program's; null: none is.
function placeOf(handlers) {
  const known = typeof handlers === 'function' ? added.get(handlers) : undefined;
  if (known !== undefined)
    return known;
  const listener = firstOfProgram(handlers);
  return listener === null ? null : added.get(listener) ?? note(listener, null);
}

// `apply` and not ReflectApply, as in calls.js: it is the one way to hand on arguments that the engine does
// without an object of them and without leaving JavaScript.
const emitFunction = (original) => function emit(type) {
  const handlers = recorder.isOn() ? this._events?.[type] : undefined;
  const place = handlers === undefined || recorder.isInside(emit) ? null : placeOf(handlers);
  if (place === null)
    return original.apply(this, arguments);
  const entry = entryFor(this, type, place);
  recorder.open(entry, recorder.queueNow());
  try {
    return original.apply(this, arguments);
  } finally {
    recorder.close(entry);
  }
};

// EventTarget: signals of AbortController, message ports.
const dispatchFunction = (listenersOf) => (original) => function dispatch(target, value, type) {
  const place = !recorder.isOn() || recorder.isInside(dispatch) ? null : placeOf(listenersOf(target, type));
  if (place === null)
    return ReflectApply(original, this, arguments);
  const entry = entryFor(target, type, place);
  return recorder.runAs(entry, recorder.queueNow(), original, this, arguments);
};

function install(given) {
  recorder = given;
  ({ Entry } = given);
  return [
    whenLoaded('events', ({ prototype }) => [
      ...ADDERS.map((name) => replace(prototype, name, adder)),
      replace(prototype, 'on', () => prototype.addListener),    // one function with two names
      replace(prototype, 'emit', emitFunction),
    ]),
    whenLoaded('internal/event_target', (exports) => [
      replace(exports.EventTarget.prototype, 'addEventListener', adder),
      replace(exports, 'dispatch', dispatchFunction(exports.listenersOf)),
    ]),
  ];
}

module.exports = { install };
