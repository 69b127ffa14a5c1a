'use strict';
// EventTarget as the DOM standard has it, without a tree: an event visits its target only.
// NodeEventTarget adds the emitter's method names. Events are in internal/event.
// (1) A target's listeners of one type are a linked list; a removed listener is flagged and keeps
//     its `next`, so a dispatch under way walks on safely and does not call it.
// (2) A listener added during a dispatch is not called by that dispatch.
// (3) What a listener throws becomes an uncaught exception and stops nothing.

const {
  ArrayPrototypePush, ArrayPrototypeSlice, FinalizationRegistry,
  FinalizationRegistryPrototypeRegister, FunctionPrototypeCall, ObjectDefineProperty, ObjectFreeze,
  ObjectSetPrototypeOf, Promise, PromisePrototypeThen, PromiseReject, ReflectApply, SafeArray,
  SafeMap, SafeWeakMap, Symbol, SymbolFor, SymbolToStringTag, WeakRef, WeakRefPrototypeDeref,
} = primordials;
const { fillProcess } = require('internal/bootstrap/loader');
const { validateString } = require('internal/quick_validators');
const emitters = require('internal/events/own');
const { kMaxEventTargetListeners, kMaxEventTargetListenersWarned } = emitters;
// Every worker has ports, which are event targets: what only errors need is loaded by them.
const codes = () => require('internal/errors').codes;
const customInspectSymbol = SymbolFor('nodejs.util.inspect.custom');
const kEmptyObject = ObjectFreeze({ __proto__: null });
const define = ObjectDefineProperty;

const kIsEventTarget = SymbolFor('nodejs.event_target');
const kIsNodeEventTarget = Symbol('kIsNodeEventTarget');
const kEvents = Symbol('kEvents');
const kHandlers = Symbol('kHandlers');
const kWeakHandler = Symbol('kWeak');
const kResistStopPropagation = Symbol('kResistStopPropagation');
const kTrustEvent = Symbol('kTrustEvent');
const kCreateEvent = Symbol('kCreateEvent');
const kNewListener = Symbol('kNewListener');
const kRemoveListener = Symbol('kRemoveListener');

const enumerable = (Class, ...names) => {
  for (let i = 0; i < names.length; i++)
    define(Class.prototype, names[i], { __proto__: null, enumerable: true });
};
const tag = (Class, value) =>
  define(Class.prototype, SymbolToStringTag, { __proto__: null, value, configurable: true });

// What dispatch reads and sets inside an event. There is none before internal/event is loaded.
let inner;
const events = () => {
  const loaded = require('internal/event');
  inner = loaded.inner;
  return loaded;
};

function show(name, fields, depth, options) {
  if (depth < 0)
    return name;
  const { inspect } = require('internal/util/inspect');
  const nested = {
    __proto__: null, ...options, depth: options.depth == null ? null : options.depth - 1,
  };
  return `${name} ${inspect(fields, nested)}`;
}

// An object, a function or nothing.
function checkOptions(options) {
  if (typeof options !== 'object' && typeof options !== 'function') {
    const { validateObject, kValidateObjectAllowObjectsAndNull } = require('internal/validators');
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
  }
}

// Listeners

let weakHolders;   // object → listeners that live as long as it does
let weakCleanup;

class Listener {
  constructor(target, type, callback, options) {
    this.next = undefined;
    this.removed = false;
    this.capture = options.capture;
    this.passive = options.passive;
    this.once = options.once;
    this.nodeStyle = options.nodeStyle;
    this.resist = options.resist;
    this.weak = undefined;
    this.callback = callback;
    if (options.weak)
      this.#holdWeakly(target, type, options.weak);
  }

  #holdWeakly(target, type, holder) {
    weakHolders ??= new SafeWeakMap();
    weakCleanup ??= new FinalizationRegistry(({ targetRef, type, listener }) => {
      const alive = WeakRefPrototypeDeref.call(targetRef);
      if (alive !== undefined && !listener.removed)
        unlink(alive, type, listener);
    });
    const held = weakHolders.get(holder) ?? [];
    ArrayPrototypePush.call(held, this.callback);
    weakHolders.set(holder, held);
    const record = { __proto__: null, targetRef: new WeakRef(target), type, listener: this };
    FinalizationRegistryPrototypeRegister.call(weakCleanup, this.callback, record, this);
    this.weak = new WeakRef(this.callback);
    this.callback = undefined;
  }

  function() {
    return this.weak === undefined ? this.callback : WeakRefPrototypeDeref.call(this.weak);
  }

  same(callback, capture) {
    return this.capture === capture && this.function() === callback;
  }
}

