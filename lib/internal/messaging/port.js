'use strict';
// MessagePort and MessageChannel.
// (1) A port is the front of an End (internal/messaging/ends). Moving a port gives the End another
//     front.
// (2) The first 'message' listener of a port starts its end. While it has such a listener, it keeps
//     the loop alive.
// (3) The port of a worker to its parent may be there before this file is loaded. It gets its
//     listeners and its front here.

const {
  ArrayIsArray, ArrayPrototypeSome, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  ObjectGetOwnPropertySymbols, ObjectGetPrototypeOf, ObjectSetPrototypeOf, ReflectOwnKeys,
  SafeArray, SymbolFor, SymbolIterator,
} = primordials;
const binding = internalBinding('messaging');
const { fillProcess } = require('internal/bootstrap/loader');
const {
  End, METHODS, encoder, kEnd, kPortOf, makeReady, methods, missingArgument, open, portOf,
  postToOther, prototype, remotes, sendRemote, toParent,
} = require('internal/messaging/ends');
const {
  NodeEventTarget, addEventListener, defineEventHandler, dispatch, initNodeEventTarget,
  kCreateEvent, kNewListener, kRemoveListener, removeEventListener,
} = require('internal/event_target');
const { setMethod } = require('internal/prototypes');
const { context } = require('internal/async_context');
const { kTransfer, kIsDetached } = require('internal/messaging/transfer');

const codes = () => require('internal/errors').codes;
const setOwnProperty = (object, key, value) => ObjectDefineProperty(object, key, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});
const customInspect = SymbolFor('nodejs.util.inspect.custom');

// ---- Ports ----

