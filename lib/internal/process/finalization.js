'use strict';
// process.finalization: callbacks for objects that still live when the process ends.

const { validateObject, kValidateObjectAllowObjects } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/util');

const held = { exit: [], beforeExit: [] };
let registry;

function forget(entry) {
  for (const event of Object.keys(held)) {
    const list = held[event];
    const at = list.indexOf(entry);
    if (at >= 0)
      list.splice(at, 1);
    if (list.length === 0)
      process.removeListener(event, handlers[event]);
  }
}

function runAll(event) {
  for (const { ref, callback } of held[event]) {
    const object = ref.deref();
    if (object !== undefined)
      callback(object, event);
  }
  held[event] = [];
}

const handlers = { exit: () => runAll('exit'), beforeExit: () => runAll('beforeExit') };

function add(event, object, callback) {
  if (held[event].length === 0)
    process.on(event, handlers[event]);
  registry ??= new FinalizationRegistry(forget);
  const entry = { ref: new WeakRef(object), callback };
  registry.register(object, entry, entry.ref);
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
  for (const event of Object.keys(held)) {
    for (const entry of [...held[event]]) {
      if (entry.ref.deref() === obj)
        forget(entry);
    }
  }
}

module.exports = { finalization: { register, registerBeforeExit, unregister } };
