'use strict';
// MessagePort and MessageChannel.
// (1) A message is cloned when it is posted and waits in the queue of the other end. Ends that have
//     something to do are in one list. The loop takes one message at a time from it in the poll
//     phase (src/runtime/bindings/messaging.c), so that ticks and promise jobs run between two
//     messages.
// (2) An end delivers messages once it is started: its first 'message' listener starts it. While it
//     has such a listener, it keeps the loop alive.
// (3) After close(), messages that have arrived are still delivered. Then 'close' is emitted in a
//     close phase. The other end closes when it has delivered all that it has.
// (4) A port is only the front of its End. Moving a port gives the End another front.
// (5) When an End moves to another thread, C takes over its channel: each end gets a number,
//     `remote`, and messages are written and read as bytes (encode.js, decode.js). Messages that
//     had arrived at the End that stays are delivered as before.

const {
  ArrayIsArray, ArrayPrototypeSome, MathMax, ObjectCreate, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertySymbols, ObjectGetPrototypeOf,
  ObjectSetPrototypeOf, ReflectOwnKeys, SafeArray, Symbol, SymbolFor, SymbolIterator,
} = primordials;
const binding = internalBinding('messaging');
const {
  NodeEventTarget, addEventListener, defineEventHandler, dispatch, initNodeEventTarget,
  kCreateEvent, kNewListener, kRemoveListener, removeEventListener,
} = require('internal/event_target');
const { setMethod } = require('internal/prototypes');
const { context, enter } = require('internal/async_context');
const { kTransfer, kIsDetached } = require('internal/messaging/transfer');

const codes = () => require('internal/errors').codes;
const setOwnProperty = (object, key, value) => ObjectDefineProperty(object, key, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});
const kEnd = Symbol('kEnd');
const kPortOf = Symbol('kPortOf');    // of a BroadcastChannel
const customInspect = SymbolFor('nodejs.util.inspect.custom');
const MOST_AT_ONCE = 1000;    // messages of one end in one turn, unless more were waiting

// ---- What the loop sees ----

let ready = new SafeArray();
let later = new SafeArray();
let current;    // whose messages are being delivered
let holders = 0;
let mailbox;    // numbers that C reads and writes (src/runtime/bindings/messaging.c)
const LISTED = 0, FLAGS = 1, END = 2, LENGTH = 3;
const IS_ALONE = 1, HAS_MORE = 2, HAS_MESSAGE = 4;

function open() {
  if (mailbox === undefined) {
    binding.open(binding.runsLists ? deliverList : deliver);
    mailbox = binding.words();
  }
}

function hold(by) {
  open();
  const before = holders;
  holders += by;
  if ((before === 0) !== (holders === 0))
    binding.hold(holders > 0);
}

// Ends by their numbers.
const remotes = new SafeArray();

function makeReady(end) {
  if (end.listed)
    return;
  open();
  end.listed = true;
  end.budget = MathMax(MOST_AT_ONCE, end.queue.length);
  // In the order in which they were made, as the loop has its handles.
  let at = ready.length;
  while (at > 0 && ready[at - 1].id > end.id)
    at--;
  ready.splice(at, 0, end);
  binding.wake();
}

function takeListed() {
  for (let id = binding.nextEnd(); id !== 0; id = binding.nextEnd()) {
    const end = remotes[id];
    if (end !== undefined)
      makeReady(end);
  }
}

// One message, or one end that is through. True while there is more for this turn.
function deliver() {
  if (mailbox[LISTED] !== 0)
    takeListed();
  current ??= ready[0];
  const end = current;
  if (end === undefined) {
    ready = later;
    later = new SafeArray();
    if (ready.length > 0)
      binding.wake();
    return false;
  }
  const hasMore = end.step();
  if (hasMore && --end.budget > 0)
    return true;
  ready.splice(ready.indexOf(end), 1);
  current = undefined;
  end.listed = hasMore;
  if (hasMore) {
    end.budget = MathMax(MOST_AT_ONCE, end.queue.length);
    later.push(end);
  }
  // Otherwise nothing is left; the next message wakes the loop.
  return ready.length > 0 || later.length > 0 || mailbox[LISTED] !== 0;
}

// As many as there are for this turn.
function deliverList() {
  while (deliver() && binding.next());
  return false;
}

// Loaded by the first message.
let encoderModule, decoderModule;
const encoder = () => encoderModule ??= require('internal/messaging/encode');
const decoder = () => decoderModule ??= require('internal/messaging/decode');

// ---- One end of a channel ----

let lastId = 0;

