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
// listener -> { name, where, from, at, by, type, detail }: where it was added first, looked up once.
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
  place.type = undefined;     // of the detail that was made last
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

// The last one is nearly always the next one too.
function detailFor(place, emitter, type) {
  const what = emitter === process ? 'process' : emitter.constructor?.name ?? '';
  let { detail } = place;
  if (detail === null || place.type !== type || detail.what !== what) {
    place.type = type;
    detail = place.detail = { event: String(type), what };
  }
  return detail;
}

function entryFor(emitter, type, listener) {
  const place = added.get(listener) ?? note(listener, null);
  const isPlain = OF_PROCESS[type] !== undefined && emitter !== process;
  const kind = isPlain ? 'listener' : KINDS[type] ?? 'listener';
  const entry = new recorder.Entry(kind, place.name, place.where, place.from, detailFor(place, emitter, type), place.at);
  entry.by = place.by;
  recorder.tell('scheduled', entry);
  return entry;
}

const emitFunction = (original) => function emit(type) {
  const handlers = recorder.isOn() ? this._events?.[type] : undefined;
  const listener = handlers === undefined || recorder.isInside(emit) ? null :
    firstOfProgram(handlers);
  if (listener === null)
    return ReflectApply(original, this, arguments);
  const entry = entryFor(this, type, listener);
  return recorder.runAs(entry, recorder.queueNow(), original, this, arguments);
};

// EventTarget: signals of AbortController, message ports.
const dispatchFunction = (listenersOf) => (original) => function dispatch(target, value, type) {
  const listener = !recorder.isOn() || recorder.isInside(dispatch) ? null :
    firstOfProgram(listenersOf(target, type));
  if (listener === null)
    return ReflectApply(original, this, arguments);
  const entry = entryFor(target, type, listener);
  return recorder.runAs(entry, recorder.queueNow(), original, this, arguments);
};

function install(given) {
  recorder = given;
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
