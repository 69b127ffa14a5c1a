'use strict';
// EventEmitter. Every program has one (process), so the seldom used rest (once(), on(), warnings,
// unhandled errors, rejections) lives in internal/events/more and is loaded when first needed.
// (1) _events[type] is undefined, one function, or a list of two and more.
// (2) emit() copies nothing: it marks the list as in use, and whoever changes a marked list
//     replaces it by a copy. So at most one copy is made per emit() and change, mostly none.
// (3) A list is marked for good: the copy that replaces it starts unmarked.

const { validateFunction, validateNumber, validateBoolean } = require('internal/quick_validators');
const { ReflectApply, ReflectOwnKeys } = primordials;
const define = Object.defineProperty;

const kCapture = Symbol('kCapture');
const kShapeMode = Symbol('shapeMode');
const kInUse = Symbol('inUse');
const kErrorMonitor = Symbol('events.errorMonitor');
const kRejection = Symbol.for('nodejs.rejection');
const kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
const kMaxEventTargetListenersWarned = Symbol('events.maxEventTargetListenersWarned');

let defaultMaxListeners = 10;
let moreModule;
const more = () => moreModule ??= require('internal/events/more');

function EventEmitter(opts) {
  EventEmitter.init.call(this, opts);
}

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
define(EventEmitter.prototype, kCapture, { __proto__: null, value: false, writable: true });

EventEmitter.init = function(opts) {
  // An emitter used as a prototype must not lend its listeners to what inherits from it.
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = { __proto__: null };
    this._eventsCount = 0;
    this[kShapeMode] = false;
  } else {
    this[kShapeMode] = true;
  }
  this._maxListeners ||= undefined;
  if (opts?.captureRejections) {
    validateBoolean(opts.captureRejections, 'options.captureRejections');
    this[kCapture] = true;
  } else {
    // Assigning it, even when it is the prototype's own, gives all emitters one shape.
    this[kCapture] = EventEmitter.prototype[kCapture];
  }
};

// The lists

function newList(...listeners) {
  return define(listeners, kInUse, { __proto__: null, value: false, writable: true });
}

function unusedList(events, type, list) {
  if (list[kInUse] === false)
    return list;
  const copy = newList(...list);
  if (list.warned)
    copy.warned = true;
  events[type] = copy;
  return copy;
}

// Emitting

function callMany(self, list, type, args) {
  list[kInUse] = true;
  const count = list.length;
  for (let i = 0; i < count; i++) {
    const result = ReflectApply(list[i], self, args);
    if (result != null && self[kCapture])
      more().captureRejection(self, result, type, args, kCapture);
  }
  return true;
}

function emitAny(self, handler, type, args) {
  if (typeof handler !== 'function')
    return callMany(self, handler, type, args);
  const result = ReflectApply(handler, self, args);
  if (result != null && self[kCapture])
    more().captureRejection(self, result, type, args, kCapture);
  return true;
}

function emitError(self, args) {
  const events = self._events;
  if (events !== undefined && events[kErrorMonitor] !== undefined)
    self.emit(kErrorMonitor, ...args);
  const handler = self._events?.error;
  if (handler === undefined)
    throw more().unhandledError(self, args[0], EventEmitter.prototype.emit);
  return emitAny(self, handler, 'error', args);
}

// The common numbers of arguments are spelled out: a call with known arguments is several times
// cheaper than one with a list.
function emit(type, a, b, c) {
  const count = arguments.length;
  const events = this._events;
  const handler = events === undefined ? undefined : events[type];
  if (handler === undefined && type !== 'error')
    return false;
  if (count > 4 || type === 'error') {
    // One by one: handing `arguments` over would make every call create that object.
    const args = [];
    for (let i = 1; i < count; i++)
      args[i - 1] = arguments[i];
    return type === 'error' ? emitError(this, args) : emitAny(this, handler, type, args);
  }

  if (typeof handler === 'function') {
    const result = count <= 1 ? handler.call(this) : count === 2 ? handler.call(this, a) :
      count === 3 ? handler.call(this, a, b) : handler.call(this, a, b, c);
    if (result != null && this[kCapture] === true)
      more().captureRejection(this, result, type, [a, b, c].slice(0, count - 1), kCapture);
    return true;
  }

  handler[kInUse] = true;
  const length = handler.length;
  for (let i = 0; i < length; i++) {
    const each = handler[i];
    const result = count <= 1 ? each.call(this) : count === 2 ? each.call(this, a) :
      count === 3 ? each.call(this, a, b) : each.call(this, a, b, c);
    if (result != null && this[kCapture] === true)
      more().captureRejection(this, result, type, [a, b, c].slice(0, count - 1), kCapture);
  }
  return true;
}
define(emit, 'length', { __proto__: null, value: 1, configurable: true });

// Adding

function add(target, type, listener, prepend) {
  validateFunction(listener, 'listener');
  let events = target._events;
  if (events === undefined) {
    events = target._events = { __proto__: null };
    target._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    target.emit('newListener', type, listener.listener ?? listener);
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
      list.unshift(listener);
    else
      list.push(listener);
  }
  const limit = target._maxListeners ?? defaultMaxListeners;
  if (limit > 0 && list.length > limit && !list.warned)
    more().warnTooMany(target, type, list, limit);
  return target;
}

