'use strict';
// EventEmitter. Every program has one (process), so functions that are seldom used are loaded on
// first use: internal/events/static_methods (once(), on(), ...) and internal/events/errors.
// (1) _events[type] is undefined, one function, or a list of at least two functions.
// (2) emit() does not copy the list: it marks it as in use. Code that changes a marked list
//     replaces it by a copy. So at most one copy is made per emit() and change, mostly none.
// (3) The mark is never removed; the copy has none.
// (4) A listener is called by its `call` if that is Function.prototype.call: the engine compiles it
//     to a direct call. Reflect.apply() takes five times as long.
// (5) A table of listeners is made by Object.create(null): 12 ns. A literal with `__proto__: null`
//     is a call of the engine: 40 to 50 ns.

const { validateFunction, validateNumber, validateBoolean } = require('internal/quick_validators');
const {
  ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeToSpliced, ArrayPrototypeUnshift,
  FunctionPrototypeCall, ObjectAssign, ObjectCreate, ObjectDefineProperties,
  ObjectDefineProperty, ObjectGetPrototypeOf, ObjectHasOwn, ReflectApply, ReflectOwnKeys,
  SafeArray, Symbol, SymbolFor,
} = primordials;
const own = require('internal/events/own');
const define = ObjectDefineProperty;

const { kCapture, kMaxEventTargetListeners, kMaxEventTargetListenersWarned } = own;
const kShapeMode = Symbol('shapeMode');
const kInUse = Symbol('inUse');
const kErrorMonitor = Symbol('events.errorMonitor');
const kRejection = SymbolFor('nodejs.rejection');

let staticModule;
const staticMethods = () => staticModule ??= require('internal/events/static_methods');
let errorsModule;
const errors = () => errorsModule ??= require('internal/events/errors');

function EventEmitter(opts) {
  const { init } = EventEmitter;   // domains replace it
  if (init === ownInit)
    initialize(this, opts);
  else
    ReflectApply(init, this, [opts]);
}

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
define(EventEmitter.prototype, kCapture, { __proto__: null, value: false, writable: true });

function initialize(emitter, opts) {
  // An object that inherits from an emitter does not share its listeners.
  if (emitter._events === undefined ||
      emitter._events === ObjectGetPrototypeOf(emitter)._events) {
    emitter._events = ObjectCreate(null);
    emitter._eventsCount = 0;
    emitter[kShapeMode] = false;
  } else {
    emitter[kShapeMode] = true;
  }
  emitter._maxListeners ||= undefined;
  if (opts?.captureRejections) {
    validateBoolean(opts.captureRejections, 'options.captureRejections');
    emitter[kCapture] = true;
  } else {
    // Assigned even if the prototype has the same value, so that all emitters have one shape.
    emitter[kCapture] = EventEmitter.prototype[kCapture];
  }
}

EventEmitter.init = function(opts) {
  initialize(this, opts);
};
const ownInit = EventEmitter.init;

// Lists. slice() and splice() would read the species of the program's Array.

function newList(first, second) {
  return define([first, second], kInUse, { __proto__: null, value: false, writable: true });
}

function append(list, from, start) {
  for (let i = start; i < from.length; i++)
    ArrayPrototypePush.call(list, from[i]);
  return list;
}

function unusedList(events, type, list) {
  if (list[kInUse] === false)
    return list;
  const copy = append(newList(list[0], list[1]), list, 2);
  if (list.warned)
    copy.warned = true;
  events[type] = copy;
  return copy;
}

function removeAt(list, index) {
  for (let i = index + 1; i < list.length; i++)
    list[i - 1] = list[i];
  list.length -= 1;
}

// Emitting

function callMany(self, list, type, args) {
  list[kInUse] = true;
  const count = list.length;
  for (let i = 0; i < count; i++) {
    const result = ReflectApply(list[i], self, args);
    if (result != null && self[kCapture])
      errors().captureRejection(self, result, type, args, kCapture);
  }
  return true;
}

