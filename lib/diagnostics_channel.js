'use strict';
// node:diagnostics_channel: named channels that pass each message synchronously to all subscribers.
//
// A channel without subscribers costs one property read: hasSubscribers. The first subscriber
// changes the prototype of the channel to ActiveChannel, the last one that leaves changes it back.

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const {
  ArrayPrototypeAt, ArrayPrototypeIndexOf, ArrayPrototypePush,
  ArrayPrototypeSome, ArrayPrototypeToSpliced, FinalizationRegistry,
  FinalizationRegistryPrototypeRegister, ObjectDefineProperty, ObjectGetPrototypeOf,
  ObjectSetPrototypeOf, Promise, PromisePrototypeThen, ReflectApply, SafeMap, SafeSet,
  SymbolDispose, SymbolHasInstance, WeakRef, WeakRefPrototypeDeref,
} = primordials;

// Name -> WeakRef of the channel. A channel with subscribers is in `held`, so it is not collected.
const channels = new SafeMap();
const find = (name) => {
  const reference = channels.get(name);
  return reference === undefined ? undefined : WeakRefPrototypeDeref.call(reference);
};
const registry = new FinalizationRegistry((name) => {
  if (find(name) === undefined)
    channels.delete(name);
});
const held = new SafeSet();

function raiseLater(error) {
  process.nextTick(() => { require('internal/process/fatal').raise(error); });
}

class ActiveChannel {
  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    this._subscribers =
      ArrayPrototypeToSpliced.call(this._subscribers, this._subscribers.length, 0, subscription);
    held.add(this);
  }

  unsubscribe(subscription) {
    const at = ArrayPrototypeIndexOf.call(this._subscribers, subscription);
    if (at < 0)
      return false;
    this._subscribers = ArrayPrototypeToSpliced.call(this._subscribers, at, 1);
    deactivateIfUnused(this);
    return true;
  }

  bindStore(store, transform) {
    this._stores.set(store, transform);
    held.add(this);
  }

  unbindStore(store) {
    const known = this._stores.delete(store);
    deactivateIfUnused(this);
    return known;
  }

  get hasSubscribers() { return true; }

  publish(data) {
    const subscribers = this._subscribers;
    for (let i = 0; i < subscribers.length; i++) {
      const subscription = subscribers[i];
      try {
        subscription(data, this.name);
      } catch (error) {
        raiseLater(error);
      }
    }
  }

  runStores(data, fn, thisArg, ...args) {
    let run = () => {
      this.publish(data);
      return ReflectApply(fn, thisArg, args);
    };
    this._stores.forEach((transform, store) => {
      const inner = run;
      run = () => {
        let context = data;
        if (transform) {
          try {
            context = transform(data);
          } catch (error) {
            raiseLater(error);
            return inner();
          }
        }
        return store.run(context, inner);
      };
    });
    return run();
  }

  withStoreScope(data) { return new RunStoresScope(this, data); }
}

// Enters the stores of a channel until the scope is disposed.
class RunStoresScope {
  #scopes = [];

  constructor(channel, data) {
    channel._stores.forEach((transform, store) => {
      let context = data;
      if (transform) {
        try {
          context = transform(data);
        } catch (error) {
          raiseLater(error);
          return;
        }
      }
      ArrayPrototypePush.call(this.#scopes, store.withScope(context));
    });
    channel.publish(data);
  }

  [SymbolDispose]() {
    const scopes = this.#scopes;
    this.#scopes = [];
    for (let i = scopes.length - 1; i >= 0; i--)
      scopes[i].dispose();
  }
}

class Channel {
  name;     // an own property, whatever Object.prototype has

  constructor(name) {
    this._subscribers = undefined;
    this._stores = undefined;
    this.name = name;
    this._index = undefined;     // as Node's have
    channels.set(name, new WeakRef(this));
    FinalizationRegistryPrototypeRegister.call(registry, this, name);
  }

  static [SymbolHasInstance](instance) {
    const prototype = instance && ObjectGetPrototypeOf(instance);
    return prototype === Channel.prototype || prototype === ActiveChannel.prototype;
  }

  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    activate(this).subscribe(subscription);
  }
  unsubscribe() { return false; }
  bindStore(store, transform) { activate(this).bindStore(store, transform); }
  unbindStore() { return false; }
  get hasSubscribers() { return false; }
  publish() {}
  runStores(data, fn, thisArg, ...args) { return ReflectApply(fn, thisArg, args); }
  withStoreScope() { return { [SymbolDispose]() {} }; }
}

function activate(channel) {
  ObjectSetPrototypeOf(channel, ActiveChannel.prototype);
  channel._subscribers = [];
  channel._stores = new SafeMap();
  return channel;
}

function deactivateIfUnused(channel) {
  if (channel._subscribers.length > 0 || channel._stores.size > 0)
    return;
  ObjectSetPrototypeOf(channel, Channel.prototype);
  channel._subscribers = undefined;
  channel._stores = undefined;
  held.delete(channel);
}

function channel(name) {
  const known = find(name);
  if (known !== undefined)
    return known;
  if (typeof name !== 'string' && typeof name !== 'symbol')
    throw new ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  return new Channel(name);
}

const subscribe = (name, subscription) => channel(name).subscribe(subscription);
const unsubscribe = (name, subscription) => channel(name).unsubscribe(subscription);
const hasSubscribers = (name) => find(name)?.hasSubscribers ?? false;

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
const BOUNDS = ['start', 'end'];