function wrapOnce(target, type, listener) {
  let fired = false;
  function wrapper() {
    if (fired)
      return undefined;
    target.removeListener(type, wrapper);
    fired = true;
    if (arguments.length === 0)
      return listener.call(target);
    return ReflectApply(listener, target, arguments);
  }
  wrapper.listener = listener;
  return wrapper;
}

// Removing

function drop(target, events, type) {
  if (target[kShapeMode])
    events[type] = undefined;
  else if (target._eventsCount === 1)
    target._events = { __proto__: null };
  else
    delete events[type];
  target._eventsCount -= 1;
}

function indexOfListener(list, listener) {
  for (let i = list.length - 1; i >= 0; i--) {
    if (list[i] === listener || list[i].listener === listener)
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

  if (found === listener || found.listener === listener) {
    drop(this, events, type);
    if (events.removeListener !== undefined)
      this.emit('removeListener', type, found.listener ?? listener);
    return this;
  }
  if (typeof found === 'function')
    return this;

  const index = indexOfListener(found, listener);
  if (index < 0)
    return this;
  const list = unusedList(events, type, found);
  const removed = list[index];
  if (index === 0)
    list.shift();
  else
    list.splice(index, 1);
  if (list.length === 1)
    events[type] = list[0];
  if (events.removeListener !== undefined)
    this.emit('removeListener', type, removed.listener ?? listener);
  return this;
}

function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined)
    return this;

  if (events.removeListener === undefined) {
    if (arguments.length === 0) {
      this._events = { __proto__: null };
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      drop(this, events, type);
    }
    this[kShapeMode] = false;
    return this;
  }

  // Somebody wants to hear of each: last in, first out, and of themselves last.
  if (arguments.length === 0) {
    for (const key of ReflectOwnKeys(events)) {
      if (key !== 'removeListener')
        this.removeAllListeners(key);
    }
    this.removeAllListeners('removeListener');
    this._events = { __proto__: null };
    this._eventsCount = 0;
    this[kShapeMode] = false;
    return this;
  }
  const found = events[type];
  if (typeof found === 'function') {
    this.removeListener(type, found);
  } else if (found !== undefined) {
    const all = [...found];
    for (let i = all.length - 1; i >= 0; i--)
      this.removeListener(type, all[i]);
  }
  return this;
}

// Asking

function listenersOf(target, type, unwrap) {
  const found = target._events?.[type];
  if (found === undefined)
    return [];
  const list = typeof found === 'function' ? [found] : [...found];
  if (unwrap) {
    for (let i = 0; i < list.length; i++)
      list[i] = list[i].listener ?? list[i];
  }
  return list;
}

function listenerCount(type, listener) {
  const found = this._events?.[type];
  if (found === undefined)
    return 0;
  if (listener == null)
    return typeof found === 'function' ? 1 : found.length;
  let count = 0;
  for (const each of listenersOf(this, type, true)) {
    if (each === listener)
      count++;
  }
  return count;
}

Object.assign(EventEmitter.prototype, {
  setMaxListeners: function setMaxListeners(n) {
    validateNumber(n, 'setMaxListeners', 0);
    this._maxListeners = n;
    return this;
  },
  getMaxListeners: function getMaxListeners() {
    return this._maxListeners ?? defaultMaxListeners;
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
    return ReflectOwnKeys(events).filter((key) => events[key] !== undefined);
  },
});
EventEmitter.prototype.on = EventEmitter.prototype.addListener;

// What hangs on the class

module.exports = EventEmitter;
EventEmitter.addAbortListener = function addAbortListener(signal, listener) {
  return more().addAbortListener(signal, listener);
};
EventEmitter.once = function once(emitter, name, ...options) {
  return more().once(emitter, name, ...options);
};
EventEmitter.on = function on(emitter, name, ...options) {
  return more().on(emitter, name, ...options);
};
EventEmitter.getEventListeners = function getEventListeners(emitterOrTarget, type) {
  return more().getEventListeners(emitterOrTarget, type);
};
EventEmitter.getMaxListeners = function getMaxListeners(emitterOrTarget) {
  return more().getMaxListeners(emitterOrTarget);
};
EventEmitter.listenerCount = function listenerCount(emitterOrTarget, type) {
  return more().listenerCount(emitterOrTarget, type);
};
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;
EventEmitter.errorMonitor = kErrorMonitor;

Object.defineProperties(EventEmitter, {
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
    get() { return defaultMaxListeners; },
    set(value) {
      validateNumber(value, 'defaultMaxListeners', 0);
      defaultMaxListeners = value;
    },
  },
  kMaxEventTargetListeners: { __proto__: null, value: kMaxEventTargetListeners },
  kMaxEventTargetListenersWarned: { __proto__: null, value: kMaxEventTargetListenersWarned },
});

EventEmitter.setMaxListeners = function(n = defaultMaxListeners, ...eventTargets) {
  validateNumber(n, 'setMaxListeners', 0);
  if (eventTargets.length === 0)
    defaultMaxListeners = n;
  else
    more().setMaxListeners(n, eventTargets);
};