ObjectSetPrototypeOf(Listener.prototype, null);

function find(list, callback, capture) {
  for (let each = list.first; each !== undefined; each = each.next) {
    if (each.same(callback, capture))
      return each;
  }
  return undefined;
}

function unlink(target, type, listener) {
  const list = target[kEvents].get(type);
  let before;
  for (let each = list?.first; each !== undefined; before = each, each = each.next) {
    if (each !== listener)
      continue;
    if (before === undefined)
      list.first = each.next;
    else
      before.next = each.next;
    if (list.last === each)
      list.last = before;
    break;
  }
  listener.removed = true;
  list.size--;
  if (list.size === 0)
    target[kEvents].delete(type);
  target[kRemoveListener](list.size, type, listener.function(), listener.capture);
}

const DEFAULTS = {
  __proto__: null, once: false, capture: false, passive: false, signal: undefined, weak: undefined,
  resist: false, nodeStyle: false,
};

function listenerOptions(options) {
  if (typeof options === 'boolean')
    return { __proto__: null, ...DEFAULTS, capture: options };
  if (options == null)
    return DEFAULTS;
  checkOptions(options);
  return {
    __proto__: null,
    once: !!options.once,
    capture: !!options.capture,
    passive: !!options.passive,
    signal: options.signal,
    weak: options[kWeakHandler],
    resist: options[kResistStopPropagation] ?? false,
    nodeStyle: !!options[kIsNodeEventTarget],
  };
}

// False: nothing to add, and a warning is emitted.
function checkListener(target, type, listener) {
  if (typeof listener === 'function' || (typeof listener === 'object' && listener !== null))
    return true;
  if (listener != null)
    throw new (codes().ERR_INVALID_ARG_TYPE)('listener', 'EventListener', listener);
  const warning =
    new primordials.Error(`addEventListener called with ${listener} which has no effect.`);
  warning.name = 'AddEventListenerArgumentTypeWarning';
  warning.target = target;
  warning.type = type;
  fillProcess().emitWarning(warning);
  return false;
}

function uncaught(err) {
  fillProcess().nextTick(() => { throw err; });
}

function catchLater(result) {
  const then = result.then;
  if (typeof then === 'function')
    ReflectApply(then, result, [undefined, uncaught]);
}

function initEventTarget(self) {
  self[kEvents] = new SafeMap();
  self[kMaxEventTargetListeners] = emitters.defaultMaxListeners;
  self[kMaxEventTargetListenersWarned] = false;
  self[kHandlers] = undefined;
}

const isEvent = (value) => events().inner.is(value);
const isEventTarget = (value) =>
  value?.[kEvents] !== undefined && value.constructor?.[kIsEventTarget] === true;

function checkTarget(value) {
  if (!isEventTarget(value))
    throw new (codes().ERR_INVALID_THIS)('EventTarget');
}

class EventTarget {
  static [kIsEventTarget] = true;

  constructor() {
    initEventTarget(this);
  }

  [kNewListener](size, type) {
    const limit = this[kMaxEventTargetListeners];
    if (limit === 0 || size <= limit || this[kMaxEventTargetListenersWarned])
      return;
    this[kMaxEventTargetListenersWarned] = true;
    const { inspect } = require('internal/util/inspect');
    const warning = new primordials.Error(
      `Possible EventTarget memory leak detected. ${size} ${type} listeners added to ` +
      `${inspect(this, { __proto__: null, depth: -1 })}. MaxListeners is ${limit}. ` +
      'Use events.setMaxListeners() to increase limit');
    warning.name = 'MaxListenersExceededWarning';
    warning.target = this;
    warning.type = type;
    warning.count = size;
    fillProcess().emitWarning(warning);
  }

  [kRemoveListener]() {}

  addEventListener(type, listener, options = kEmptyObject) {
    checkTarget(this);
    if (arguments.length < 2)
      throw new (codes().ERR_MISSING_ARGS)('type', 'listener');
    const how = listenerOptions(options);
    if (how.signal !== undefined)
      require('internal/validators').validateAbortSignal(how.signal, 'options.signal');
    if (!checkListener(this, type, listener))
      return;
    type = `${type}`;
    if (how.signal !== undefined) {
      if (how.signal.aborted)
        return;
      const remove = () => this.removeEventListener(type, listener, options);
      how.signal.addEventListener('abort', remove, {
        __proto__: null, once: true, [kWeakHandler]: this, [kResistStopPropagation]: true,
      });
    }

    let list = this[kEvents].get(type);
    if (list === undefined) {
      list = { __proto__: null, size: 0, first: undefined, last: undefined };
      this[kEvents].set(type, list);
    } else if (find(list, listener, how.capture) !== undefined) {
      return;
    }
    const added = new Listener(this, type, listener, how);
    if (list.last === undefined)
      list.first = added;
    else
      list.last.next = added;
    list.last = added;
    list.size++;
    this[kNewListener](list.size, type, listener, how.once, how.capture, how.passive, how.weak);
  }