function channelOf(nameOrChannels, event) {
  if (typeof nameOrChannels === 'string')
    return channel(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
    const own = nameOrChannels[event];
    if (own === undefined || own === null)
      throw new primordials.TypeError('Cannot convert undefined or null to object');
    if (!(own instanceof Channel))
      throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], own);
    return own;
  }
  throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', 'object', 'TracingChannel'],
                                 nameOrChannels);
}

// Calls settled(key, value) when the result settles. For a plain promise it returns another one, so
// that settled() is called before the caller's reactions. Another thenable is returned unchanged.
function followResult(result, fn, context, settled) {
  if (typeof result?.then !== 'function') {
    context.result = result;
    const name = fn.name || '<anonymous>';
    process.emitWarning(
      `tracePromise was called with the function '${name}', which returned a non-thenable.`);
    return result;
  }
  if (ObjectGetPrototypeOf(result) !== Promise.prototype) {
    result.then((value) => settled('result', value), (reason) => settled('error', reason));
    return result;
  }
  return PromisePrototypeThen.call(result, (value) => {
    settled('result', value);
    return value;
  }, (reason) => {
    settled('error', reason);
    throw reason;
  });
}

function defineChannels(group, events, nameOrChannels) {
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    ObjectDefineProperty(group, event, {
      __proto__: null, enumerable: true, value: channelOf(nameOrChannels, event),
    });
  }
}

function subscribeAll(group, events, handlers) {
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    if (handlers[event])
      group[event].subscribe(handlers[event]);
  }
}

// Returns false if a handler was not subscribed.
function unsubscribeAll(group, events, handlers) {
  let done = true;
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    if (handlers[event] && !group[event].unsubscribe(handlers[event]))
      done = false;
  }
  return done;
}

// Traces the synchronous part: 'start' and 'end' around call(), 'error' if it throws.
function enclose({ start, end, error }, context, call) {
  return start.runStores(context, () => {
    try {
      return call();
    } catch (thrown) {
      context.error = thrown;
      error.publish(context);
      throw thrown;
    } finally {
      end.publish(context);
    }
  });
}

// Five channels that trace one operation: start and end, asynchronous start and end, error.
class TracingChannel {
  constructor(nameOrChannels) {
    defineChannels(this, EVENTS, nameOrChannels);
  }

  get hasSubscribers() {
    return ArrayPrototypeSome.call(EVENTS, (event) => this[event].hasSubscribers);
  }

  subscribe(handlers) { subscribeAll(this, EVENTS, handlers); }

  unsubscribe(handlers) { return unsubscribeAll(this, EVENTS, handlers); }

  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers)
      return ReflectApply(fn, thisArg, args);
    return enclose(this, context, () => context.result = ReflectApply(fn, thisArg, args));
  }

  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers)
      return ReflectApply(fn, thisArg, args);
    const { asyncStart, asyncEnd, error } = this;
    const settled = (key, value) => {
      context[key] = value;
      if (key === 'error')
        error.publish(context);
      asyncStart.runStores(context, () => asyncEnd.publish(context));
    };
    return enclose(this, context,
                   () => followResult(ReflectApply(fn, thisArg, args), fn, context, settled));
  }

  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers)
      return ReflectApply(fn, thisArg, args);
    const { asyncStart, asyncEnd, error } = this;
    const callback = ArrayPrototypeAt.call(args, position);
    validateFunction(callback, 'callback');
    function wrapped(...results) {
      const failure = results[0], result = results[1];
      if (failure) {
        context.error = failure;
        error.publish(context);
      } else {
        context.result = result;
      }
      return asyncStart.runStores(context, () => {
        try {
          return ReflectApply(callback, this, results);
        } finally {
          asyncEnd.publish(context);
        }
      });
    }
    args[position < 0 ? args.length + position : position] = wrapped;
    return enclose(this, context, () => ReflectApply(fn, thisArg, args));
  }
}

class BoundedChannelScope {
  #end;
  #scope;
  #context;

  constructor({ start, end }, context) {
    this.#end = end;
    this.#context = context;
    this.#scope = start.withStoreScope(context);
  }

  [SymbolDispose]() {
    if (this.#scope === undefined)
      return;
    this.#end.publish(this.#context);
    this.#scope[SymbolDispose]();
    this.#scope = undefined;
  }
}

// Two channels that trace a synchronous operation.
class BoundedChannel {
  constructor(nameOrChannels) {
    defineChannels(this, BOUNDS, nameOrChannels);
  }

  get hasSubscribers() { return this.start.hasSubscribers || this.end.hasSubscribers; }

  subscribe(handlers) { subscribeAll(this, BOUNDS, handlers); }

  unsubscribe(handlers) { return unsubscribeAll(this, BOUNDS, handlers); }

  withScope(context = {}) { return new BoundedChannelScope(this, context); }

  run(context = {}, fn, thisArg, ...args) {
    return this.start.runStores(context, () => {
      try {
        return ReflectApply(fn, thisArg, args);
      } finally {
        this.end.publish(context);
      }
    });
  }
}

const boundedChannel = (nameOrChannels) => new BoundedChannel(nameOrChannels);
const tracingChannel = (nameOrChannels) => new TracingChannel(nameOrChannels);

module.exports = {
  channel, hasSubscribers, subscribe, tracingChannel, unsubscribe, boundedChannel, Channel,
  BoundedChannel,
};

// The console publishes on these channels, if this module is loaded.
require('internal/console/shared').channels = {
  log: channel('console.log'), info: channel('console.info'), debug: channel('console.debug'),
  warn: channel('console.warn'), error: channel('console.error'),
};
