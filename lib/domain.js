'use strict';
// node:domain, deprecated: errors of whatever a domain's run() leads to come to the domain.
//
// (1) The domains that are entered are a list in the async context: callbacks find it again, and
//     an error that nobody caught is told in the context it was thrown in.
// (2) Emitters made inside a domain belong to it: their events run in it, their 'error' goes to it
//     when nobody else listens.
// (3) A domain's own 'error' listeners run outside of it.

const EventEmitter = require('events');
const { context, enter, followPromises, withKey } = require('internal/async_context');
const { addCaptureCallback } = require('internal/process/fatal');
const { codes: { ERR_UNHANDLED_ERROR } } = require('internal/errors');
const { ReflectApply } = primordials;

const kStack = Symbol('domains');
const none = Object.freeze([]);

followPromises();

const stack = () => context.frame?.get(kStack) ?? none;
const setStack = (list) => enter(withKey(kStack, list));
const active = () => stack().at(-1) ?? null;

const hidden = (object, key, value) => Object.defineProperty(
  object, key, { __proto__: null, configurable: true, enumerable: false, writable: true, value });

function annotate(error, domain, properties) {
  if ((typeof error !== 'object' && typeof error !== 'function') || error === null)
    return;
  hidden(error, 'domain', domain);
  Object.assign(error, properties);
}

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
  }

  enter() {
    setStack([...stack(), this]);
  }

  // Leaves this domain, and those that were entered after it.
  exit() {
    const list = stack();
    const at = list.lastIndexOf(this);
    if (at >= 0)
      setStack(list.slice(0, at));
  }

  add(emitter) {
    if (emitter.domain === this)
      return;
    if (emitter.domain)
      emitter.domain.remove(emitter);
    // A domain may belong to another, but not in a circle.
    for (let up = this.domain; up && this.domain && emitter instanceof Domain; up = up.domain) {
      if (up === emitter)
        return;
    }
    hidden(emitter, 'domain', this);
    this.members.push(emitter);
  }

  remove(emitter) {
    emitter.domain = null;
    const at = this.members.indexOf(emitter);
    if (at >= 0)
      this.members.splice(at, 1);
  }

  // What fn throws leaves the domain entered: that is how the error finds it.
  run(fn, ...args) {
    this.enter();
    const result = ReflectApply(fn, this, args);
    this.exit();
    return result;
  }

  bind(callback) {
    const self = this;
    function runBound(...args) {
      self.enter();
      const result = ReflectApply(callback, this, args);
      self.exit();
      return result;
    }
    return hidden(runBound, 'domain', this);
  }

  intercept(callback) {
    const self = this;
    function runIntercepted(error, ...args) {
      if (error instanceof Error) {
        annotate(error, self, { domainBound: callback, domainThrown: false });
        self.emit('error', error);
        return undefined;
      }
      self.enter();
      const result = ReflectApply(callback, this, args);
      self.exit();
      return result;
    }
    return runIntercepted;
  }
}

// An error that nobody caught: true when a domain took it. One thrown by a domain's listener goes
// to the domain around it.
function take(error) {
  const list = stack();
  const domain = list.at(-1);
  if (domain === undefined)
    return false;
  annotate(error, domain, { domainThrown: true });
  setStack(list.slice(0, -1));
  if (domain.listenerCount('error') === 0) {
    setStack(none);
    return false;
  }
  try {
    domain.emit('error', error);
  } catch (another) {
    if (!take(another))
      throw another;
  }
  setStack(none);
  return true;
}
addCaptureCallback(take);

Object.defineProperty(process, 'domain', {
  __proto__: null, enumerable: true, configurable: true,
  get: active,
  set(domain) { setStack(domain ? [...stack(), domain] : none); },
});

// ---- Emitters ----

const { init, prototype: { emit } } = EventEmitter;
EventEmitter.usingDomains = true;

EventEmitter.init = function(options) {
  hidden(this, 'domain', this instanceof Domain ? null : active());
  return ReflectApply(init, this, [options]);
};

function emitToDomain(emitter, domain, args) {
  const error = args.length > 0 && args[0] ? args[0] : new ERR_UNHANDLED_ERROR(args[0]);
  annotate(error, domain, { domainEmitter: emitter, domainThrown: false });
  const before = stack();
  setStack(none);
  domain.emit('error', error);
  setStack(before);
  return false;
}

EventEmitter.prototype.emit = function(...args) {
  const { domain } = this;
  const [type] = args;
  if (!domain || this === process || (type === 'error' && this.listenerCount('error') > 0))
    return ReflectApply(emit, this, args);
  if (type === 'error')
    return emitToDomain(this, domain, args.slice(1));
  domain.enter();
  const result = ReflectApply(emit, this, args);
  domain.exit();
  return result;
};

const create = () => new Domain();

module.exports = {
  Domain, create, createDomain: create,
  get active() { return active(); },
  get _stack() { return stack(); },
};
