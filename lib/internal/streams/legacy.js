'use strict';
// Stream: the base class of all streams, with the pipe() of old-style streams.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeUnshift,
  FunctionPrototypeCall, ObjectSetPrototypeOf, ReflectApply, ReflectOwnKeys, SafeArray,
} = primordials;
const EventEmitter = require('events');

function Stream(options) {
  initStream(this, options);
}
// Calls the constructor of EventEmitter: directly, unless the program has replaced its `call`.
function initStream(stream, options) {
  if (EventEmitter.call === FunctionPrototypeCall)
    EventEmitter.call(stream, options);
  else
    ReflectApply(EventEmitter, stream, [options]);
}
ObjectSetPrototypeOf(Stream.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Stream, EventEmitter);

Stream.prototype.pipe = function(dest, options) {
  const source = this;
  let ended = false;

  const onData = (chunk) => {
    if (dest.writable && dest.write(chunk) === false && source.pause)
      source.pause();
  };
  const onDrain = () => {
    if (source.readable && source.resume)
      source.resume();
  };
  const finish = (how) => {
    if (ended)
      return;
    ended = true;
    how();
  };
  const onEnd = () => finish(() => dest.end());
  const onClose = () => finish(() => typeof dest.destroy === 'function' && dest.destroy());
  function onError(err) {
    cleanup();
    if (ReflectApply(EventEmitter.prototype.listenerCount, this, ['error']) === 0)
      this.emit('error', err);
  }

  const link = (emitter, event, listener) => ({ __proto__: null, emitter, event, listener });
  const links = [
    link(source, 'data', onData), link(dest, 'drain', onDrain), link(source, 'error', onError),
    link(dest, 'error', onError), link(source, 'end', cleanup), link(source, 'close', cleanup),
    link(dest, 'close', cleanup),
  ];
  if (!dest._isStdio && options?.end !== false)
    ArrayPrototypePush.call(links, link(source, 'end', onEnd), link(source, 'close', onClose));
  function cleanup() {
    for (let i = 0; i < links.length; i++)
      links[i].emitter.removeListener(links[i].event, links[i].listener);
  }
  for (let i = 0; i < links.length; i++) {
    const { emitter, event, listener } = links[i];
    if (event === 'error')
      prependListener(emitter, event, listener);
    else
      emitter.on(event, listener);
  }
  dest.emit('pipe', source);
  return dest;
};

// Constructors define the common events as undefined: those without a listener do not count.
Stream.prototype.eventNames = function eventNames() {
  const events = this._events;
  const names = new SafeArray();
  if (events) {
    const keys = ReflectOwnKeys(events);
    for (let i = 0; i < keys.length; i++) {
      if (events[keys[i]])
        names.push(keys[i]);
    }
  }
  return ArrayPrototypeSlice.call(names);
};

// Adds a listener before all others, also to emitters that lack prependListener().
function prependListener(emitter, event, fn) {
  if (typeof emitter.prependListener === 'function')
    return emitter.prependListener(event, fn);
  const old = emitter._events?.[event];
  if (!old)
    emitter.on(event, fn);
  else if (ArrayIsArray(old))
    ArrayPrototypeUnshift.call(old, fn);
  else
    emitter._events[event] = [fn, old];
}

module.exports = { Stream, initStream, prependListener };
