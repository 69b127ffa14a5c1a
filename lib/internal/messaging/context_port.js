'use strict';
// moveMessagePortToContext(): a port whose class, events and messages belong to a vm context.
// (1) A source text that runs in the context makes the class. As in Node, the port has no listeners
//     but `onmessage` and `onmessageerror`, and keeps the loop alive until it is closed.
// (2) A message is cloned as usual. Then its objects get the prototypes of the context, which is
//     safe because nothing else refers to the copy yet. Objects of the runtime's classes have no
//     prototype there: such a message is an error.

const {
  Array, ArrayBuffer, ArrayBufferIsView, DataView, Date, Map, MapPrototypeForEach, Object,
  ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectKeys, ObjectSetPrototypeOf,
  ReflectApply, RegExp, SafeMap, SafeSet, SafeWeakMap, Set, SetPrototypeForEach,
} = primordials;
const { VIEWS } = require('internal/structured_clone').internals;
const { codes } = require('internal/errors');

const SOURCE = `(call) => {
  class HandleWrap {
    close(callback) { return this.#call('close', [callback]); }
    hasRef() { return this.#call('hasRef', []); }
    ref() { return this.#call('ref', []); }
    unref() { return this.#call('unref', []); }
    #call(name, args) { return act(this, name, args); }
  }
  class MessagePort extends HandleWrap {
    postMessage(...args) { return act(this, 'postMessage', args); }
    start() { return act(this, 'start', []); }
  }
  class MessageEvent {
    constructor(data, target, type, ports) {
      this.data = data;
      this.target = target;
      this.type = type;
      this.ports = ports;
    }
  }
  class DOMException extends Error {
    constructor(message, name, code) {
      super(message);
      Object.defineProperty(this, 'name', { value: name, configurable: true });
      Object.defineProperty(this, 'code', { value: code, configurable: true });
    }
  }
  function act(port, name, args) {
    const result = call(port, name, args);
    if (result.thrown !== undefined) throw result.thrown;
    return result.value;
  }
  return {
    makePort: () => new MessagePort(),
    makeList: () => [],
    deliver(port, type, data, ports) {
      const listener = port['on' + type];
      if (typeof listener === 'function')
        listener.call(port, new MessageEvent(data, port, type, ports));
    },
    makeException: (message, name, code) => new DOMException(message, name, code),
    prototypeOf: (name) => globalThis[name]?.prototype,
  };
}`;

const ERRORS = ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError',
                'URIError'];

// The prototypes of this realm, by the names of their constructors.
function prototypesHere() {
  const all = new SafeMap();
  const add = (name, prototype) => all.set(prototype, name);
  add('Object', Object.prototype);
  add('Array', Array.prototype);
  add('ArrayBuffer', ArrayBuffer.prototype);
  add('DataView', DataView.prototype);
  add('Date', Date.prototype);
  add('Map', Map.prototype);
  add('RegExp', RegExp.prototype);
  add('Set', Set.prototype);
  const views = ObjectKeys(VIEWS);
  for (let i = 0; i < views.length; i++)
    add(views[i], VIEWS[views[i]].prototype);
  const { errorClass } = require('internal/error_stack');
  for (let i = 0; i < ERRORS.length; i++)
    add(ERRORS[i], errorClass(ERRORS[i]).prototype);
  const boxed = ['Number', 'String', 'Boolean', 'BigInt'];
  const samples = [0, '', false, 0n];
  for (let i = 0; i < boxed.length; i++)
    add(boxed[i], ObjectGetPrototypeOf(Object(samples[i])));
  return all;
}
let names;    // prototype → name

// ---- One context ----

const realms = new SafeWeakMap();    // contextified object → Realm
const hosts = new SafeWeakMap();     // port of a context → its Host

class Realm {
  constructor(contextified) {
    const run = require('vm').runInContext(SOURCE, contextified, {
      __proto__: null, filename: 'node:internal/messaging/context_port',
    });
    this.maker = run((port, name, args) => this.call(port, name, args));
    this.prototypes = new SafeMap();
  }

