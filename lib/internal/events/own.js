'use strict';
// What events.js shares with streams: the methods as the runtime has them, which a program cannot
// replace here. A stream that still has them may call its listeners directly
// (internal/streams/emit).

const { Symbol } = primordials;

module.exports = { __proto__: null, emit: null, kCapture: Symbol('kCapture'), listenerCount: null };
