'use strict';
// node:diagnostics_channel: named channels; a message goes to all who subscribed, at once.
//
// A channel without subscribers costs one property read: hasSubscribers. It turns into an
// ActiveChannel, by its prototype, when the first one comes, and back when the last one leaves.

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { ReflectApply, PromisePrototypeThen } = primordials;

// Kept while somebody subscribes or the program holds the channel.
const channels = new Map();
const registry = new FinalizationRegistry((name) => {
  if (channels.get(name)?.deref() === undefined)
    channels.delete(name);
});
const held = new Set();

function raiseLater(error) {
  process.nextTick(() => { require('internal/process/fatal').raise(error); });
}

class ActiveChannel {
  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    this._subscribers = [...this._subscribers, subscription];
    held.add(this);
  }

  unsubscribe(subscription) {
    const at = this._subscribers.indexOf(subscription);
    if (at < 0)
      return false;
    this._subscribers = this._subscribers.toSpliced(at, 1);
    maybeRest(this);
    return true;
  }

  bindStore(store, transform) {
    this._stores.set(store, transform);
    held.add(this);
  }

  unbindStore(store) {
    const known = this._stores.delete(store);
    maybeRest(this);
    return known;
  }

  get hasSubscribers() { return true; }

  publish(data) {
    for (const subscription of this._subscribers) {
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
    for (const [store, transform] of this._stores) {
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
    }
    return run();
  }
}

class Channel {
  constructor(name) {
    this._subscribers = undefined;
    this._stores = undefined;
    this.name = name;
    channels.set(name, new WeakRef(this));
    registry.register(this, name);
  }

  static [Symbol.hasInstance](instance) {
    const prototype = instance && Object.getPrototypeOf(instance);
    return prototype === Channel.prototype || prototype === ActiveChannel.prototype;
  }

  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    wake(this).subscribe(subscription);
  }
  unsubscribe() { return false; }
  bindStore(store, transform) { wake(this).bindStore(store, transform); }
  unbindStore() { return false; }
  get hasSubscribers() { return false; }
  publish() {}
  runStores(data, fn, thisArg, ...args) { return ReflectApply(fn, thisArg, args); }
}

function wake(channel) {
  Object.setPrototypeOf(channel, ActiveChannel.prototype);
  channel._subscribers = [];
  channel._stores = new Map();
  return channel;
}

function maybeRest(channel) {
  if (channel._subscribers.length > 0 || channel._stores.size > 0)
    return;
  Object.setPrototypeOf(channel, Channel.prototype);
  channel._subscribers = undefined;
  channel._stores = undefined;
  held.delete(channel);
}

function channel(name) {
  const known = channels.get(name)?.deref();
  if (known !== undefined)
    return known;
  if (typeof name !== 'string' && typeof name !== 'symbol')
    throw new ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  return new Channel(name);
}

const subscribe = (name, subscription) => channel(name).subscribe(subscription);
const unsubscribe = (name, subscription) => channel(name).unsubscribe(subscription);
const hasSubscribers = (name) => channels.get(name)?.deref()?.hasSubscribers ?? false;

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
const BOUNDS = ['start', 'end'];

function channelOf(nameOrChannels, event) {
  if (typeof nameOrChannels === 'string')
    return channel(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
    const own = nameOrChannels[event];
    if (!(own instanceof Channel))
      throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], own);
    return own;
  }
  throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', 'object', 'TracingChannel'],
                                 nameOrChannels);
}

// Tells settled(key, value) of the end. A plain promise is followed by another, so that the end is
// told before the caller hears of it; a thenable of somebody else's is handed back as it is.
function watch(result, fn, context, settled) {
  if (typeof result?.then !== 'function') {
    context.result = result;
    const name = fn.name || '<anonymous>';
    process.emitWarning(
      `tracePromise was called with the function '${name}', which returned a non-thenable.`);
    return result;
  }
  if (Object.getPrototypeOf(result) !== Promise.prototype) {
    result.then((value) => settled('result', value), (reason) => settled('error', reason));
    return result;
  }
  return PromisePrototypeThen(result, (value) => {
    settled('result', value);
    return value;
  }, (reason) => {
    settled('error', reason);
    throw reason;
  });
}

function defineChannels(group, events, nameOrChannels) {
  for (const event of events) {
    Object.defineProperty(group, event, {
      __proto__: null, enumerable: true, value: channelOf(nameOrChannels, event),
    });
  }
}

function subscribeAll(group, events, handlers) {
  for (const event of events) {
    if (handlers[event])
      group[event].subscribe(handlers[event]);
  }
}

// False when a handler was not subscribed.
function unsubscribeAll(group, events, handlers) {
  let done = true;
  for (const event of events) {
    if (handlers[event] && !group[event].unsubscribe(handlers[event]))
      done = false;
  }
  return done;
}

// The synchronous part of what is traced: 'start' and 'end' around call(), 'error' where it throws.
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

// Five channels that tell of one action: its start and end, its asynchronous end, its failure.
class TracingChannel {
  constructor(nameOrChannels) {
    defineChannels(this, EVENTS, nameOrChannels);
  }

  get hasSubscribers() { return EVENTS.some((event) => this[event].hasSubscribers); }

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
                   () => watch(ReflectApply(fn, thisArg, args), fn, context, settled));
  }

  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers)
      return ReflectApply(fn, thisArg, args);
    const { asyncStart, asyncEnd, error } = this;
    const callback = args.at(position);
    validateFunction(callback, 'callback');
    function wrapped(...results) {
      const [failure, result] = results;
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
    args.splice(position, 1, wrapped);
    return enclose(this, context, () => ReflectApply(fn, thisArg, args));
  }
}

// Two channels around something synchronous.
class BoundedChannel {
  constructor(nameOrChannels) {
    defineChannels(this, BOUNDS, nameOrChannels);
  }

  get hasSubscribers() { return this.start.hasSubscribers || this.end.hasSubscribers; }

  subscribe(handlers) { subscribeAll(this, BOUNDS, handlers); }

  unsubscribe(handlers) { return unsubscribeAll(this, BOUNDS, handlers); }

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

// The console publishes on these; it learns of them only here.
require('internal/console/shared').channels = {
  log: channel('console.log'), info: channel('console.info'), debug: channel('console.debug'),
  warn: channel('console.warn'), error: channel('console.error'),
};