  // { value } or { thrown }, which is of the context.
  call(port, name, args) {
    try {
      const host = hosts.get(port);
      if (host === undefined)
        throw new codes.ERR_INVALID_THIS('MessagePort');
      return { __proto__: null, value: host.act(name, args) };
    } catch (error) {
      return { __proto__: null, thrown: this.errorOf(error) };
    }
  }

  errorOf(error) {
    if (require('internal/domexception').isDOMException(error))
      return this.maker.makeException(error.message, error.name, error.code);
    this.adopt(error);
    return error;
  }

  prototypeFor(value) {
    names ??= prototypesHere();
    const name = names.get(ObjectGetPrototypeOf(value));
    if (name === undefined)
      return undefined;
    if (!this.prototypes.has(name))
      this.prototypes.set(name, this.maker.prototypeOf(name));
    return this.prototypes.get(name);
  }

  // An error whose class the context does not have becomes an Error of the context.
  adopt(value) {
    const prototype = this.prototypeFor(value);
    if (prototype !== undefined)
      ObjectSetPrototypeOf(value, prototype);
    else if (require('internal/util/types').isNativeError(value))
      ObjectSetPrototypeOf(value, this.maker.prototypeOf('Error'));
    else
      throw new codes.ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE();
  }

  // (2). Returns the value itself, or another object in place of a port.
  take(value, ports, seen) {
    if (typeof value !== 'object' || value === null || seen.has(value))
      return value;
    const moved = ports.get(value);
    if (moved !== undefined)
      return moved;
    seen.add(value);
    const prototype = ObjectGetPrototypeOf(value);
    this.adopt(value);
    if (prototype === Map.prototype || prototype === Set.prototype) {
      const forEach = prototype === Map.prototype ? MapPrototypeForEach : SetPrototypeForEach;
      ReflectApply(forEach, value, [(item, key) => {
        this.take(item, ports, seen);
        this.take(key, ports, seen);
      }]);
    }
    this.takeProperties(value, ports, seen);
    return value;
  }

  takeProperties(value, ports, seen) {
    const isBytes = ArrayBufferIsView(value);
    const keys = isBytes ? [] : ObjectKeys(value);
    for (let i = 0; i < keys.length; i++)
      value[keys[i]] = this.take(value[keys[i]], ports, seen);
    const cause = ObjectGetOwnPropertyDescriptor(value, 'cause');
    if (cause !== undefined && cause.enumerable === false)
      this.take(cause.value, ports, seen);
    if (isBytes)
      this.take(value.buffer, ports, seen);
  }
}

// ---- One port: the front of an End (port.js) ----

class Host {
  constructor(realm, end, actions) {
    this.realm = realm;
    this.end = end;
    this.actions = actions;
    this.callback = undefined;
    this.port = realm.maker.makePort();
    hosts.set(this.port, this);
    end.front = this;
    end.setHeld(true);
  }

  act(name, args) {
    if (name === 'close')
      this.callback = args[0];
    return ReflectApply(this.actions[name], this.actions, [this.end, args]);
  }

  receive(message, ports) {
    const { realm } = this;
    const list = realm.maker.makeList();
    const moved = new SafeMap();
    let data;
    try {
      for (let i = 0; i < ports.length; i++) {
        list[i] = this.actions.moveEnd(ports[i], realm);
        moved.set(ports[i], list[i]);
      }
      data = realm.take(message, moved, new SafeSet());
    } catch (error) {
      this.receiveError(error);
      return;
    }
    realm.maker.deliver(this.port, 'message', data, list);
  }

  receiveError(error) {
    const { realm } = this;
    realm.maker.deliver(this.port, 'messageerror', realm.errorOf(error), realm.maker.makeList());
  }

  event() { return undefined; }

  emitClose() {
    if (typeof this.callback === 'function')
      ReflectApply(this.callback, this.port, []);
  }
}

function realmOf(contextified) {
  let realm = realms.get(contextified);
  if (realm === undefined) {
    realm = new Realm(contextified);
    realms.set(contextified, realm);
  }
  return realm;
}

// `actions` are what port.js lets a port do to its End.
const makePort = (realm, end, actions) => new Host(realm, end, actions).port;

module.exports = { makePort, realmOf };
