'use strict';
// node:domain. The active domain is a key of the async context, so it follows timers, ticks and
// requests by itself; emitters keep theirs. Nothing of this runs before the module is required.
//
// (1) The frame holds the stack of entered domains, as a list that is never changed: a callback
//     begins with the stack it was made in. Of that, only the top hears its errors: an entry that
//     was left since (`live` is false) gets none from those above it.
// (2) run() and bind() do not exit after an exception: the domain that is on top when the error
//     arrives as uncaught is the one to handle it.
// (3) A domain's handler runs in the domain around it; what it throws goes there.

const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { context, enter, followPromises, withKey, withoutKey } = require('internal/async_context');
const { addCaptureCallback } = require('internal/process/fatal');
const { Timeout, Immediate } = require('internal/timers');
const { ReflectApply } = primordials;
const { defineProperty } = Object;

const kDomain = Symbol('domain');

followPromises();

// ---- The stack ----

const NONE = Object.freeze([]);
let untouched = true;     // `process.domain` is null until a domain was entered

const stackNow = () => context.frame?.get(kDomain) ?? NONE;
const activeDomain = () => context.frame?.get(kDomain)?.at(-1).domain;

function setStack(stack) {
  untouched = false;
  enter(stack.length === 0 ? withoutKey(kDomain) : withKey(kDomain, stack));
}

const shown = () => activeDomain() ?? (untouched ? null : undefined);
defineProperty(process, 'domain', {
  __proto__: null, enumerable: true, configurable: true,
  get: shown,
  set(domain) { setStack(domain ? [{ domain, live: true }] : NONE); },
});

// ---- Errors ----

function mark(error, domain, properties) {
  if ((typeof error !== 'object' || error === null) && typeof error !== 'function')
    return;
  defineProperty(error, 'domain', { __proto__: null, value: domain, writable: true,
                                    enumerable: false, configurable: true });
  Object.assign(error, properties);
}

// Whether a domain took the error. Asked before 'uncaughtException' is emitted.
function handle(error) {
  const stack = stackNow();
  if (stack.length === 0)
    return false;
  const { domain } = stack.at(-1);
  const fromEmitter = error?.domainEmitter !== undefined && error.domain === domain;
  if (!fromEmitter)
    mark(error, domain, { domainThrown: true });
  const outer = stack.slice(0, -1).filter((entry) => entry.live);
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

  enter() { setStack([...stackNow(), { domain: this, live: true }]); }

  exit() {
    const stack = stackNow();
    const at = stack.findLastIndex((entry) => entry.domain === this);
    if (at === -1)
      return;
    for (let i = at; i < stack.length; i++)
      stack[i].live = false;
    setStack(stack.slice(0, at));
  }

  add(emitter) {
    if (emitter.domain === this)
      return;
    if (emitter.domain)
      emitter.domain.remove(emitter);
    // Two domains in each other would send an error round for ever.
    if (this.domain && emitter instanceof Domain) {
      for (let each = this.domain; each; each = each.domain) {
        if (each === emitter)
          return;
      }
    }
    setDomain(emitter, this);
    this.members.push(emitter);
  }

  remove(emitter) {
    emitter.domain = null;
    const at = this.members.indexOf(emitter);
    if (at !== -1)
      this.members.splice(at, 1);
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
      if (args[0] instanceof Error) {
        mark(args[0], domain, { domainBound: callback, domainThrown: false });
        domain.emit('error', args[0]);
        return undefined;
      }
      domain.enter();
      const result = ReflectApply(callback, this, args.slice(1));
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

EventEmitter.prototype.emit = function emit(type, ...args) {
  const { domain } = this;
  if (domain === null || domain === undefined || this === process)
    return ReflectApply(plainEmit, this, [type, ...args]);
  if (type === 'error') {
    if (args.length === 0 || !args[0])
      args[0] = new codes.ERR_UNHANDLED_ERROR(args[0]);
    mark(args[0], domain, { domainEmitter: this, domainThrown: false });
    // Nobody listens: it is the domain's, and in nobody's domain while it is told.
    if (this.listenerCount('error') === 0)
      return tellDomain(domain, args[0]);
  }
  domain.enter();
  const result = ReflectApply(plainEmit, this, [type, ...args]);
  domain.exit();
  return result;
};

function tellDomain(domain, error) {
  const { frame } = context;
  const stack = stackNow();
  let at = stack.length;
  while (at > 0 && stack[at - 1].domain === domain)
    at--;
  setStack(stack.slice(0, at));
  domain.emit('error', error);
  enter(frame);
  return false;
}

for (const Class of [Timeout, Immediate]) {
  defineProperty(Class.prototype, 'domain', {
    __proto__: null, configurable: true,
    get() { return Class.frameOf(this)?.get(kDomain)?.at(-1).domain; },
    set(domain) { setDomain(this, domain); },
  });
}

const create = () => new Domain();

module.exports = {
  get _stack() { return stackNow().map((entry) => entry.domain); },
  Domain, createDomain: create, create,
};
defineProperty(module.exports, 'active', { __proto__: null, enumerable: true, configurable: true,
                                           get: shown,
                                           set(domain) { process.domain = domain; } });
