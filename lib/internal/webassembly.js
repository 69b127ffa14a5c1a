'use strict';
// WebAssembly: the engine's, whose promises keep the process alive.
//
// (1) The engine compiles on threads of its own and settles the promise when the loop next polls.
//     It does not say what is under way, so the promises that it returned are looked through after
//     each such work (housekeeping.c).
// (2) Nothing is attached to a promise: that would mark its rejection as handled.

const { ObjectDefineProperty, PromisePrototypeThen, SafeArray } = primordials;
const { wasm } = require('internal/bootstrap/loader');
const { awaitEngine, setHook, kEngineWork } = internalBinding('task_queue');
const { getPromiseDetails } = internalBinding('util');

const PENDING = 0;
let pending = new SafeArray();

function release() {
  const left = new SafeArray();
  for (let i = 0; i < pending.length; i++) {
    if (getPromiseDetails(pending[i])[0] === PENDING)
      left.push(pending[i]);
  }
  pending = left;
  if (left.length === 0)
    awaitEngine(false);
}

// Where the engine does not let a promise be read, its outcome is asked for, despite (2).
let unread = 0;
function releaseUnread() {
  if (--unread === 0 && pending.length === 0)
    awaitEngine(false);
}

function hold(promise) {
  const details = getPromiseDetails(promise);
  if (details === undefined) {
    unread++;
    PromisePrototypeThen.call(promise, releaseUnread, releaseUnread);
  } else if (details[0] === PENDING) {
    pending.push(promise);
  } else {
    return;
  }
  awaitEngine(true);
}

function keepAlive(name) {
  const original = wasm[name];
  if (typeof original !== 'function')
    return;
  // A plain call: by Reflect.apply() of another realm the rejection would be that realm's.
  const { [name]: replacement } = {
    [name](source, imports, options) {
      const promise = original(source, imports, options);
      hold(promise);
      return promise;
    },
  };
  ObjectDefineProperty(replacement, 'length', {
    __proto__: null, value: original.length, configurable: true,
  });
  ObjectDefineProperty(wasm, name, {
    __proto__: null, value: replacement, writable: true, enumerable: true, configurable: true,
  });
}

setHook(kEngineWork, release);
keepAlive('compile');
keepAlive('instantiate');

module.exports = { WebAssembly: wasm };