// Not a method: Object.getOwnPropertyNames(MessagePort.prototype) is part of the interface.
class Front {
  #port;
  #ports = new SafeArray();
  constructor(port) { this.#port = port; }
  receive(message, ports) {
    if (ports.length === 0 && this.#ports.length === 0) {
      dispatch(this.#port, message, 'message', undefined);
      return;
    }
    this.#ports = ports;
    try {
      dispatch(this.#port, message, 'message', undefined);
    } finally {
      this.#ports = new SafeArray();
    }
  }
  receiveError(error) {
    dispatch(this.#port, error, 'messageerror', undefined);
  }
  event(value, type) {
    const { MessageEvent } = require('internal/messaging/event');
    return type === 'message' || type === 'messageerror' ?
      new MessageEvent(type, { __proto__: null, data: value, ports: this.#ports }) : undefined;
  }
  emitClose() {
    dispatch(this.#port, undefined, 'close', undefined);
    if (context.resources !== null)
      context.resources.gone(this.#port);
  }
}

// Ports come from channels only, however it is tried.
function MessagePort() {
  throw new (codes().ERR_CONSTRUCT_CALL_INVALID)();
}
ObjectSetPrototypeOf(MessagePort, NodeEventTarget);
ObjectSetPrototypeOf(prototype, NodeEventTarget.prototype);
MessagePort.prototype = prototype;
ObjectDefineProperty(MessagePort, 'prototype', { __proto__: null, writable: false });
ObjectDefineProperty(prototype, 'constructor', {
  __proto__: null, value: MessagePort, writable: true, configurable: true, enumerable: false,
});
defineEventHandler(MessagePort.prototype, 'message');
defineEventHandler(MessagePort.prototype, 'messageerror');

const hidden = {
  [kCreateEvent](value, type) {
    return this[kEnd].front.event(value, type) ?? super[kCreateEvent](value, type);
  },
  [kNewListener](size, type, listener, once, capture, passive, weak) {
    super[kNewListener](size, type, listener, once, capture, passive, weak);
    const end = this[kEnd];
    if (type === 'message' && size === 1 && !end.closing) {
      end.setHeld(true);
      end.start();
    }
  },
  [kRemoveListener](size, type) {
    // Messages that arrive from now on wait for the next listener.
    if (type === 'message' && size === 0 && !this[kEnd].closing) {
      this[kEnd].setHeld(false);
      this[kEnd].started = false;
    }
  },
  [kTransfer]() {
    // The old port keeps a closed end without a counterpart.
    return portFor(detach(this));
  },
  get [kIsDetached]() { return this[kEnd].closing; },
  [customInspect](depth, options) {
    if (depth < 0)
      return '[MessagePort [EventTarget]]';
    const { inspect } = require('internal/util/inspect');
    const { closing, closed, held } = this[kEnd];
    const shown = inspect({ active: !(closing && closed), refed: held }, options);
    return `MessagePort [EventTarget] ${shown}`;
  },
};
ObjectSetPrototypeOf(hidden, NodeEventTarget.prototype);
const symbols = ObjectGetOwnPropertySymbols(hidden);
for (let i = 0; i < symbols.length; i++) {
  const key = symbols[i];
  ObjectDefineProperty(MessagePort.prototype, key, {
    __proto__: null, ...ObjectGetOwnPropertyDescriptor(hidden, key), enumerable: false,
  });
}

// Of a port that no program gets to see: its methods cannot be replaced. They are copied now,
// before the program can have replaced any.
const safePrototype = { __proto__: null };
function copyMethods(prototype) {
  const keys = ReflectOwnKeys(prototype);
  for (let i = 0; i < keys.length; i++) {
    ObjectDefineProperty(safePrototype, keys[i], {
      __proto__: null, ...ObjectGetOwnPropertyDescriptor(prototype, keys[i]),
    });
  }
}
copyMethods(ObjectGetPrototypeOf(NodeEventTarget.prototype));
copyMethods(NodeEventTarget.prototype);
copyMethods(MessagePort.prototype);
setMethod(safePrototype, 'addEventListener', addEventListener);
setMethod(safePrototype, 'removeEventListener', removeEventListener);
for (let i = 0; i < METHODS.length; i++)
  setMethod(safePrototype, METHODS[i], methods[METHODS[i]]);
const protect = (port) => ObjectSetPrototypeOf(port, safePrototype);


function makeFront(end, port) {
  initNodeEventTarget(port);
  end.front = new Front(port);
  return port;
}

const portFor = (end) => makeFront(end, portOf(end));
if (toParent !== undefined)
  makeFront(toParent[kEnd], toParent);

function MessageChannel() {
  if (new.target === undefined) {
    const error = new (codes().ERR_CONSTRUCT_CALL_REQUIRED)('MessageChannel');
    error.message = 'Cannot call constructor without `new`';
    throw error;
  }
  const one = new End();
  const two = new End();
  one.other = two;
  two.other = one;
  setOwnProperty(this, 'port1', portFor(one));
  setOwnProperty(this, 'port2', portFor(two));
}

// ---- Posting ----

function notIterable(what) {
  const error = new primordials.TypeError(`Optional ${what} argument must be an iterable`);
  return setOwnProperty(error, 'code', 'ERR_INVALID_ARG_TYPE');
}

function elements(iterable, what) {
  if (ArrayIsArray(iterable)) {
    const list = new SafeArray();
    for (let i = 0; i < iterable.length; i++)
      list.push(iterable[i]);
    return list;
  }
  try {
    // lint-ok: array-iteration the program's iterable
    return [...iterable];
  } catch {
    throw notIterable(what);
  }
}

// The second argument: a list, options with one, or nothing.
function listOf(given) {
  if (given == null)
    return new SafeArray();
  if (typeof given !== 'object' && typeof given !== 'function')
    throw notIterable('transferList');
  if (ArrayIsArray(given) || given[SymbolIterator] !== undefined)
    return elements(given, 'transferList');
  const { transfer } = given;
  if (transfer === undefined)
    return new SafeArray();
  if (transfer === null || typeof transfer !== 'object' || transfer[SymbolIterator] === undefined)
    throw notIterable('options.transfer');
  return elements(transfer, 'options.transfer');
}

function post(end, value, list) {
  const { other } = end;
  if (end.remote !== 0)
    return postRemote(end, value, list);
  const { cloneForMessage } = require('internal/structured_clone');
  const own = ArrayPrototypeSome.call(list, (each) => each?.[kEnd] === end);
  const isTarget = other !== undefined &&
    ArrayPrototypeSome.call(list, (each) => each?.[kEnd] === other);
  const { message, moved } = cloneForMessage(value, list, own);
  if (isTarget) {
    fillProcess().emitWarning('The target port was posted to itself, and the communication ' +
                              'channel was lost');
    other.close();
    end.close();
    return;
  }
  if (other === undefined || other.closing || end.closing)
    return;
  const ports = moved.filter((each) => each[kEnd] !== undefined);
  other.queue.push({ __proto__: null, message, ports });
  if (other.started)
    makeReady(other);
}

function postRemote(end, value, list) {
  const own = ArrayPrototypeSome.call(list, (each) => each?.[kEnd] === end);
  if (list.length > 0 || own)
    require('internal/structured_clone').internals.setOf(list, own);
  encoder().encode(value, list, sendRemote, end);
}

// ---- To and from other threads ----

const isPort = (value) => value?.[kEnd] !== undefined;

// Gives both ends of a channel numbers. Messages that wait at `end` are encoded for the thread that
// will read them.
function makeRemote(end) {
  open();
  const { 0: id, 1: otherId } = binding.channel();
  const { other, queue } = end;
  end.queue = new SafeArray();
  end.setRemote(id);
  for (let i = 0; i < queue.length; i++) {
    const { message, ports } = queue[i];
    encoder().encode(message, ports, postToOther, end);
  }
  if (other === undefined || other.closing)
    binding.closeEnd(otherId);
  else
    other.setRemote(otherId);
}

// Returns the number by which the port's end is passed to another thread. The port is unusable
// afterwards.
function leave(port) {
  const end = port[kEnd];
  if (end.remote === 0)
    makeRemote(end);
  remotes[end.remote] = undefined;
  detach(port);
  return end.remote;
}

// Makes the port of an end that has arrived from another thread.
function arrive(id) {
  open();
  const end = new End();
  end.setRemote(id);
  return portFor(end);
}

// Takes the End from a port; the port is closed then.
function detach(port) {
  const end = port[kEnd];
  end.setHeld(false);
  end.started = false;
  port[kEnd] = new End();
  port[kEnd].closing = port[kEnd].closed = true;
  return end;
}

// The operations of a port of another context (context_port.js).
const ACTIONS = {
  __proto__: null,
  postMessage(end, args) {
    if (args.length === 0)
      throw missingArgument('Not enough arguments to MessagePort.postMessage');
    const result = end.closing ? undefined : true;
    post(end, args[0], listOf(args[1]));
    return result;
  },
  start(end) {
    if (!end.closing)
      end.start();
  },
  close(end) { end.close(); },
  ref(end) { end.setHeld(true); },
  unref(end) { end.setHeld(false); },
  hasRef: (end) => end.held,
  moveEnd: (port, realm) =>
    require('internal/messaging/context_port').makePort(realm, detach(port), ACTIONS),
};

function moveToContext(port, context) {
  if (!isPort(port))
    throw new (codes().ERR_INVALID_ARG_TYPE)('port', 'MessagePort', port);
  if (port[kEnd].closing)
    throw new (codes().ERR_CLOSED_MESSAGE_PORT)();
  if (typeof context !== 'object' || context === null || !require('vm').isContext(context))
    throw new (codes().ERR_INVALID_ARG_TYPE)('contextifiedSandbox', 'Object', context);
  return ACTIONS.moveEnd(port, require('internal/messaging/context_port').realmOf(context));
}

function receiveMessageOnPort(port) {
  const end = (port?.[kPortOf] ?? port)?.[kEnd];
  if (end === undefined) {
    const error = new (codes().ERR_INVALID_ARG_TYPE)('port', 'MessagePort', port);
    error.message = 'The "port" argument must be a MessagePort instance';
    throw error;
  }
  const first = end.closed ? undefined : end.next();
  return first === undefined ? undefined : { message: first.message };
}

module.exports = {
  MessageChannel, MessagePort, receiveMessageOnPort, arrive, isPort, leave, listOf,
  moveToContext, post, protect,
};
