'use strict';
// Async ids and the hooks that are enabled: the state of node:async_hooks.
//
// (1) While no hook is enabled, resources of the runtime have no ids: the cost is one test of
//     context.made or context.resources. The first call of executionAsyncId() and its like turns
//     ids on, too.
// (2) When ids are on, ticks, timers, immediates, microtasks and requests of C call made(), which
//     wraps their callbacks. Handles call init(), begin(), end() and gone(). A handle that was made
//     before gets an id with its first event. Promises: async_hooks/promises.js.
// (3) If a callback throws, it remains the current one until 'uncaughtException' was emitted, like
//     its async context.
// (4) `isLoose` marks the execution of an async function after an `await`. Nothing reports where
//     that ends: it is ended when the next callback or promise job begins, or by the checkpoint.
// (5) The callback that turns ids on began without one. It gets an id then (beginLate) and is ended
//     as in (4).

const { context, enter } = require('internal/async_context');
const {
  ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeToSpliced,
  FinalizationRegistry, FinalizationRegistryPrototypeRegister, ReflectApply, SafeArray,
  SafeWeakMap,
} = primordials;

class Execution {
  constructor(id, trigger, resource, outer, isLoose) {
    this.id = id;
    this.trigger = trigger;
    this.resource = resource;
    this.outer = outer;
    this.isLoose = isLoose;
    this.isLate = 0;     // of (5): what runs, see below
  }
}

// What is running, in the numbers of the binding.
const MAIN_SCRIPT = 0, CALLBACK = 1;

// A resource that is not destroyed: resource -> its identity.
class Identity {
  constructor(id, trigger) {
    this.id = id;
    this.trigger = trigger;
  }
}

const MAIN = new Execution(1, 0, {}, null, false);

let lastId = MAIN.id;
let current = MAIN;
let hooks = [];                 // enabled hooks; the array is replaced, never changed
let next = hooks;               // enabled hooks from the end of the current emitHooks() on
let emitting = 0;
let isTracking = false;         // ids are on without a hook
let trigger = 0;                // of new resources; 0: the current execution
const identities = new SafeWeakMap();

const newId = () => ++lastId;
const hasHooks = () => hooks.length > 0;

// The current execution. The program wants ids, so they are on from now on.
function running() {
  if (!isTracking) {
    isTracking = true;
    listen(hooks);
  }
  return current;
}

function emitHooks(name, ...args) {
  const list = hooks;
  emitting++;
  for (let i = 0; i < list.length; i++) {
    try {
      list[i]._emit(name, args);
    } catch (error) {
      fail(error);
    }
  }
  if (--emitting === 0 && next !== hooks)
    listen(next);
}

// The process ends, as in Node: its state is unknown after a hook has failed.
function fail(error) {
  const { abort, rawDebug, reallyExit } = internalBinding('process');
  const text = typeof error === 'object' && error !== null ?
    require('internal/error_stack').stackOf(error) :
    `Error: ${require('internal/util/inspect').inspect(error)}`;
  rawDebug(`${text}\n`);
  if (internalBinding('options').get('--abort-on-uncaught-exception'))
    abort();
  process.exitCode = 1;
  require('internal/process/fatal').emitExit(1);
  reallyExit(1);
}

// ---- Before and after ----

function begin(id, by, resource) {
  current = new Execution(id, by, resource, current, false);
  if (hooks.length > 0)
    emitHooks('before', id);
}

function end() {
  if (hooks.length > 0)
    emitHooks('after', current.id);
  current = current.outer;
}

function endLoose() {
  while (current.isLoose) {
    const { id, isLate } = current;
    if (hooks.length > 0 && isLate === 0)
      emitHooks('promiseResolve', id);
    end();
    if (isLate === CALLBACK)
      destroyLater(id);
  }
}

// Begins a callback that the loop or a queue calls, so nothing of the program is on the stack.
function beginJob(id, by, resource) {
  endLoose();
  begin(id, by, resource);
}

function beginLoose(id, by, resource) {
  beginJob(id, by, resource);
  current.isLoose = true;
}

// The callback that runs turns ids on.
function beginLate() {
  const what = internalBinding('task_queue').running();
  if (what === MAIN_SCRIPT)
    return;
  current = new Execution(newId(), 0, {}, MAIN, true);
  current.isLate = what;
}

