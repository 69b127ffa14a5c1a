'use strict';
// What events.js shares with streams: the methods as the runtime has them, which a program cannot
// replace here. A stream that still has them may call its listeners directly
// (internal/streams/emit). And what it shares with event targets, which do not load it.

const { Symbol } = primordials;

module.exports = {
  __proto__: null, emit: null, kCapture: Symbol('kCapture'), listenerCount: null,
  defaultMaxListeners: 10,
  kMaxEventTargetListeners: Symbol('events.maxEventTargetListeners'),
  kMaxEventTargetListenersWarned: Symbol('events.maxEventTargetListenersWarned'),
};
