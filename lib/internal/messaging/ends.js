'use strict';
// The ends of channels, and two fronts of an end that need no events: the Link of built-ins, and
// the port of a worker to its parent, as long as the program only posts. Other ports are in
// internal/messaging/port.
// (1) A message is cloned when it is posted and waits in the queue of the other end. Ends that have
//     something to do are in one list. The loop takes one message at a time from it in the poll
//     phase (src/runtime/bindings/messaging.c), so that ticks and promise jobs run between two
//     messages.
// (2) An end delivers messages once it is started. While it is held, it keeps the loop alive.
// (3) After close(), messages that have arrived are still delivered. Then 'close' is emitted in a
//     close phase. The other end closes when it has delivered all that it has.
// (4) When an End moves to another thread, C takes over its channel: each end gets a number,
//     `remote`, and messages are written and read as bytes (encode.js, decode.js). Messages that
//     had arrived at the End that stays are delivered as before.
// (5) The port to the parent has the methods of its class, and accessors for all that its class
//     inherits: the first use of one loads internal/messaging/port, which completes the prototype
//     and gives the end a front that emits events.

const {
  MathMax, ObjectCreate, ObjectDefineProperty, ObjectSetPrototypeOf, SafeArray, Symbol, SymbolFor,
  SymbolToStringTag,
} = primordials;
const binding = internalBinding('messaging');
const { fillProcess, whenLoaded } = require('internal/bootstrap/loader');
const { context, enter } = require('internal/async_context');
const { kTransfer, kIsDetached } = require('internal/messaging/transfer');

const codes = () => require('internal/errors').codes;
const kEnd = Symbol('kEnd');
const kPortOf = Symbol('kPortOf');    // of a BroadcastChannel
const MOST_AT_ONCE = 1000;    // messages of one end in one turn, unless more were waiting
const ports = () => require('internal/messaging/port');

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

// ---- Posting ----

function missingArgument(text) {
  const error = new primordials.TypeError(text);
  return ObjectDefineProperty(error, 'code', {
    __proto__: null, value: 'ERR_MISSING_ARGS', writable: true, enumerable: true,
    configurable: true,
  });
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

// Most first messages are a word or a number: C writes them.
function send(end, value) {
  mailbox[END] = end.remote;
  if (typeof value === 'object' || end.closing || !binding.postPrimitive(value))
    encoder().encode(value, NOTHING, sendRemote, end);
}

// ---- To and from other threads ----

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
      fillProcess().nextTick(() => { throw error; });
    }
  }

  receive(message) { this.#call(this.#onMessage, message); }
  receiveError(error) { this.#call(this.#onError, error); }
  emitClose() {
    if (context.resources !== null)
      context.resources.gone(this);
  }

  // A message that has arrived, now: { message, ports }.
  take() { return this.#end.next(); }

  postMessage(value, transferList) {
    if (transferList === undefined)
      send(this.#end, value);
    else
      ports().post(this.#end, value, ports().listOf(transferList));
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

// ---- The port of a worker to its parent (5) ----

function checkPort(port) {
  if (typeof port !== 'object' || port === null || port[kEnd] === undefined)
    throw new (codes().ERR_INVALID_THIS)('MessagePort');
  return port[kEnd];
}

class Methods {
  // Returns undefined if the port is closed.
  postMessage(value, transferList) {
    const end = checkPort(this);
    if (arguments.length === 0)
      throw missingArgument('Not enough arguments to MessagePort.postMessage');
    const result = end.closing ? undefined : true;
    if (end.remote !== 0 && transferList === undefined)
      send(end, value);
    else
      ports().post(end, value, ports().listOf(transferList));
    return result;
  }

  start() {
    const end = checkPort(this);
    ports();
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

const { prototype } = Methods;
const METHODS = ['postMessage', 'start', 'close', 'ref', 'unref', 'hasRef'];
const methods = { __proto__: null };    // the program may replace those of the prototype
for (let i = 0; i < METHODS.length; i++) {
  methods[METHODS[i]] = prototype[METHODS[i]];
  ObjectDefineProperty(prototype, METHODS[i], { __proto__: null, enumerable: true });
}

// internal/messaging/port puts the real properties in their places.
function loadWithPorts(target, keys, enumerable) {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    ObjectDefineProperty(target, key, {
      __proto__: null, configurable: true, enumerable,
      get() {
        ports();
        return this[key];
      },
      set(value) {
        ports();
        this[key] = value;
      },
    });
  }
}

let toParent;    // until internal/messaging/port is loaded

// The front of the port meanwhile: nobody listens.
class QuietFront {
  #port;
  constructor(port) { this.#port = port; }
  emitClose() {
    if (context.resources !== null)
      context.resources.gone(this.#port);
  }
}

// Called before anything else that has ports.
function portToParent(id) {
  open();
  const inherited = {};
  loadWithPorts(inherited, [
    'setMaxListeners', 'getMaxListeners', 'eventNames', 'listenerCount', 'off', 'removeListener',
    'on', 'addListener', 'emit', 'once', 'removeAllListeners', 'addEventListener',
    'removeEventListener', 'dispatchEvent', SymbolToStringTag,
  ], true);
  ObjectSetPrototypeOf(prototype, inherited);
  loadWithPorts(prototype, ['onmessage', 'onmessageerror'], true);
  loadWithPorts(prototype, ['constructor', SymbolFor('nodejs.util.inspect.custom'), kTransfer,
                            kIsDetached], false);
  const end = new End();
  end.setRemote(id);
  toParent = portOf(end);
  end.front = new QuietFront(toParent);
  whenLoaded('internal/event_target', ports);
  return toParent;
}

function portOf(end) {
  const port = ObjectCreate(prototype);
  ObjectDefineProperty(port, kEnd,
                        { __proto__: null, value: end, writable: true, enumerable: false });
  if (context.resources !== null)
    context.resources.init('MESSAGEPORT', port, undefined);
  return port;
}

module.exports = {
  End, METHODS, channelTo, drain, encoder, isAlone, kEnd, kPortOf, linkTo, makeReady, methods,
  missingArgument, open, portOf, portToParent, postToOther, prototype, remotes, sendRemote,
  get toParent() { return toParent; },
};