class End {
  constructor() {
    this.id = ++lastId;
    this.front = undefined;
    this.other = undefined;
    this.queue = new SafeArray();   // { message, ports }
    this.started = false;
    this.held = false;
    this.closing = false;
    this.closed = false;
    this.isOtherClosed = false;
    this.finishing = false;
    this.listed = false;
    this.budget = 0;
    this.remote = 0;
    this.frame = context.frame;     // events are emitted in it
  }

  // The next message: { message, ports }; undefined: there is none.
  next() {
    if (this.queue.length > 0)
      return this.queue.shift();
    if (this.remote === 0)
      return undefined;
    const bytes = this.receive();
    return (mailbox[FLAGS] & HAS_MESSAGE) === 0 ? undefined :
      decoder().decode(bytes, mailbox[LENGTH]);
  }

  // The bytes of a long message; sets mailbox[FLAGS].
  receive() {
    mailbox[END] = this.remote;
    return binding.receive();
  }

  checkOther() {
    if (this.remote !== 0 && !this.isOtherClosed && binding.isAlone(this.remote))
      this.isOtherClosed = true;
  }

  setRemote(id) {
    this.remote = id;
    remotes[id] = this;
    this.other = undefined;
  }

  // Whether there may be more to do.
  step() {
    if (context.frame !== this.frame)
      enter(this.frame);
    if (this.remote !== 0 && this.started && !this.closed && this.queue.length === 0 &&
        this.front !== undefined)
      return this.stepRemote();
    this.checkOther();    // before the last message is taken
    if (this.started && !this.closed && this.front !== undefined && this.deliverNext())
      return true;
    if ((this.closing || this.isOtherClosed) && (this.queue.length === 0 || !this.started))
      this.finish();
    return false;
  }

  // The same for an end whose messages all come from another thread.
  stepRemote() {
    const bytes = this.receive();
    const flags = mailbox[FLAGS];
    if ((flags & IS_ALONE) !== 0)
      this.isOtherClosed = true;
    if ((flags & HAS_MESSAGE) !== 0) {
      this.deliverBytes(bytes);
      return (flags & HAS_MORE) !== 0 || this.isOtherClosed || this.closing;
    }
    if (this.closing || this.isOtherClosed)
      this.finish();
    return false;
  }

  deliverBytes(bytes) {
    let next;
    try {
      next = decoder().decode(bytes, mailbox[LENGTH]);
    } catch (error) {
      this.front.receiveError(error);
      return;
    }
    this.front.receive(next.message, next.ports);
  }

  deliverNext() {
    let next;
    try {
      next = this.next();
    } catch (error) {
      this.front.receiveError(error);
      return true;
    }
    if (next === undefined)
      return false;
    this.front.receive(next.message, next.ports);
    return true;
  }

  start() {
    this.started = true;
    if (this.queue.length > 0 || this.remote !== 0)
      makeReady(this);
  }

  setHeld(on) {
    if (this.held === on || this.closed)
      return;
    this.held = on;
    hold(on ? 1 : -1);
  }

  close() {
    if (this.closing)
      return;
    this.closing = true;
    if ((this.queue.length > 0 || this.remote !== 0) && this.started)
      makeReady(this);
    else
      this.finish();
  }

  finish() {
    if (this.finishing)
      return;
    this.finishing = true;
    this.closing = true;
    binding.inClosePhase(() => this.closeNow());
  }

  closeNow() {
    if (context.frame !== this.frame)
      enter(this.frame);
    this.setHeld(false);
    this.closed = true;
    this.queue = new SafeArray();
    const { other, front } = this;
    this.other = undefined;
    if (this.remote !== 0) {
      remotes[this.remote] = undefined;
      binding.closeEnd(this.remote);
      this.remote = 0;
    }
    if (other !== undefined && !other.closed) {
      other.isOtherClosed = true;
      other.other = undefined;
      makeReady(other);
    }
    if (front !== undefined)
      front.emitClose();
  }
}

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

function checkPort(port, name = 'MessagePort') {
  if (typeof port !== 'object' || port === null || port[kEnd] === undefined) {
    throw new (codes().ERR_INVALID_THIS)(name);
  }
  return port[kEnd];
}

// Ports come from channels only, however it is tried.
function MessagePort() {
  throw new (codes().ERR_CONSTRUCT_CALL_INVALID)();
}
ObjectSetPrototypeOf(MessagePort, NodeEventTarget);

class Methods extends NodeEventTarget {
  constructor() { super(); }

