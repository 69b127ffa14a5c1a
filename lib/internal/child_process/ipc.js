'use strict';
// Messages between a parent and a child that fork() started, over a pipe (messages.js has their
// format), with handles beside them (handles.js). The protocol is Node's, so either side may be
// Node.
//
// (1) Messages whose `cmd` begins with NODE_ belong to the runtimes. They are emitted as
//     'internalMessage'.
// (2) In a child the pipe keeps the loop alive only while 'message' or 'disconnect' has a listener,
//     or a handle is being sent.
// (3) At most one handle is in transit in each direction. It is sent as { cmd: 'NODE_HANDLE', type,
//     msg }, and everything sent later waits until the other side has acknowledged it.
// (4) A 'message' without a listener waits for the first one.
// (5) Malformed input ends the channel, after the messages before it were delivered. In Node it is
//     an uncaught exception of the receiver.

const {
  ArrayPrototypeIncludes, ObjectDefineProperty, ObjectHasOwn, SafeArray, StringPrototypeStartsWith,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_IPC_CHANNEL_CLOSED, ERR_IPC_DISCONNECTED,
                 ERR_MISSING_ARGS }, errnoException } = require('internal/errors');
const { validateObject } = require('internal/validators');

const PREFIX = 'NODE_';
const HANDLE = 'NODE_HANDLE';
const HANDLE_ACK = 'NODE_HANDLE_ACK';
const HANDLE_NACK = 'NODE_HANDLE_NACK';
const SOCKET_PREFIX = 'NODE_SOCKET_';
const RETRIES = 3;           // of a handle that did not arrive
const HIGH_WATER = 65536 * 2;
const NO_OPTIONS = { __proto__: null };
const QUIETLY = { __proto__: null, swallowErrors: true };

const handles = () => require('internal/child_process/handles');
const socketLists = () => require('internal/child_process/socket_lists');

const isInternal = (message) => typeof message === 'object' && message !== null &&
  ObjectHasOwn(message, 'cmd') && typeof message.cmd === 'string' &&
  StringPrototypeStartsWith.call(message.cmd, PREFIX);

// One message with what belongs to it.
class Entry {
  // Own properties before they are assigned: a setter of the program must not be called.
  message;
  callback;
  options;
  kind;
  handle;
  retries;

  constructor(message, callback, options) {
    this.message = message;
    this.callback = callback;
    this.options = options;
    this.kind = null;     // of handles.js, if there is a handle
    this.handle = null;
    this.retries = 0;
  }
}

class Channel {
  target;
  pipe;
  codec;
  control = null;
  pendingWrites = 0;
  closing = false;
  arrived = new SafeArray();  // handles whose message is not complete yet
  inTransit = null;            // the entry whose handle is not acknowledged
  queue = new SafeArray();    // entries that wait for that
  unheard = null;             // [message, object] pairs that wait for a listener
  sentLists = null;           // of socket_lists.js
  receivedLists = null;

  constructor(target, pipe, mode) {
    this.target = target;
    this.pipe = pipe;
    this.codec = require('internal/child_process/messages').codecFor(mode);
    pipe.onread = (chunk, nread) => this.onRead(chunk, nread);
    pipe.about = { __proto__: null, channelOf: target };
    pipe.readStart();
  }

  // ---- Receiving ----

  onRead(chunk, nread) {
    if (nread <= 0) {
      if (nread < 0)
        this.ended();
      return;
    }
    const passed = this.pipe.acceptPassed();
    if (passed !== undefined) {
      for (let i = 0; i < passed.length; i += 2)
        this.arrived.push(handles().handleOf(passed[i], passed[i + 1]));
    }
    const messages = new SafeArray();
    let isBroken = false;
    try {
      this.codec.feed(chunk, messages);
    } catch {
      isBroken = true;
    }
    for (let i = 0; i < messages.length; i++)
      this.receive(messages[i]);
    if (isBroken)
      this.ended();
  }

  receive(message) {
    if (!isInternal(message)) {
      this.deliver('message', message, undefined);
      return;
    }
    const { cmd } = message;
    if (cmd === HANDLE) {
      this.receiveHandle({ __proto__: null, ...message });
      return;
    }
    if (cmd === HANDLE_ACK)
      this.acknowledged();
    else if (cmd === HANDLE_NACK)
      this.refused();
    else if (StringPrototypeStartsWith.call(cmd, SOCKET_PREFIX))
      socketLists().onMessage(this, { __proto__: null, ...message });
    this.deliver('internalMessage', message, undefined);
  }

