'use strict';
// node:domain. The active domain is a key of the async context, so it follows timers, ticks and
// requests. Emitters have a property `domain`. Nothing of this runs before the module is required.
//
// (1) The frame has the stack of entered domains, in a list that is never changed: a callback
//     begins with the stack in which it was made. Only the top of that stack gets its errors; an
//     entry that was exited since (`live` is false) gets none from those above it.
// (2) run() and bind() do not exit after an exception: the domain on top of the stack handles the
//     error when it arrives as uncaught.
// (3) The handler of a domain runs in the domain around it, which gets the errors of the handler.

const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { context, enter, followPromises, withKey, withoutKey } = require('internal/async_context');
const { addCaptureCallback } = require('internal/process/fatal');
const { Timeout, Immediate } = require('internal/timers');
const {
  ArrayPrototypeFindLastIndex, ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeSlice, ArrayPrototypeToSpliced, ObjectAssign, ObjectDefineProperty: defineProperty,
  ObjectFreeze, ReflectApply, SafeArray, Symbol,
} = primordials;

const kDomain = Symbol('domain');

followPromises();

// ---- The stack ----

const NONE = ObjectFreeze([]);
let untouched = true;     // `process.domain` is null until a domain was entered

const stackNow = () => context.frame?.get(kDomain) ?? NONE;
const topOf = (stack) => stack?.[stack.length - 1]?.domain;
const activeDomain = () => topOf(context.frame?.get(kDomain));

function setStack(stack) {
  untouched = false;
  enter(stack.length === 0 ? withoutKey(kDomain) : withKey(kDomain, stack));
}

const shown = () => activeDomain() ?? (untouched ? null : undefined);
defineProperty(process, 'domain', {
  __proto__: null, enumerable: true, configurable: true,
  get: shown,
  set(domain) { setStack(domain ? [{ __proto__: null, domain, live: true }] : NONE); },
});

// ---- Errors ----

function mark(error, domain, properties) {
  if ((typeof error !== 'object' || error === null) && typeof error !== 'function')
    return;
  defineProperty(error, 'domain', { __proto__: null, value: domain, writable: true,
                                    enumerable: false, configurable: true });
  ObjectAssign(error, properties);
}

// Called before 'uncaughtException' is emitted. Returns whether a domain has handled the error.
function handle(error) {
  const stack = stackNow();
  if (stack.length === 0)
    return false;
  const domain = topOf(stack);
  const fromEmitter = error?.domainEmitter !== undefined && error.domain === domain;
  if (!fromEmitter)
    mark(error, domain, { __proto__: null, domainThrown: true });
  const live = new SafeArray();
  for (let i = 0; i < stack.length - 1; i++) {
    if (stack[i].live)
      live.push(stack[i]);
  }
  const outer = ArrayPrototypeSlice.call(live);
  setStack(outer);
  const heard = domain.listenerCount('error') > 0;
  if (outer.length === 0)
    return heard && domain.emit('error', error);
  return handleNested(domain, error, heard);
}

function handleNested(domain, error, heard) {
  if (!heard)
    return handle(error);
  try {
    domain.emit('error', error);
    setStack(NONE);
    return true;
  } catch (another) {
    if (activeDomain() === undefined)
      throw another;
    return handle(another);
  }
}
addCaptureCallback(handle);

