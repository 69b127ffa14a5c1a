'use strict';
// Shared by events.js and streams: the runtime's own methods of emitters, which a program cannot
// replace here. A stream that still has them may call its listeners directly
// (internal/streams/emit). Also functions that events.js shares with event targets, which do not
// load it.

const { Symbol } = primordials;

module.exports = {
  __proto__: null, emit: null, kCapture: Symbol('kCapture'), listenerCount: null,
  defaultMaxListeners: 10,
  kMaxEventTargetListeners: Symbol('events.maxEventTargetListeners'),
  kMaxEventTargetListenersWarned: Symbol('events.maxEventTargetListenersWarned'),
};