  removeEventListener(type, listener, options = kEmptyObject) {
    checkTarget(this);
    if (arguments.length < 2)
      throw new (codes().ERR_MISSING_ARGS)('type', 'listener');
    if (listener == null)
      return;
    type = `${type}`;
    const list = this[kEvents].get(type);
    const capture = typeof options === 'boolean' ? options : !!options?.capture;
    const found = list && find(list, listener, capture);
    if (found !== undefined)
      unlink(this, type, found);
  }

  dispatchEvent(event) {
    checkTarget(this);
    if (arguments.length < 1)
      throw new (codes().ERR_MISSING_ARGS)('event');
    if (!isEvent(event))
      throw new (codes().ERR_INVALID_ARG_TYPE)('event', 'Event', event);
    if (inner.dispatching(event))
      throw new (codes().ERR_EVENT_RECURSION)(event.type);
    dispatch(this, event, event.type, event);
    return event.defaultPrevented !== true;
  }

  [kCreateEvent](value, type) {
    return new (events().NodeCustomEvent)(type, { __proto__: null, detail: value });
  }

  [customInspectSymbol](depth, options) {
    return show(this.constructor.name, {}, depth, options);
  }
}
enumerable(EventTarget, 'addEventListener', 'removeEventListener', 'dispatchEvent');
tag(EventTarget, 'EventTarget');

// `event` may be missing: it is made when the first listener of the DOM's kind needs it.
function dispatch(target, value, type, event) {
  const list = target[kEvents].get(type);
  if (event !== undefined)
    inner.begin(event, target);
  if (list !== undefined && list.first !== undefined) {
    const last = list.last;
    for (let each = list.first; each !== undefined; each = each.next) {
      const stopped = event !== undefined && inner.stoppedNow(event);
      if (!each.removed && (!stopped || each.resist)) {
        const callback = each.function();
        if (each.once)
          unlink(target, type, each);
        if (callback !== undefined) {
          if (!each.nodeStyle && event === undefined) {
            event = target[kCreateEvent](value, type);
            inner.begin(event, target);
          }
          invoke(target, each, callback, each.nodeStyle ? value : event, event);
        }
      }
      if (each === last)
        break;
    }
  }
  if (event !== undefined)
    inner.end(event);
}

function invoke(target, listener, callback, argument, event) {
  if (event !== undefined)
    inner.passive(event, listener.passive);
  try {
    let result;
    if (typeof callback === 'function')
      result = callback.call === FunctionPrototypeCall ? callback.call(target, argument) :
        ReflectApply(callback, target, [argument]);
    else if (callback.handleEvent)
      result = callback.handleEvent(argument);
    if (result != null)
      catchLater(result);
  } catch (err) {
    // As in Node, an error of handleEvent() is reported as that of an async function.
    if (typeof callback === 'function')
      uncaught(err);
    else
      PromisePrototypeThen.call(PromiseReject.call(Promise, err), undefined, uncaught);
  }
  if (event !== undefined)
    inner.passive(event, false);
}

function initNodeEventTarget(self) {
  initEventTarget(self);
}

function checkNodeTarget(value) {
  if (value?.constructor?.[kIsNodeEventTarget] !== true || value[kEvents] === undefined)
    throw new (codes().ERR_INVALID_THIS)('NodeEventTarget');
}

function typesOf(target) {
  const types = [];
  const iterator = target[kEvents].keys();   // of a SafeMap
  for (let step = iterator.next(); !step.done; step = iterator.next())
    ArrayPrototypePush.call(types, step.value);
  return types;
}

class NodeEventTarget extends EventTarget {
  static [kIsNodeEventTarget] = true;
  static defaultMaxListeners = 10;

  constructor() {
    super();
  }

  setMaxListeners(n) {
    checkNodeTarget(this);
    require('events').setMaxListeners(n, this);
  }

  getMaxListeners() {
    checkNodeTarget(this);
    return this[kMaxEventTargetListeners];
  }

  eventNames() {
    checkNodeTarget(this);
    return typesOf(this);
  }

