'use strict';
// Explicit resource management, which the engine lacks: DisposableStack, AsyncDisposableStack and
// SuppressedError, and the scope of a block with `using` declarations (internal/modules/using).
//
// 1. What was added last goes first; an error of one does not keep the others from going.
// 2. Of several errors the later one has the earlier as `suppressed`.
// 3. Nothing is awaited that is not asynchronous, save once for an `await using` of nothing.

const {
  ObjectCreate, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, ReflectConstruct,
  SafeArray, SafeWeakMap, String, SymbolAsyncDispose: ASYNC_DISPOSE, SymbolDispose: DISPOSE,
  SymbolToStringTag,
} = primordials;
// This file runs in the realms of vm contexts, too (lib/vm.js): each has its own Error.
const Error = globalThis.Error ?? primordials.Error;
const define = (target, name, value) => ObjectDefineProperty(
  target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

function SuppressedErrorOf(error, suppressed, message) {
  const made = ReflectConstruct(Error, message === undefined ? [] : [message],
                                new.target ?? SuppressedErrorOf);
  define(made, 'error', error);
  define(made, 'suppressed', suppressed);
  return made;
}
const SuppressedError =
  require('internal/bootstrap/loader').natives.SuppressedError ?? SuppressedErrorOf;
if (SuppressedError === SuppressedErrorOf) {
  ObjectSetPrototypeOf(SuppressedError, Error);
  SuppressedError.prototype = ObjectCreate(Error.prototype);
  ObjectDefineProperty(SuppressedError, 'prototype', { __proto__: null, writable: false });
  define(SuppressedError.prototype, 'constructor', SuppressedError);
  define(SuppressedError.prototype, 'name', 'SuppressedError');
  define(SuppressedError.prototype, 'message', '');
  ObjectDefineProperty(SuppressedError, 'name', { __proto__: null, value: 'SuppressedError' });
}

const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

const TEXT = 'An error was suppressed during disposal';

// What has to go at the end: { value, call, async }. `call` is undefined for an `await using` of
// nothing.
class Resources {
  constructor() {
    this.list = new SafeArray();
    this.failed = false;
    this.error = undefined;
  }

  add(value, async) {
    if (value === null || value === undefined) {
      if (async)
        this.list.push({ __proto__: null, value: undefined, call: undefined, async });
      return;
    }
    if (!isObject(value))
      throw new primordials.TypeError('An object is expected with `using` declarations');
    let call = async ? value[ASYNC_DISPOSE] ?? undefined : undefined;
    if (call === undefined) {
      const sync = call = value[DISPOSE];
      if (async && typeof sync === 'function')
        call = function() { ReflectApply(sync, this, []); };    // its result is not waited for
    }
    if (typeof call !== 'function')
      throw new primordials.TypeError('Symbol(Symbol.dispose) is not a function');
    this.list.push({ __proto__: null, value, call, async });
  }

  fail(error) {
    this.error = this.failed ? new SuppressedError(error, this.error, TEXT) : error;
    this.failed = true;
  }

  disposeAll() {
    while (this.list.length > 0) {
      const { value, call } = this.list.pop();
      try {
        ReflectApply(call, value, []);
      } catch (error) {
        this.fail(error);
      }
    }
    if (this.failed)
      throw this.error;
  }

  async disposeAllAsync() {
    let needsAwait = false;
    let awaited = false;
    while (this.list.length > 0) {
      const { value, call, async } = this.list.pop();
      if (!async && needsAwait && !awaited) {
        await undefined;
        needsAwait = false;
      }
      try {
        if (call === undefined) {
          needsAwait = true;
        } else {
          const result = ReflectApply(call, value, []);
          if (async) {
            awaited = true;
            await result;
          }
        }
      } catch (error) {
        this.fail(error);
      }
    }
    if (needsAwait && !awaited)
      await undefined;
    if (this.failed)
      throw this.error;
  }
}

// A block with declarations: each value is assigned to a member on its way into its constant.
class Scope {
  #resources = new Resources();
  set v(value) { this.#resources.add(value, false); }
  set a(value) { this.#resources.add(value, true); }
  fail(error) { this.#resources.fail(error); }
  end() { this.#resources.disposeAll(); }
  endAsync() { return this.#resources.disposeAllAsync(); }
}

const shown = (value) => (isObject(value) ? '#<Object>' : String(value));

const disposeMethods = (states, of) => ({
  __proto__: null,
  async disposeAsync() {
    if (!isObject(this) || states.get(this) === undefined)
      throw new primordials.TypeError('Receiver is not an AsyncDisposableStack');
    const state = states.get(this);
    states.set(this, null);
    await state?.disposeAllAsync();
  },
  dispose() {
    const state = of(this, 'dispose');
    states.set(this, null);
    state?.disposeAll();
  },
});

// The two stacks differ in their last method only.
function defineStack(name, async, disposeName) {
  const states = new SafeWeakMap();   // stack -> Resources, null when it is disposed
  const of = (stack, method) => {
    const state = isObject(stack) ? states.get(stack) : undefined;
    if (state === undefined) {
      throw new primordials.TypeError(
        `Method ${name}.prototype.${method} called on incompatible receiver ${shown(stack)}`);
    }
    return state;
  };
  const open = (stack, method) => {
    const state = of(stack, method);
    if (state === null) {
      throw new primordials.ReferenceError(
        `Cannot call ${name}.prototype.${method} on an already-disposed DisposableStack`);
    }
    return state;
  };
  const callable = (value) => {
    if (typeof value !== 'function')
      throw new primordials.TypeError(`${shown(value)} is not a function`);
  };

  const Stack = { [name]: class {
    constructor() { states.set(this, new Resources()); }
    use(value) {
      open(this, 'use').add(value, async);
      return value;
    }
    adopt(value, onDispose) {
      const { list } = open(this, 'adopt');
      callable(onDispose);
      list.push({ __proto__: null, value: undefined, call: () => onDispose(value), async });
      return value;
    }
    defer(onDispose) {
      const { list } = open(this, 'defer');
      callable(onDispose);
      list.push({ __proto__: null, value: undefined, call: () => onDispose(), async });
    }
    move() {
      const state = open(this, 'move');
      const moved = new Stack();
      states.set(moved, state);
      states.set(this, null);
      return moved;
    }
    get disposed() { return of(this, 'disposed') === null; }
  } }[name];

  const { prototype } = Stack;
  const dispose = disposeMethods(states, of)[disposeName];
  define(prototype, disposeName, dispose);
  define(prototype, async ? ASYNC_DISPOSE : DISPOSE, dispose);
  ObjectDefineProperty(prototype, SymbolToStringTag,
                       { __proto__: null, value: name, configurable: true });
  return Stack;
}

module.exports = {
  Scope, SuppressedError,
  DisposableStack: defineStack('DisposableStack', false, 'dispose'),
  AsyncDisposableStack: defineStack('AsyncDisposableStack', true, 'disposeAsync'),
};