// ---- Domain ----

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
  }

  enter() {
    const stack = stackNow();
    const entry = { __proto__: null, domain: this, live: true };
    setStack(ArrayPrototypeToSpliced.call(stack, stack.length, 0, entry));
  }

  exit() {
    const stack = stackNow();
    const at = ArrayPrototypeFindLastIndex.call(stack, (entry) => entry.domain === this);
    if (at === -1)
      return;
    for (let i = at; i < stack.length; i++)
      stack[i].live = false;
    setStack(ArrayPrototypeToSpliced.call(stack, at, stack.length - at));
  }

  add(emitter) {
    if (emitter.domain === this)
      return;
    if (emitter.domain)
      emitter.domain.remove(emitter);
    // Two domains that contain each other would pass an error around forever.
    if (this.domain && emitter instanceof Domain) {
      for (let each = this.domain; each; each = each.domain) {
        if (each === emitter)
          return;
      }
    }
    setDomain(emitter, this);
    ArrayPrototypePush.call(this.members, emitter);
  }

  remove(emitter) {
    emitter.domain = null;
    const at = ArrayPrototypeIndexOf.call(this.members, emitter);
    if (at !== -1)
      this.members = ArrayPrototypeToSpliced.call(this.members, at, 1);
  }

  run(fn, ...args) {
    this.enter();
    const result = ReflectApply(fn, this, args);
    this.exit();
    return result;
  }

  bind(callback) {
    const domain = this;
    return setDomain(function(...args) {
      domain.enter();
      const result = ReflectApply(callback, this, args);
      domain.exit();
      return result;
    }, this);
  }

  intercept(callback) {
    const domain = this;
    return setDomain(function(...args) {
      if (args[0] instanceof primordials.Error) {
        mark(args[0], domain, { __proto__: null, domainBound: callback, domainThrown: false });
        domain.emit('error', args[0]);
        return undefined;
      }
      domain.enter();
      const result = ReflectApply(callback, this, ArrayPrototypeSlice.call(args, 1));
      domain.exit();
      return result;
    }, this);
  }

  _errorHandler(error) { return handle(error); }
}

function setDomain(object, domain) {
  return defineProperty(object, 'domain', { __proto__: null, value: domain, writable: true,
                                            enumerable: false, configurable: true });
}

// ---- Emitters and timers ----

EventEmitter.usingDomains = true;
const plainInit = EventEmitter.init;
const plainEmit = EventEmitter.prototype.emit;

EventEmitter.init = function(options) {
  const active = activeDomain();
  setDomain(this, active !== undefined && !(this instanceof Domain) ? active : null);
  return ReflectApply(plainInit, this, [options]);
};

EventEmitter.prototype.emit = function emit(type, first) {
  const { domain } = this;
  if (domain === null || domain === undefined || this === process)
    return ReflectApply(plainEmit, this, arguments);
  let args = arguments;
  if (type === 'error') {
    if (!first) {
      first = new codes.ERR_UNHANDLED_ERROR(first);
      args = ArrayPrototypeToSpliced.call(arguments, 1, 1, first);
    }
    mark(first, domain, { __proto__: null, domainEmitter: this, domainThrown: false });
    // Without a listener, the domain gets the error, outside of itself.
    if (this.listenerCount('error') === 0)
      return emitOnDomain(domain, first);
  }
  domain.enter();
  const result = ReflectApply(plainEmit, this, args);
  domain.exit();
  return result;
};
defineProperty(EventEmitter.prototype.emit, 'length', { __proto__: null, value: 1 });

function emitOnDomain(domain, error) {
  const { frame } = context;
  const stack = stackNow();
  let at = stack.length;
  while (at > 0 && stack[at - 1].domain === domain)
    at--;
  setStack(ArrayPrototypeToSpliced.call(stack, at, stack.length - at));
  domain.emit('error', error);
  enter(frame);
  return false;
}

function showDomain(Class) {
  defineProperty(Class.prototype, 'domain', {
    __proto__: null, configurable: true,
    get() { return topOf(Class.frameOf(this)?.get(kDomain)); },
    set(domain) { setDomain(this, domain); },
  });
}
showDomain(Timeout);
showDomain(Immediate);

const create = () => new Domain();

module.exports = {
  get _stack() { return ArrayPrototypeMap.call(stackNow(), (entry) => entry.domain); },
  Domain, createDomain: create, create,
};
defineProperty(module.exports, 'active', { __proto__: null, enumerable: true, configurable: true,
                                           get: shown,
                                           set(domain) { process.domain = domain; } });
