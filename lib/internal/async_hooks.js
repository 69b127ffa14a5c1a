'use strict';
// Who runs, by number, and who hears of it: the state behind node:async_hooks.
//
// (1) Until a hook is enabled nothing of the runtime's own has a number: it looks at context.made, finds
//     null, and that is all it costs.
// (2) From then on ticks, timers, immediates, microtasks and the requests that C keeps tell when they are
//     made, and call back through here. Promises do not: the engine has no hook for them.
// (3) A callback that throws stays the one that runs until 'uncaughtException' was told, as its async
//     context does.

const { context, enter } = require('internal/async_context');
const { ReflectApply, SafeWeakMap } = primordials;

const MAIN = { __proto__: null, id: 1, trigger: 0, resource: {}, outer: null };

let lastId = MAIN.id;
let current = MAIN;
let hooks = [];                 // those that are enabled; never changed, replaced
let next = hooks;               // and those that will be when all have heard what is being told
let telling = 0;
const ids = new SafeWeakMap();  // of resources that are not destroyed

const newId = () => ++lastId;
const running = () => current;
const hasHooks = () => hooks.length > 0;

function tell(name, ...args) {
  const list = hooks;
  telling++;
  for (let i = 0; i < list.length; i++) {
    try {
      list[i].tell(name, args);
    } catch (error) {
      // A hook that fails leaves no state to go on from: the process ends.
      const { rawDebug, reallyExit } = internalBinding('process');
      rawDebug(`${require('internal/error_stack').stackOf(error)}\n`);
      process.exitCode = 1;
      require('internal/process/fatal').emitExit(1);
      reallyExit(1);
    }
  }
  if (--telling === 0 && next !== hooks)
    listen(next);
}

// ---- Before and after ----

function begin(id, trigger, resource) {
  current = { __proto__: null, id, trigger, resource, outer: current };
  if (hooks.length > 0)
    tell('before', id);
}

function end() {
  if (hooks.length > 0)
    tell('after', current.id);
  current = current.outer;
}

// What a throw has left over.
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

// Told later, as there may be no room for a hook where a resource ends; but before the program ends.
function destroyLater(id) {
  if (destroyed.push(id) > 1)
    return;
  const { made } = context;
  context.made = null;
  require('internal/timers').setFirstImmediate(() => {
    const list = destroyed;
    destroyed = [];
    for (let i = 0; i < list.length; i++)
      tell('destroy', list[i]);
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

// The callback of a new resource. A timer may come again: it tells by itself when it is gone.
function made(type, resource, callback) {
  const id = newId();
  const trigger = current.id;
  ids.set(resource, id);
  tell('init', id, type, trigger, resource);
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
  // Numbers that were given are still to be taken back when nobody listens any more.
  context.left = left;
  enter(context.frame);
}

function change(list) {
  next = list;
  if (telling === 0)
    listen(list);
}

const addHook = (hook) => {
  if (!next.includes(hook))
    change([...next, hook]);
};
const removeHook = (hook) => change(next.filter((other) => other !== hook));

module.exports = { addHook, removeHook, hasHooks, tell, begin, end, newId, running, destroyLater };
