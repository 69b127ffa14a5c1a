'use strict';
// The contexts of node:vm. A context is a second global object of the same engine. The sandbox that
// a program gave is not that global object: its properties are copied in before a script runs and
// what the script changed is copied back. So code that runs later, from a callback, sees the
// sandbox as it was.

const {
  Object, ObjectDefineProperty, ObjectFreeze, ObjectGetPrototypeOf, ObjectHasOwn, ObjectIs,
  ObjectSetPrototypeOf, ReflectDefineProperty, ReflectDeleteProperty,
  ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, ReflectSet, SafeSet, SafeWeakMap, Symbol,
} = primordials;
const binding = internalBinding('contextify');
const { get: getOption } = internalBinding('options');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_SCRIPT_EXECUTION_INTERRUPTED,
                 ERR_SCRIPT_EXECUTION_TIMEOUT } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateObject, validateUint32, kValidateObjectAllowArray } =
  require('internal/validators');

const contexts = new SafeWeakMap();
const constants = ObjectFreeze({
  __proto__: null,
  USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
  DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
});
// What the engine lacks: our own file, compiled once more with the context's own intrinsics.
function defineDisposables(holder, global) {
  const module = { exports: null };
  const load = () => {
    const source = `(${internalBinding('script').builtin('internal/disposable')})`;
    const url = 'node:internal/disposable';
    binding.run(holder, source, url, 1, 0, { __proto__: null })(
      undefined, () => ({ natives: {} }), module, process, internalBinding, primordials);
    return module.exports;
  };
  const names = ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError'];
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const become = (value) => ObjectDefineProperty(global, name, {
      __proto__: null, value, writable: true, enumerable: false, configurable: true,
    });
    ObjectDefineProperty(global, name, {
      __proto__: null, configurable: true, enumerable: false, set: become,
      get() {
        const value = (module.exports ?? load())[name];
        become(value);
        return value;
      },
    });
  }
}

function setOf(list) {
  const set = new SafeSet();
  for (let i = 0; i < list.length; i++)
    set.add(list[i]);
  return set;
}

// Without a prototype, so that it can be given to defineProperty(). A proxy may have removed a key.
function ownDescriptor(object, key) {
  const descriptor = ReflectGetOwnPropertyDescriptor(object, key);
  return descriptor && ObjectSetPrototypeOf(descriptor, null);
}

class Context {
  holder;
  global;
  sandbox;
  own;
  shared = new SafeSet();
  frame;    // of rejections in it, whose async context is not known

  constructor(sandbox) {
    const { rejected } = require('internal/process/task_queues');
    const { 0: holder, 1: global } =
      binding.create((promise, reason) => rejected(promise, reason, this.frame));
    this.holder = holder;
    this.global = global;
    if (!ObjectHasOwn(global, 'DisposableStack'))
      defineDisposables(holder, global);
    require('internal/error_stack').installIn(global);
    if (getOption('--disable-proto') !== undefined)
      require('internal/process/disable_proto').disableProtoIn(global);
    this.sandbox = sandbox;
    this.own = setOf(ReflectOwnKeys(global));
  }

  copyIn() {
    const { sandbox, global } = this;
    const keys = setOf(ReflectOwnKeys(sandbox));
    this.shared.forEach((key) => {
      if (!keys.has(key))
        ReflectDeleteProperty(global, key);
    });
    this.shared = keys;
    this.copyInherited();
    for (const key of keys) {
      const descriptor = ownDescriptor(sandbox, key);
      if (ObjectHasOwn(descriptor, 'value')) {
        if (!ObjectIs(global[key], descriptor.value) || !ObjectHasOwn(global, key))
          ReflectDefineProperty(global, key, descriptor);
      } else {
        ReflectDefineProperty(global, key, {
          __proto__: null, configurable: true, enumerable: descriptor.enumerable,
          get: () => sandbox[key], set: (value) => { sandbox[key] = value; },
        });
      }
    }
  }

  // Inherited properties of the sandbox are visible, but do not become own properties.
  copyInherited() {
    const { sandbox, global, own } = this;
    for (let from = ObjectGetPrototypeOf(sandbox); from !== null && from !== Object.prototype;
      from = ObjectGetPrototypeOf(from)) {
      const names = ReflectOwnKeys(from);
      for (let i = 0; i < names.length; i++) {
        const key = names[i];
        if (key === 'constructor' || ObjectHasOwn(sandbox, key) || ObjectHasOwn(global, key))
          continue;
        own.add(key);
        ReflectDefineProperty(global, key, {
          __proto__: null, configurable: true, enumerable: false,
          get: () => sandbox[key], set: (value) => { sandbox[key] = value; },
        });
      }
    }
  }

  copyOut() {
    const { sandbox, global } = this;
    const keys = setOf(ReflectOwnKeys(global));
    this.shared.forEach((key) => {
      if (!keys.has(key))
        ReflectDeleteProperty(sandbox, key);
    });
    for (const key of keys) {
      if (this.own.has(key) && !this.shared.has(key))
        continue;
      const descriptor = ownDescriptor(global, key);
      if (this.shared.has(key)) {
        if (ObjectHasOwn(descriptor, 'value') && !ObjectIs(sandbox[key], descriptor.value))
          ReflectSet(sandbox, key, descriptor.value);
      } else {
        ReflectDefineProperty(sandbox, key, { __proto__: null, ...descriptor, configurable: true });
        this.shared.add(key);
      }
    }
  }

  run(script, options) {
    return this.around(() => evaluate(this.holder, script, options));
  }

  // Calls what runs code of the context.
  around(call) {
    this.copyIn();
    try {
      return call();
    } finally {
      this.copyOut();
    }
  }

  // A property of the global object that the sandbox does not get.
  hide(name, value) {
    this.own.add(name);
    ObjectDefineProperty(this.global, name, { __proto__: null, value, configurable: true });
  }
}

// When the time is up, the script throws `report`. What is rejected with it, an async function that
// did not end, is not reported: in Node it just stops.
function limited({ timeout, breakOnSigint }, run) {
  const report = { __proto__: null };
  if (timeout !== undefined || breakOnSigint)
    require('internal/process/rejections').ignore(report);
  const value = run(timeout ?? 0, report, breakOnSigint === true);
  if (report.interrupted)
    throw new ERR_SCRIPT_EXECUTION_INTERRUPTED();
  if (report.expired)
    throw new ERR_SCRIPT_EXECUTION_TIMEOUT(timeout);
  return value;
}

const evaluate = (holder, { source, filename, line }, options) => limited(options,
  (timeout, report, breaks) =>
    binding.run(holder, source, filename, line, timeout, report, breaks));

// Calls a function with the limits of a script.
const callLimited = (call, options) => limited(options,
  (timeout, report, breaks) => binding.callWithin(call, timeout, report, breaks));

function runOptions(options = kEmptyObject) {
  validateObject(options, 'options');
  const { timeout, displayErrors, breakOnSigint } = options;
  if (timeout !== undefined)
    validateUint32(timeout, 'options.timeout', true);
  if (displayErrors !== undefined)
    validateBoolean(displayErrors, 'options.displayErrors');
  if (breakOnSigint !== undefined)
    validateBoolean(breakOnSigint, 'options.breakOnSigint');
  return { __proto__: null, timeout, breakOnSigint };
}

function contextOf(object) {
  validateObject(object, 'object', kValidateObjectAllowArray);
  const context = contexts.get(object);
  if (context === undefined)
    throw new ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', object);
  return context;
}

module.exports = { Context, constants, contexts, contextOf, evaluate, callLimited, runOptions };