  receiveHandle(envelope) {
    const handle = this.arrived.shift();
    this.write(new Entry({ cmd: handle === undefined ? HANDLE_NACK : HANDLE_ACK }, undefined,
                         QUIETLY));
    if (handle === undefined)
      return;
    const { msg } = envelope;
    const event = isInternal(msg) ? 'internalMessage' : 'message';
    handles().receive(handle, envelope, this, (object) => this.deliver(event, msg, object));
  }

  // Each message is emitted in a tick of its own.
  deliver(event, message, object) {
    if (this.target.channel || this.target.connected)
      process.nextTick(emitMessage, this, event, message, object);
  }

  // ---- Sending ----

  send(message, object, options = NO_OPTIONS, callback) {
    const entry = new Entry(message, callback, options);
    if (object !== undefined && object !== null) {
      const kind = handles().kindOf(object);
      const envelope = { cmd: HANDLE, type: kind.name, msg: message };
      const handle = kind.open(object, envelope, options, this);
      if (handle) {                  // without one the message is sent alone
        entry.message = envelope;
        entry.kind = kind;
        entry.handle = handle;
      }
    }
    if (this.inTransit === null)
      return this.write(entry);
    this.queue.push(entry);
    return this.queue.length === 1;
  }

  write(entry) {
    const { pipe } = this;
    if (pipe === null)
      return false;
    const data = this.codec.encode(entry.message);
    this.pendingWrites++;
    const done = (status) => this.written(entry, status);
    let err;
    if (entry.handle !== null) {
      this.inTransit = entry;
      this.control.refCounted();
      err = pipe.writeHandle(data, entry.handle, done);
    } else {
      err = typeof data === 'string' ? pipe.writeUtf8(data, done) : pipe.writeBuffer(data, done);
    }
    if (err !== 0 || !pipe.async)
      done(err);
    return err === 0 && pipe.writeQueueSize < HIGH_WATER;
  }

  written(entry, status) {
    this.pendingWrites--;
    if (status < 0 && this.inTransit === entry)
      this.acknowledged(); // nobody will
    this.report(entry, status < 0 ? errnoException(status, 'write') : null);
    this.closeIfIdle();
  }

  report({ callback, options }, error) {
    if (typeof callback === 'function')
      process.nextTick(callback, error);
    else if (error !== null && !this.closing && !options.swallowErrors)
      process.nextTick(emitError, this.target, error);
  }

  acknowledged() {
    const entry = this.inTransit;
    if (entry === null)
      return;
    this.inTransit = null;
    this.control.unrefCounted();
    entry.kind.passed(entry.handle, entry.options);
    this.sendQueued();
    this.closeIfIdle();
  }

  // The other side has got the message without its handle.
  refused() {
    const entry = this.inTransit;
    if (entry === null)
      return;
    if (entry.retries++ < RETRIES) {
      this.control.unrefCounted();
      entry.callback = undefined;
      this.write(entry);
      return;
    }
    process.emitWarning('Handle did not reach the receiving process correctly',
                        'SentHandleNotReceivedWarning');
    this.acknowledged();
  }

  sendQueued() {
    while (this.queue.length > 0 && this.inTransit === null)
      this.write(this.queue.shift());
  }

  // ---- The end ----

  disconnect() {
    this.closing = true;
    this.closeIfIdle();
  }

  closeIfIdle() {
    if (this.closing && this.pendingWrites === 0 && this.inTransit === null &&
        this.queue.length === 0)
      this.close();
  }

  close() {
    const { pipe } = this;
    if (pipe === null)
      return;
    this.pipe = null;
    pipe.readStop();
    pipe.close();
    this.dropHandles();
    if (this.sentLists !== null)
      socketLists().channelClosed(this);
    process.nextTick(emitDisconnect, this.target);
  }

  // Drops the messages that were not sent, and calls their callbacks with an error.
  dropHandles() {
    while (this.arrived.length > 0)
      this.arrived.shift().close();
    const sent = this.inTransit;
    this.inTransit = null;
    sent?.kind.passed(sent.handle, sent.options);
    while (this.queue.length > 0) {
      const entry = this.queue.shift();
      entry.kind?.passed(entry.handle, entry.options);
      if (typeof entry.callback === 'function')
        process.nextTick(entry.callback, new ERR_IPC_CHANNEL_CLOSED());
    }
  }

  // The other side has closed the pipe.
  ended() {
    const { target } = this;
    if (target.connected) {
      target.connected = false;
      target.channel = null;
    }
    this.close();
  }
}