// Ends the callbacks that have thrown.
function left() {
  while (current !== MAIN) {
    endLoose();
    if (current === MAIN)
      return;
    const { resource } = current;
    end();
    if (!(resource instanceof require('internal/timers').Timeout) && !isHandle(resource))
      gone(resource);
  }
}

// A handle lives on after an event that has thrown.
const isHandle = (resource) => typeof resource.close === 'function';

// ---- The end of a resource ----

let destroyed = new SafeArray();

// The destroy hooks are called later, because a resource may end where no JavaScript can be called;
// but before the program ends.
function destroyLater(id) {
  if (destroyed.push(id) > 1)
    return;
  const { made } = context;
  context.made = null;
  require('internal/timers').setFirstImmediate(emitDestroyed);
  context.made = made;
}

function emitDestroyed() {
  const list = destroyed;
  destroyed = new SafeArray();
  for (let i = 0; i < list.length; i++)
    emitHooks('destroy', list[i]);
}

function gone(resource) {
  const identity = identities.get(resource);
  if (identity === undefined)
    return;
  identities.delete(resource);
  destroyLater(identity.id);
}

let collected;     // registry of resources that are destroyed when they are collected

// `state.called`: the program has destroyed it already.
function destroyWhenCollected(resource, id, state) {
  collected ??= new FinalizationRegistry((held) => {
    if (!held.state.called)
      destroyLater(held.id);
  });
  FinalizationRegistryPrototypeRegister.call(
    collected, resource, { __proto__: null, id, state });
}

// ---- The runtime's own resources ----

// `owner` triggers the new resource; without one, the current execution does.
function init(type, resource, owner) {
  const by = owner !== undefined ? identityOf(owner).id : trigger !== 0 ? trigger : current.id;
  const identity = new Identity(newId(), by);
  identities.set(resource, identity);
  if (hooks.length > 0)
    emitHooks('init', identity.id, type, by, resource);
  return identity;
}

// Of a resource that may be older than the ids.
function identityOf(resource) {
  let identity = identities.get(resource);
  if (identity === undefined) {
    identity = new Identity(newId(), current.id);
    identities.set(resource, identity);
  }
  return identity;
}

// Wraps the callback of a new resource. A timer may run again: it calls gone() itself.
function made(type, resource, callback, owner) {
  const identity = init(type, resource, owner);
  return function() {
    beginJob(identity.id, identity.trigger, resource);
    const result = ReflectApply(callback, this, arguments);
    end();
    if (type !== 'Timeout')
      gone(resource);
    return result;
  };
}

// An event of a handle; end() follows.
function beginEvent(handle) {
  const identity = identityOf(handle);
  beginJob(identity.id, identity.trigger, handle);
}

// Calls fn(...args) with `owner` as the trigger of everything that it makes.
function triggeredBy(owner, fn, self, args) {
  const before = trigger;
  trigger = identityOf(owner).id;
  try {
    return ReflectApply(fn, self, args);
  } finally {
    trigger = before;
  }
}

// Calls fn(argument) as an execution of the resource that hooks do not hear of.
function runAs(resource, fn, argument) {
  endLoose();
  const identity = identityOf(resource);
  const outer = current;
  current = new Execution(identity.id, identity.trigger, resource, outer, false);
  try {
    return fn(argument);
  } finally {
    current = outer;
  }
}

const resources = {
  __proto__: null, init, identityOf, begin: beginEvent, end, gone, runAs, triggeredBy,
};

// ---- Enabling ----

function listen(list) {
  hooks = list;
  const on = list.length > 0 || isTracking;
  if (on && context.resources === null && current === MAIN)
    beginLate();
  context.made = on ? made : null;
  context.gone = on ? gone : null;
  context.resources = on ? resources : null;
  followPromises(list);
  // Callbacks that have begun must end even if no hook is enabled any more.
  context.left = left;
  enter(context.frame);
}

function followPromises(list) {
  let events = 0;
  for (let i = 0; i < list.length; i++)
    events |= list[i]._promiseEvents();
  if (events === 0 && context.promises === null)
    return;
  require('internal/async_hooks/promises').listen(events);
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
  addHook, removeHook, hasHooks, emitHooks, begin, beginJob, beginLoose, end, newId, running,
  destroyLater, destroyWhenCollected, endLoose, init, identities, identityOf,
  current: () => current,
};