function emitAny(self, handler, type, args) {
  if (typeof handler !== 'function')
    return callMany(self, handler, type, args);
  const result = ReflectApply(handler, self, args);
  if (result != null && self[kCapture])
    errors().captureRejection(self, result, type, args, kCapture);
  return true;
}

function emitError(self, args) {
  const events = self._events;
  if (events !== undefined && events[kErrorMonitor] !== undefined)
    ReflectApply(self.emit, self, ArrayPrototypeToSpliced.call(args, 0, 0, kErrorMonitor));
  const handler = self._events?.error;
  if (handler === undefined)
    throw errors().unhandledError(self, args.length > 0 ? args[0] : undefined,
                                  EventEmitter.prototype.emit);
  return emitAny(self, handler, 'error', args);
}

// The first arguments of emit() after the type, as a list.
function listOf(count, a, b, c) {
  return count <= 1 ? [] : count === 2 ? [a] : count === 3 ? [a, b] : [a, b, c];
}

// The common numbers of arguments are spelled out: a call with known arguments is several times
// cheaper than one with a list.
function emitList(self, list, type, count, a, b, c) {
  list[kInUse] = true;
  const length = list.length;
  for (let i = 0; i < length; i++) {
    const each = list[i];
    const result =
      each.call !== FunctionPrototypeCall ? ReflectApply(each, self, listOf(count, a, b, c)) :
        count <= 1 ? each.call(self) : count === 2 ? each.call(self, a) :
          count === 3 ? each.call(self, a, b) : each.call(self, a, b, c);
    if (result != null)
      returned(self, result, type, count, a, b, c);
  }
  return true;
}

function returned(self, result, type, count, a, b, c) {
  if (self[kCapture] === true)
    errors().captureRejection(self, result, type, listOf(count, a, b, c), kCapture);
}

function emitOther(self, handler, type, args) {
  return type === 'error' ? emitError(self, args) : emitAny(self, handler, type, args);
}

// Short, and with one listener in mind: the engine then compiles it into its callers.
function emit(type, a, b, c) {
  const count = arguments.length;
  const events = this._events;
  const handler = events === undefined ? undefined : events[type];
  if (handler === undefined && type !== 'error')
    return false;
  if (count > 4) {
    const args = [a, b, c];
    // One by one: to pass `arguments` on would create that object in every call.
    for (let i = 4; i < count; i++)
      args[i - 1] = arguments[i];
    return emitOther(this, handler, type, args);
  }
  if (type === 'error')
    return emitError(this, listOf(count, a, b, c));
  if (typeof handler !== 'function')
    return emitList(this, handler, type, count, a, b, c);
  const result =
    handler.call !== FunctionPrototypeCall ? ReflectApply(handler, this, listOf(count, a, b, c)) :
      count <= 1 ? handler.call(this) : count === 2 ? handler.call(this, a) :
        count === 3 ? handler.call(this, a, b) : handler.call(this, a, b, c);
  if (result != null)
    returned(this, result, type, count, a, b, c);
  return true;
}
define(emit, 'length', { __proto__: null, value: 1, configurable: true });
own.emit = emit;

// 'newListener' and 'removeListener', which have listeners of their own kind: emit() would be
// compiled for those too, because `process` has some in every program.
function notify(target, event, type, listener) {
  const handler = target._events[event];
  if (target.emit !== emit)
    target.emit(event, type, listener);
  else if (handler !== undefined)   // else it was the listener that has been removed
    emitAny(target, handler, event, [type, listener]);
}

// Adding

function add(target, type, listener, prepend) {
  validateFunction(listener, 'listener');
  let events = target._events;
  if (events === undefined) {
    events = target._events = ObjectCreate(null);
    target._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    notify(target, 'newListener', type, wrappedBy(listener) ?? listener);
    events = target._events;   // the handler may have replaced it
  }

  const existing = events[type];
  if (existing === undefined) {
    events[type] = listener;
    ++target._eventsCount;
    return target;
  }
  let list;
  if (typeof existing === 'function') {
    list = events[type] = prepend ? newList(listener, existing) : newList(existing, listener);
  } else {
    list = unusedList(events, type, existing);
    if (prepend)
      ArrayPrototypeUnshift.call(list, listener);
    else
      ArrayPrototypePush.call(list, listener);
  }
  const limit = target._maxListeners ?? own.defaultMaxListeners;
  if (limit > 0 && list.length > limit && !list.warned)
    errors().warnTooMany(target, type, list, limit);
  return target;
}

