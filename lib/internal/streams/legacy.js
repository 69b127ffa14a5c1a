'use strict';
// Stream: the base of all streams, and the first pipe(), which old-style streams still use.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeUnshift, FunctionPrototypeCall,
  ObjectSetPrototypeOf, ReflectApply, ReflectOwnKeys,
} = primordials;
const EventEmitter = require('events');

function Stream(options) {
  initStream(this, options);
}
// What the constructors of all streams end with. A direct call, unless the program replaced `call`.
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

// Constructors prepare slots for well-known events; those without a listener have no name yet.
Stream.prototype.eventNames = function eventNames() {
  const events = this._events;
  const names = [];
  if (events) {
    const keys = ReflectOwnKeys(events);
    for (let i = 0; i < keys.length; i++) {
      if (events[keys[i]])
        ArrayPrototypePush.call(names, keys[i]);
    }
  }
  return names;
};

// Ahead of the user's listeners, also on emitters that lack prependListener().
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