  listenerCount(type) {
    checkNodeTarget(this);
    return countListeners(this, type);
  }

  off(type, listener, options) {
    checkNodeTarget(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  removeListener(type, listener, options) {
    checkNodeTarget(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  on(type, listener) {
    checkNodeTarget(this);
    this.addEventListener(type, listener, { __proto__: null, [kIsNodeEventTarget]: true });
    return this;
  }

  addListener(type, listener) {
    checkNodeTarget(this);
    this.addEventListener(type, listener, { __proto__: null, [kIsNodeEventTarget]: true });
    return this;
  }

  emit(type, arg) {
    checkNodeTarget(this);
    validateString(type, 'type');
    const had = this.listenerCount(type) > 0;
    dispatch(this, arg, type, undefined);
    return had;
  }

  once(type, listener) {
    checkNodeTarget(this);
    this.addEventListener(type, listener, {
      __proto__: null, once: true, [kIsNodeEventTarget]: true,
    });
    return this;
  }

  removeAllListeners(type) {
    checkNodeTarget(this);
    const types = type === undefined ? typesOf(this) : [`${type}`];
    for (let i = 0; i < types.length; i++) {
      for (let l = this[kEvents].get(types[i])?.first; l !== undefined; l = l.next)
        unlink(this, types[i], l);
    }
    return this;
  }
}
enumerable(NodeEventTarget, 'setMaxListeners', 'getMaxListeners', 'eventNames', 'listenerCount',
           'off', 'removeListener', 'on', 'addListener', 'emit', 'once', 'removeAllListeners');

// Queries of `events`

const countListeners = (target, type) => target[kEvents].get(`${type}`)?.size ?? 0;

function listenersOf(target, type) {
  const all = new SafeArray();
  for (let each = target[kEvents].get(`${type}`)?.first; each !== undefined; each = each.next) {
    const callback = each.function();
    if (callback !== undefined)
      all.push(callback);
  }
  return ArrayPrototypeSlice.call(all);
}

// target.onfoo = fn. A replaced function has the same place among the listeners.
function defineEventHandler(target, name, event = name) {
  const property = `on${name}`;
  function get() {
    return this[kHandlers]?.get(event)?.handler ?? null;
  }
  function set(value) {
    const usable = typeof value === 'function' || (typeof value === 'object' && value !== null);
    this[kHandlers] ??= new SafeMap();
    let wrapper = this[kHandlers].get(event);
    if (wrapper === undefined) {
      if (!usable)
        return;
      wrapper = function(argument = undefined) {
        const { handler } = wrapper;
        if (typeof handler === 'function')
          return handler.call === FunctionPrototypeCall ? handler.call(this, argument) :
            ReflectApply(handler, this, [argument]);
      };
      define(wrapper, 'handler', { __proto__: null, value, writable: true });
      this.addEventListener(event, wrapper);
      this[kHandlers].set(event, wrapper);
    } else if (usable) {
      wrapper.handler = value;
    } else {
      this.removeEventListener(event, wrapper);
      this[kHandlers].delete(event);
    }
  }
  define(get, 'name', { __proto__: null, value: `get ${property}` });
  define(set, 'name', { __proto__: null, value: `set ${property}` });
  define(target, property, { __proto__: null, get, set, enumerable: true, configurable: true });
}

// For built-in modules: a program may replace those of the prototype.
const { addEventListener, removeEventListener } = EventTarget.prototype;

// The same for signals that may be of another library.
function listen(target, type, listener, options) {
  if (isEventTarget(target))
    ReflectApply(addEventListener, target, [type, listener, options]);
  else
    target.addEventListener(type, listener, options);
}

function unlisten(target, type, listener) {
  if (isEventTarget(target))
    ReflectApply(removeEventListener, target, [type, listener]);
  else
    target.removeEventListener(type, listener);
}

module.exports = {
  addEventListener,
  checkOptions,
  removeEventListener,
  get CustomEvent() { return events().CustomEvent; },
  get Event() { return events().Event; },
  EventTarget,
  NodeEventTarget,
  countListeners,
  defineEventHandler,
  initEventTarget,
  initNodeEventTarget,
  isEvent,
  isEventTarget,
  kCreateEvent,
  kEvents,
  kIsNodeEventTarget,
  kNewListener,
  kRemoveListener,
  kResistStopPropagation,
  kTrustEvent,
  kWeakHandler,
  listen,
  listenersOf,
  dispatch,
  enumerable,
  show,
  tag,
  unlisten,
};
