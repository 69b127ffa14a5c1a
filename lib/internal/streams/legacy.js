'use strict';
// Stream: the base of all streams, and the first pipe(), which old-style streams still use.

const EventEmitter = require('events');

function Stream(options) {
  EventEmitter.call(this, options);
}
Object.setPrototypeOf(Stream.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Stream, EventEmitter);

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
    if (EventEmitter.prototype.listenerCount.call(this, 'error') === 0)
      this.emit('error', err);
  }

  const links = [
    [source, 'data', onData], [dest, 'drain', onDrain], [source, 'error', onError],
    [dest, 'error', onError], [source, 'end', cleanup], [source, 'close', cleanup],
    [dest, 'close', cleanup],
  ];
  if (!dest._isStdio && options?.end !== false)
    links.push([source, 'end', onEnd], [source, 'close', onClose]);
  function cleanup() {
    for (const [emitter, event, listener] of links)
      emitter.removeListener(event, listener);
  }
  for (const [emitter, event, listener] of links) {
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
    for (const name of Reflect.ownKeys(events))
      if (events[name])
        names.push(name);
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
  else if (Array.isArray(old))
    old.unshift(fn);
  else
    emitter._events[event] = [fn, old];
}

module.exports = { Stream, prependListener };