  postMessage(value, transferList) {
    const end = checkPort(this);
    if (arguments.length === 0)
      throw missingArgument('Not enough arguments to MessagePort.postMessage');
    if (end.remote !== 0 && transferList === undefined)
      encoder().encode(value, NOTHING, sendRemote, end);
    else
      post(end, value, listOf(transferList));
  }

  start() {
    const end = checkPort(this);
    if (!end.closing)
      end.start();
  }

  close(callback) {
    const end = checkPort(this);
    if (typeof callback === 'function')
      this.once('close', callback);
    end.close();
  }

  ref() {
    checkPort(this).setHeld(true);
  }

  unref() {
    checkPort(this).setHeld(false);
  }

  hasRef() {
    return checkPort(this).held;
  }
}
MessagePort.prototype = Methods.prototype;
ObjectDefineProperty(MessagePort, 'prototype', { __proto__: null, writable: false });
ObjectDefineProperty(MessagePort.prototype, 'constructor', {
  __proto__: null, value: MessagePort, writable: true, configurable: true, enumerable: false,
});
const names = ['postMessage', 'start', 'close', 'ref', 'unref', 'hasRef'];
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(MessagePort.prototype, names[i], { __proto__: null, enumerable: true });
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
const protect = (port) => ObjectSetPrototypeOf(port, safePrototype);

function portFor(end) {
  const port = ObjectCreate(MessagePort.prototype);
  initNodeEventTarget(port);
  ObjectDefineProperty(port, kEnd,
                        { __proto__: null, value: end, writable: true, enumerable: false });
  end.front = new Front(port);
  if (context.resources !== null)
    context.resources.init('MESSAGEPORT', port, undefined);
  return port;
}

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

function missingArgument(text) {
  const error = new primordials.TypeError(text);
  return setOwnProperty(error, 'code', 'ERR_MISSING_ARGS');
}

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
    process.emitWarning('The target port was posted to itself, and the communication channel ' +
                        'was lost');
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

function sendRemote(end, bytes) {
  mailbox[END] = end.remote;
  if (end.closing)
    binding.dropParts();
  else if (bytes === undefined)
    binding.post();
  else
    binding.post(bytes);
}

function postToOther(end, bytes) {
  mailbox[END] = end.remote;
  binding.fill(bytes);
}
const NOTHING = new SafeArray();

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

// The front of an end that no program gets to see: it calls functions instead of listeners, and its
// methods cannot be replaced.
class Link {
  #end;
  #onMessage;
  #onError;

  constructor(end) {
    this.#end = end;
    end.front = this;
    if (context.resources !== null)
      context.resources.init('MESSAGEPORT', this, undefined);
  }

  // From now on messages are delivered, and the link keeps the loop alive.
  listen(onMessage, onError) {
    this.#onMessage = onMessage;
    this.#onError = onError;
    this.#end.setHeld(true);
    this.#end.start();
  }

  // As of listeners: an error of one message does not keep the next ones from being delivered.
  #call(callback, value) {
    try {
      callback?.(value);
    } catch (error) {
      process.nextTick(() => { throw error; });
    }
  }

  receive(message) { this.#call(this.#onMessage, message); }
  receiveError(error) { this.#call(this.#onError, error); }
  emitClose() {
    if (context.resources !== null)
      context.resources.gone(this);
  }

  postMessage(value, transferList) {
    if (transferList === undefined)
      encoder().encode(value, NOTHING, sendRemote, this.#end);
    else
      postRemote(this.#end, value, listOf(transferList));
  }

  ref() { this.#end.setHeld(true); }
  unref() { this.#end.setHeld(false); }
  hasRef() { return this.#end.held; }    // for async hooks
  close() { this.#end.close(); }
  get [kEnd]() { return this.#end; }
}

// An end that has arrived, for built-ins.
function linkTo(id) {
  const end = new End();
  end.setRemote(id);
  return new Link(end);
}

// Makes a channel whose second end is a number, to be passed to another thread.
function channelTo() {
  open();
  const { 0: id, 1: otherId } = binding.channel();
  return { __proto__: null, port: linkTo(id), id: otherId };
}

// Delivers the messages that have arrived at a port now, without waiting for the loop.
function drain(port) {
  const end = port[kEnd];
  while (!end.closed && end.front !== undefined && end.deliverNext());
}

// Whether the other end of a port, which went to another thread, is closed.
const isAlone = (port) => port[kEnd].closed || binding.isAlone(port[kEnd].remote);

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
    post(end, args[0], listOf(args[1]));
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
  MessageChannel, MessagePort, receiveMessageOnPort, arrive, channelTo, drain, isAlone, isPort,
  kPortOf, leave, linkTo, missingArgument, moveToContext, open, protect,
};
