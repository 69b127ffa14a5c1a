'use strict';
// process.finalization: callbacks for objects that still live when the process ends.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSplice,
  FinalizationRegistry, FinalizationRegistryPrototypeRegister, WeakRef, WeakRefPrototypeDeref,
} = primordials;
const { validateObject, kValidateObjectAllowObjects } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/util');

const EVENTS = ['exit', 'beforeExit'];
const held = { __proto__: null, exit: [], beforeExit: [] };
let registry;

function forget(entry) {
  for (let i = 0; i < EVENTS.length; i++) {
    const event = EVENTS[i];
    const list = held[event];
    const at = ArrayPrototypeIndexOf.call(list, entry);
    if (at >= 0)
      ArrayPrototypeSplice.call(list, at, 1);
    if (list.length === 0)
      process.removeListener(event, handlers[event]);
  }
}

function runAll(event) {
  const entries = held[event];
  for (let i = 0; i < entries.length; i++) {
    const { ref, callback } = entries[i];
    const object = WeakRefPrototypeDeref.call(ref);
    if (object !== undefined)
      callback(object, event);
  }
  held[event] = [];
}

const handlers = {
  __proto__: null, exit: () => runAll('exit'), beforeExit: () => runAll('beforeExit'),
};

function add(event, object, callback) {
  if (held[event].length === 0)
    process.on(event, handlers[event]);
  registry ??= new FinalizationRegistry(forget);
  const entry = { ref: new WeakRef(object), callback };
  FinalizationRegistryPrototypeRegister.call(registry, object, entry, entry.ref);
  ArrayPrototypePush.call(held[event], entry);
}

function register(obj, callback) {
  validateObject(obj, 'obj', kValidateObjectAllowObjects);
  emitExperimentalWarning('process.finalization.register');
  add('exit', obj, callback);
}

function registerBeforeExit(obj, callback) {
  validateObject(obj, 'obj', kValidateObjectAllowObjects);
  emitExperimentalWarning('process.finalization.registerBeforeExit');
  add('beforeExit', obj, callback);
}

function unregister(obj) {
  emitExperimentalWarning('process.finalization.unregister');
  if (!obj)
    return;
  for (let i = 0; i < EVENTS.length; i++) {
    const entries = ArrayPrototypeSlice.call(held[EVENTS[i]]);
    for (let j = 0; j < entries.length; j++) {
      if (WeakRefPrototypeDeref.call(entries[j].ref) === obj)
        forget(entries[j]);
    }
  }
}

module.exports = { finalization: { register, registerBeforeExit, unregister } };