function wrapOnce(target, type, listener) {
  let fired = false;
  function wrapper() {
    if (fired)
      return undefined;
    target.removeListener(type, wrapper);
    fired = true;
    if (arguments.length === 0 && listener.call === FunctionPrototypeCall)
      return listener.call(target);
    return ReflectApply(listener, target, arguments);
  }
  // The assignment would call a setter on Object.prototype. To define the property always would
  // make once() four times as slow.
  if ('listener' in wrapper)
    require('internal/prototypes').setMethod(wrapper, 'listener', listener);
  else
    wrapper.listener = listener;
  return wrapper;
}

// Removing

function drop(target, events, type) {
  if (target[kShapeMode])
    events[type] = undefined;
  else if (target._eventsCount === 1)
    target._events = ObjectCreate(null);
  else
    delete events[type];
  target._eventsCount -= 1;
}

// The listener that once() has wrapped, or undefined. An inherited `listener` does not count.
const wrappedBy = (found) => (ObjectHasOwn(found, 'listener') ? found.listener : undefined);

function indexOfListener(list, listener) {
  for (let i = list.length - 1; i >= 0; i--) {
    if (list[i] === listener || wrappedBy(list[i]) === listener)
      return i;
  }
  return -1;
}

function removeListener(type, listener) {
  validateFunction(listener, 'listener');
  const events = this._events;
  const found = events?.[type];
  if (found === undefined)
    return this;

  if (found === listener || wrappedBy(found) === listener) {
    drop(this, events, type);
    if (events.removeListener !== undefined)
      notify(this, 'removeListener', type, wrappedBy(found) ?? listener);
    return this;
  }
  if (typeof found === 'function')
    return this;

  const index = indexOfListener(found, listener);
  if (index < 0)
    return this;
  const list = unusedList(events, type, found);
  const removed = list[index];
  removeAt(list, index);
  if (list.length === 1)
    events[type] = list[0];
  if (events.removeListener !== undefined)
    notify(this, 'removeListener', type, wrappedBy(removed) ?? listener);
  return this;
}

function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined)
    return this;

  if (events.removeListener === undefined) {
    if (arguments.length === 0) {
      this._events = ObjectCreate(null);
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      drop(this, events, type);
    }
    this[kShapeMode] = false;
    return this;
  }

  // 'removeListener' is emitted for each listener, newest first, and for its own listeners last.
  if (arguments.length === 0) {
    const keys = ReflectOwnKeys(events);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] !== 'removeListener')
        this.removeAllListeners(keys[i]);
    }
    this.removeAllListeners('removeListener');
    this._events = ObjectCreate(null);
    this._eventsCount = 0;
    this[kShapeMode] = false;
    return this;
  }
  const found = events[type];
  if (typeof found === 'function') {
    this.removeListener(type, found);
  } else if (found !== undefined) {
    const all = append([found[0], found[1]], found, 2);
    for (let i = all.length - 1; i >= 0; i--)
      this.removeListener(type, all[i]);
  }
  return this;
}

// Queries

function listenersOf(target, type, unwrap) {
  const found = target._events?.[type];
  if (found === undefined)
    return [];
  const list = typeof found === 'function' ? [found] : append([found[0], found[1]], found, 2);
  if (unwrap) {
    for (let i = 0; i < list.length; i++)
      list[i] = wrappedBy(list[i]) ?? list[i];
  }
  return list;
}

function listenerCount(type, listener) {
  const found = this._events?.[type];
  if (found === undefined)
    return 0;
  if (listener == null)
    return typeof found === 'function' ? 1 : found.length;
  const list = listenersOf(this, type, true);
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (list[i] === listener)
      count++;
  }
  return count;
}
own.listenerCount = listenerCount;

