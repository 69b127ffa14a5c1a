'use strict';
// Messages between a parent and a child that fork() started, over a pipe (messages.js has their
// format). The protocol is Node's, so either side may be Node. Handles are not passed.
//
// (1) Messages whose `cmd` begins with NODE_ belong to the runtimes. They are emitted as
//     'internalMessage'.
// (2) In a child the pipe keeps the loop alive only while there is a listener for 'message' or
//     'disconnect'.

const {
  ArrayPrototypeIncludes, ObjectDefineProperty, StringPrototypeStartsWith, Symbol,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_HANDLE_TYPE, ERR_IPC_CHANNEL_CLOSED,
                 ERR_IPC_DISCONNECTED, ERR_MISSING_ARGS }, errnoException } =
  require('internal/errors');
const { validateObject } = require('internal/validators');

const PREFIX = 'NODE_';
const kChannel = Symbol('kChannel');

class Channel {
  target;
  pipe;
  codec;
  pendingWrites = 0;
  closing = false;

  constructor(target, pipe, mode) {
    this.target = target;
    this.pipe = pipe;
    this.codec = require('internal/child_process/messages').codecFor(mode);
    pipe.onread = (chunk, nread) => this.onRead(chunk, nread);
    pipe.about = { __proto__: null, channelOf: target };
    pipe.readStart();
  }

  onRead(chunk, nread) {
    if (nread <= 0) {
      if (nread < 0)
        this.ended();
      return;
    }
    let messages;
    try {
      messages = this.codec.feed(chunk);
    } catch {
      this.ended();
      return;
    }
    for (let i = 0; i < messages.length; i++)
      this.deliver(messages[i]);
  }

  // Each message is emitted in a tick of its own.
  deliver(message) {
    const { target } = this;
    const internal = typeof message === 'object' && message !== null &&
      typeof message.cmd === 'string' && StringPrototypeStartsWith.call(message.cmd, PREFIX);
    if (internal) {
      target.emit('internalMessage', message, undefined);
      return;
    }
    if (!target.channel && !target.connected)
      return;
    process.nextTick(() => target.emit('message', message, undefined));
  }

  send(message, callback) {
    const data = this.codec.encode(message);
    this.pendingWrites++;
    const done = (status) => {
      this.pendingWrites--;
      if (typeof callback === 'function') {
        process.nextTick(callback, status < 0 ? errnoException(status, 'write') : null);
      } else if (status < 0 && !this.closing) {
        process.nextTick((target, error) => target.emit('error', error), this.target,
                         errnoException(status, 'write'));
      }
      if (this.closing && this.pendingWrites === 0)
        this.close();
    };
    const err = typeof data === 'string' ? this.pipe.writeUtf8(data, done) :
      this.pipe.writeBuffer(data, done);
    if (err !== 0 || !this.pipe.async)
      done(err);
    return err === 0 && this.pipe.writeQueueSize < 65536 * 2;
  }

  disconnect() {
    this.closing = true;
    if (this.pendingWrites === 0)
      this.close();
  }

  close() {
    const { pipe } = this;
    if (pipe === null)
      return;
    this.pipe = null;
    pipe.readStop();
    pipe.close();
    process.nextTick(() => this.target.emit('disconnect'));
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

// The property `channel` of a ChildProcess or of process.
class Control {
  #channel;
  constructor(channel, keepsAlive) {
    this.#channel = channel;
    if (!keepsAlive)
      channel.pipe.unref();
  }
  get fd() { return this.#channel.pipe?.fd; }
  ref() { this.#channel.pipe?.ref(); }
  unref() { this.#channel.pipe?.unref(); }
  refCounted() { this.ref(); }
  unrefCounted() { this.unref(); }
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
  target.channel = new Control(channel, keepsAlive);
  target[kChannel] = channel;
  ObjectDefineProperty(target, '_channel', {
    __proto__: null, configurable: true, enumerable: false,
    get() { return target.channel; }, set(value) { target.channel = value; },
  });

  target._send = (message, handle, options, callback) => {
    if (!target.connected)
      return closed(target, callback);
    return channel.send(message, callback);
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
      return closed(target, callback);
    checkMessage(message);
    if (handle !== undefined && handle !== null)
      throw new ERR_INVALID_HANDLE_TYPE();
    return target._send(message, undefined, options, callback);
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

function closed(target, callback) {
  const error = new ERR_IPC_CHANNEL_CLOSED();
  if (typeof callback === 'function')
    process.nextTick(callback, error);
  else
    process.nextTick(() => target.emit('error', error));
  return false;
}

// In the child: `fd` is the descriptor that the parent has passed in NODE_CHANNEL_FD.
function openInChild(fd) {
  const mode = process.env.NODE_CHANNEL_SERIALIZATION_MODE;
  delete process.env.NODE_CHANNEL_FD;
  delete process.env.NODE_CHANNEL_SERIALIZATION_MODE;
  const { Pipe } = require('internal/handle');
  const pipe = new Pipe();
  const err = pipe.open(fd);
  if (err !== 0)
    throw errnoException(err, 'open');
  attach(process, pipe, mode, false);
  const { channel } = process;
  const counts = (name) => name === 'message' || name === 'disconnect';
  let listeners = 0;
  process.on('newListener', (name) => {
    if (counts(name) && ++listeners === 1)
      channel.ref();
  });
  process.on('removeListener', (name) => {
    if (counts(name) && --listeners === 0)
      channel.unref();
  });
}

module.exports = { attach, openInChild };
