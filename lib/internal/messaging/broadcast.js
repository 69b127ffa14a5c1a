'use strict';
// BroadcastChannel: a message goes to all other channels of the same name, in all threads. C has
// the list of channels (src/runtime/worker/broadcast.c); each channel receives its messages through
// a port of its own.

const { ObjectDefineProperty, SafeArray, SymbolFor } = primordials;
const binding = internalBinding('worker');
const { EventTarget, defineEventHandler } = require('internal/event_target');
const { channelTo, kPortOf } = require('internal/messaging/ends');
const { codes: { ERR_MISSING_ARGS, ERR_INVALID_THIS } } = require('internal/errors');
const { lazyDOMException } = require('internal/util');

const customInspect = SymbolFor('nodejs.util.inspect.custom');

const NOTHING = new SafeArray();
const broadcast = (member, bytes) => { binding.broadcast(member, bytes); };

class BroadcastChannel extends EventTarget {
  #name;
  #member;      // its number in the list
  #outlet;      // the messages arrive here
  #open = true;

  constructor(name) {
    if (arguments.length === 0)
      throw new ERR_MISSING_ARGS('name');
    super();
    this.#name = `${name}`;
    const { port, id } = channelTo();
    this.#member = binding.join(this.#name, id);
    this.#outlet = port;
    port.listen((data) => this.#receive('message', data),
                (error) => this.#receive('messageerror', error));
  }

  #receive(type, data) {
    if (!this.#open)
      return;
    const { MessageEvent } = require('internal/messaging/event');
    this.dispatchEvent(new MessageEvent(type, { __proto__: null, data }));
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#name in value))
      throw new ERR_INVALID_THIS('BroadcastChannel');
    return value;
  }

  get name() { return BroadcastChannel.#check(this).#name; }

  postMessage(message) {
    BroadcastChannel.#check(this);
    if (arguments.length === 0)
      throw new ERR_MISSING_ARGS('message');
    if (!this.#open)
      throw lazyDOMException('BroadcastChannel is closed.', 'InvalidStateError');
    require('internal/messaging/encode').encode(message, NOTHING, broadcast, this.#member);
  }

  close() {
    BroadcastChannel.#check(this);
    if (!this.#open)
      return;
    this.#open = false;
    binding.leave(this.#member);
    this.#outlet.close();
  }

  ref() {
    BroadcastChannel.#check(this);
    if (this.#open)
      this.#outlet.ref();
    return this;
  }

  unref() {
    BroadcastChannel.#check(this);
    if (this.#open)
      this.#outlet.unref();
    return this;
  }

  // receiveMessageOnPort() takes a channel, too.
  get [kPortOf]() { return this.#outlet; }

  [customInspect](depth, options) {
    BroadcastChannel.#check(this);
    if (depth < 0)
      return 'BroadcastChannel';
    const { inspect } = require('internal/util/inspect');
    const shown = { name: this.#name, active: this.#open };
    const deeper = options.depth == null ? null : options.depth - 1;
    return `BroadcastChannel ${inspect(shown, { __proto__: null, ...options, depth: deeper })}`;
  }
}
const names = ['name', 'close', 'postMessage', 'ref', 'unref'];
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(BroadcastChannel.prototype, names[i], { __proto__: null, enumerable: true });
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

module.exports = { BroadcastChannel };
