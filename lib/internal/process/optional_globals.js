'use strict';
// Globals that options of the command line add or remove.

const { ObjectDefineProperty } = primordials;
const { get: getOption } = internalBinding('options');

function defineLazily(name, load) {
  const set = (value) => {
    ObjectDefineProperty(globalThis, name, {
      __proto__: null, configurable: true, enumerable: false, value, writable: true,
    });
    return value;
  };
  ObjectDefineProperty(globalThis, name, {
    __proto__: null, configurable: true, enumerable: false, set,
    get: () => set(load()),
  });
}

function defineOptionalGlobals() {
  if (getOption('--experimental-eventsource'))
    defineLazily('EventSource', () => require('internal/eventsource').EventSource);
  if (!getOption('--experimental-websocket')) {
    delete globalThis.WebSocket;
    delete globalThis.CloseEvent;
  }
}

module.exports = { defineOptionalGlobals };
