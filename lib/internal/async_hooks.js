'use strict';
// Async ids and the hooks that are enabled: the state of node:async_hooks.
//
// (1) While no hook is enabled, resources of the runtime have no ids: the cost is one test of
//     context.made.
// (2) When one is enabled, ticks, timers, immediates, microtasks and requests of C call made(), and
//     their callbacks run through here. Promises do not: the engine has no hook for them.
// (3) If a callback throws, it remains the current one until 'uncaughtException' was emitted, like
//     its async context.

const { context, enter } = require('internal/async_context');
const {
  ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeToSpliced,
  ReflectApply, SafeWeakMap,
} = primordials;

const MAIN = { __proto__: null, id: 1, trigger: 0, resource: {}, outer: null };

let lastId = MAIN.id;
let current = MAIN;
let hooks = [];                 // enabled hooks; the array is replaced, never changed
let next = hooks;               // enabled hooks from the end of the current emitHooks() on
let emitting = 0;
const ids = new SafeWeakMap();  // resource that is not destroyed -> its id

const newId = () => ++lastId;
const running = () => current;
const hasHooks = () => hooks.length > 0;

function emitHooks(name, ...args) {
  const list = hooks;
  emitting++;
  for (let i = 0; i < list.length; i++) {
    try {
      list[i]._emit(name, args);
    } catch (error) {
      // The process ends, as in Node: its state is unknown after a hook has failed.
      const { rawDebug, reallyExit } = internalBinding('process');
      rawDebug(`${require('internal/error_stack').stackOf(error)}\n`);
      process.exitCode = 1;
      require('internal/process/fatal').emitExit(1);
      reallyExit(1);
    }
  }
  if (--emitting === 0 && next !== hooks)
    listen(next);
}

// ---- Before and after ----

function begin(id, trigger, resource) {
  current = { __proto__: null, id, trigger, resource, outer: current };
  if (hooks.length > 0)
    emitHooks('before', id);
}

function end() {
  if (hooks.length > 0)
    emitHooks('after', current.id);
  current = current.outer;
}

// Ends the callbacks that have thrown.
function left() {
  while (current !== MAIN) {
    const { resource } = current;
    end();
    if (!(resource instanceof require('internal/timers').Timeout))
      gone(resource);
  }
}

// ---- The end of a resource ----

let destroyed = [];

// Hooks are called later, because a resource may end where no JavaScript can be called; but before
// the program ends.
function destroyLater(id) {
  if (ArrayPrototypePush.call(destroyed, id) > 1)
    return;
  const { made } = context;
  context.made = null;
  require('internal/timers').setFirstImmediate(() => {
    const list = destroyed;
    destroyed = [];
    for (let i = 0; i < list.length; i++)
      emitHooks('destroy', list[i]);
  });
  context.made = made;
}

function gone(resource) {
  const id = ids.get(resource);
  if (id === undefined)
    return;
  ids.delete(resource);
  destroyLater(id);
}

// ---- The runtime's own resources ----

// Wraps the callback of a new resource. A timer may run again: it calls gone() itself.
function made(type, resource, callback) {
  const id = newId();
  const trigger = current.id;
  ids.set(resource, id);
  emitHooks('init', id, type, trigger, resource);
  return function() {
    begin(id, trigger, resource);
    const result = ReflectApply(callback, this, arguments);
    end();
    if (type !== 'Timeout')
      gone(resource);
    return result;
  };
}

function listen(list) {
  hooks = list;
  const on = list.length > 0;
  context.made = on ? made : null;
  context.gone = on ? gone : null;
  // Callbacks that have begun must end even if no hook is enabled any more.
  context.left = left;
  enter(context.frame);
}

function change(list) {
  next = list;
  if (emitting === 0)
    listen(list);
}

const addHook = (hook) => {
  if (!ArrayPrototypeIncludes.call(next, hook))
    change(ArrayPrototypeToSpliced.call(next, next.length, 0, hook));
};
const removeHook = (hook) => {
  const at = ArrayPrototypeIndexOf.call(next, hook);
  change(at === -1 ? next : ArrayPrototypeToSpliced.call(next, at, 1));
};

module.exports = {
  addHook, removeHook, hasHooks, emitHooks, begin, end, newId, running, destroyLater,
};