ObjectAssign(EventEmitter.prototype, {
  __proto__: null,
  setMaxListeners: function setMaxListeners(n) {
    validateNumber(n, 'setMaxListeners', 0);
    this._maxListeners = n;
    return this;
  },
  getMaxListeners: function getMaxListeners() {
    return this._maxListeners ?? own.defaultMaxListeners;
  },
  emit,
  addListener: function addListener(type, listener) {
    return add(this, type, listener, false);
  },
  on: undefined,
  prependListener: function prependListener(type, listener) {
    return add(this, type, listener, true);
  },
  once: function once(type, listener) {
    validateFunction(listener, 'listener');
    return this.on(type, wrapOnce(this, type, listener));
  },
  prependOnceListener: function prependOnceListener(type, listener) {
    validateFunction(listener, 'listener');
    return this.prependListener(type, wrapOnce(this, type, listener));
  },
  removeListener,
  off: removeListener,
  removeAllListeners,
  listeners: function listeners(type) {
    return listenersOf(this, type, true);
  },
  rawListeners: function rawListeners(type) {
    return listenersOf(this, type, false);
  },
  listenerCount,
  eventNames: function eventNames() {
    if (!(this._eventsCount > 0))
      return [];
    const events = this._events;
    const keys = ReflectOwnKeys(events);
    const names = new SafeArray();
    for (let i = 0; i < keys.length; i++) {
      if (events[keys[i]] !== undefined)
        names.push(keys[i]);
    }
    return ArrayPrototypeSlice.call(names);
  },
});
EventEmitter.prototype.on = EventEmitter.prototype.addListener;

// Functions of the class itself

module.exports = EventEmitter;
EventEmitter.addAbortListener = function addAbortListener(signal, listener) {
  return staticMethods().addAbortListener(signal, listener);
};
EventEmitter.once = function once(emitter, name, options = undefined) {
  return staticMethods().once(emitter, name, options);
};
EventEmitter.on = function on(emitter, name, options = undefined) {
  return staticMethods().on(emitter, name, options);
};
EventEmitter.getEventListeners = function getEventListeners(emitterOrTarget, type) {
  return staticMethods().getEventListeners(emitterOrTarget, type);
};
EventEmitter.getMaxListeners = function getMaxListeners(emitterOrTarget) {
  return staticMethods().getMaxListeners(emitterOrTarget);
};
EventEmitter.listenerCount = function listenerCount(emitterOrTarget, type) {
  return staticMethods().listenerCount(emitterOrTarget, type);
};
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;
EventEmitter.errorMonitor = kErrorMonitor;

ObjectDefineProperties(EventEmitter, {
  __proto__: null,
  captureRejections: {
    __proto__: null,
    enumerable: true,
    get() { return EventEmitter.prototype[kCapture]; },
    set(value) {
      validateBoolean(value, 'EventEmitter.captureRejections');
      EventEmitter.prototype[kCapture] = value;
    },
  },
  EventEmitterAsyncResource: {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: function lazyEventEmitterAsyncResource() {
      return require('internal/events/async_resource').EventEmitterAsyncResource;
    },
  },
  defaultMaxListeners: {
    __proto__: null,
    enumerable: true,
    get() { return own.defaultMaxListeners; },
    set(value) {
      validateNumber(value, 'defaultMaxListeners', 0);
      own.defaultMaxListeners = value;
    },
  },
  kMaxEventTargetListeners: { __proto__: null, value: kMaxEventTargetListeners },
  kMaxEventTargetListenersWarned: { __proto__: null, value: kMaxEventTargetListenersWarned },
});

EventEmitter.setMaxListeners = function(n = own.defaultMaxListeners, ...eventTargets) {
  validateNumber(n, 'setMaxListeners', 0);
  if (eventTargets.length === 0)
    own.defaultMaxListeners = n;
  else
    staticMethods().setMaxListeners(n, eventTargets);
};