function emitMessage(channel, event, message, object) {
  const { target } = channel;
  if (event === 'message' && (channel.unheard !== null || target.listenerCount(event) === 0)) {
    if (channel.unheard === null) {
      channel.unheard = new SafeArray();
      target.on('newListener', function onListener(name) {
        if (name !== 'message')
          return;
        target.removeListener('newListener', onListener);
        process.nextTick(emitUnheard, channel);
      });
    }
    channel.unheard.push(message, object);
    return;
  }
  target.emit(event, message, object);
}

function emitUnheard(channel) {
  const { unheard } = channel;
  channel.unheard = null;
  for (let i = 0; i < unheard.length; i += 2)
    process.nextTick(emitMessage, channel, 'message', unheard[i], unheard[i + 1]);
}

function emitError(target, error) {
  target.emit('error', error);
}

function emitDisconnect(target) {
  target.emit('disconnect');
}

// The property `channel` of a ChildProcess or of process. The program's ref() and unref() overrule
// the count.
class Control {
  #channel;
  #count;
  #isExplicit = false;
  constructor(channel, keepsAlive) {
    this.#channel = channel;
    this.#count = keepsAlive ? 1 : 0;
    if (!keepsAlive)
      channel.pipe.unref();
  }
  get fd() { return this.#channel.pipe?.fd; }
  ref() {
    this.#isExplicit = true;
    this.#channel.pipe?.ref();
  }
  unref() {
    this.#isExplicit = true;
    this.#channel.pipe?.unref();
  }
  refCounted() {
    if (++this.#count === 1 && !this.#isExplicit)
      this.#channel.pipe?.ref();
  }
  unrefCounted() {
    if (--this.#count === 0 && !this.#isExplicit)
      this.#channel.pipe?.unref();
  }
  hasRef() { return this.#channel.pipe?.hasRef() ?? false; }
}

function checkMessage(message) {
  if (message === undefined)
    throw new ERR_MISSING_ARGS('message');
  if (!ArrayPrototypeIncludes.call(['string', 'object', 'number', 'boolean'], typeof message)) {
    throw new ERR_INVALID_ARG_TYPE('message', ['string', 'object', 'number', 'boolean'], message);
  }
}

// Gives `target` (a ChildProcess, or process) send(), disconnect(), connected and channel.
function attach(target, pipe, mode, keepsAlive = true) {
  const channel = new Channel(target, pipe, mode);
  target.connected = true;
  target.channel = channel.control = new Control(channel, keepsAlive);
  ObjectDefineProperty(target, '_channel', {
    __proto__: null, configurable: true, enumerable: false,
    get() { return target.channel; }, set(value) { target.channel = value; },
  });

  target._send = (message, handle, options, callback) => {
    if (!target.connected)
      return closed(target, callback, options);
    return channel.send(message, handle, options, callback);
  };

  target.send = function(message, handle, options, callback) {
    if (typeof handle === 'function') {
      callback = handle;
      handle = undefined;
      options = undefined;
    } else if (typeof options === 'function') {
      callback = options;
      options = undefined;
    } else if (options !== undefined) {
      validateObject(options, 'options');
    }
    if (!target.connected)
      return closed(target, callback, options);
    checkMessage(message);
    return target._send(message, handle, { __proto__: null, ...options }, callback);
  };

  target.disconnect = function() {
    if (!target.connected) {
      target.emit('error', new ERR_IPC_DISCONNECTED());
      return;
    }
    target._disconnect();
  };

  target._disconnect = function() {
    target.connected = false;
    target.channel = null;
    channel.disconnect();
  };
  return channel;
}

function closed(target, callback, options) {
  const error = new ERR_IPC_CHANNEL_CLOSED();
  if (typeof callback === 'function')
    process.nextTick(callback, error);
  else if (!options?.swallowErrors)
    process.nextTick(emitError, target, error);
  return false;
}

// In the child: `fd` is the descriptor that the parent has passed in NODE_CHANNEL_FD.
function openInChild(fd) {
  const mode = process.env.NODE_CHANNEL_SERIALIZATION_MODE;
  delete process.env.NODE_CHANNEL_FD;
  delete process.env.NODE_CHANNEL_SERIALIZATION_MODE;
  const { Pipe } = require('internal/handle');
  const pipe = new Pipe(undefined, 'PIPEWRAP', undefined, true);
  const err = pipe.open(fd);
  if (err !== 0)
    throw errnoException(err, 'open');
  attach(process, pipe, mode, false);
  const { channel } = process;
  const counts = (name) => name === 'message' || name === 'disconnect';
  let listeners = 0;
  process.on('newListener', (name) => {
    if (counts(name) && ++listeners === 1)
      channel.refCounted();
  });
  process.on('removeListener', (name) => {
    if (counts(name) && --listeners === 0)
      channel.unrefCounted();
  });
}

module.exports = { attach, openInChild };
