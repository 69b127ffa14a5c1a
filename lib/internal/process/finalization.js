'use strict';
// process.finalization: callbacks for objects that still live when the process ends.

const {
  FinalizationRegistry, FinalizationRegistryPrototypeRegister, SafeArray, WeakRef,
  WeakRefPrototypeDeref,
} = primordials;
const { validateObject, kValidateObjectAllowObjects } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/util');

const EVENTS = ['exit', 'beforeExit'];
const held = { __proto__: null, exit: new SafeArray(), beforeExit: new SafeArray() };
let registry;

function forget(entry) {
  for (let i = 0; i < EVENTS.length; i++) {
    const event = EVENTS[i];
    const list = held[event];
    const at = list.indexOf(entry);
    if (at >= 0)
      held[event] = list.filter((each) => each !== entry);
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
  held[event] = new SafeArray();
}

const handlers = {
  __proto__: null, exit: () => runAll('exit'), beforeExit: () => runAll('beforeExit'),
};

function add(event, object, callback) {
  if (held[event].length === 0)
    process.on(event, handlers[event]);
  registry ??= new FinalizationRegistry(forget);
  const entry = { __proto__: null, ref: new WeakRef(object), callback };
  FinalizationRegistryPrototypeRegister.call(registry, object, entry, entry.ref);
  held[event].push(entry);
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
    const entries = held[EVENTS[i]].slice();
    for (let j = 0; j < entries.length; j++) {
      if (WeakRefPrototypeDeref.call(entries[j].ref) === obj)
        forget(entries[j]);
    }
  }
}

module.exports = { finalization: { register, registerBeforeExit, unregister } };
