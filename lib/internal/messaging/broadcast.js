'use strict';
// BroadcastChannel: a message goes to all other channels of the same name. There is a list of them
// for each name; each channel gets its messages through a port of its own.

const { ObjectDefineProperty, SafeArray, SafeMap, SymbolFor } = primordials;
const { EventTarget, defineEventHandler } = require('internal/event_target');
const { MessageChannel } = require('internal/messaging/port');
const { codes: { ERR_MISSING_ARGS, ERR_INVALID_THIS } } = require('internal/errors');
const { lazyDOMException } = require('internal/util');

const customInspect = SymbolFor('nodejs.util.inspect.custom');
const members = new SafeMap();

class BroadcastChannel extends EventTarget {
  #name;
  #inlet;       // the others post here
  #outlet;      // and the messages arrive here
  #open = true;

  constructor(name) {
    if (arguments.length === 0)
      throw new ERR_MISSING_ARGS('name');
    super();
    this.#name = `${name}`;
    const { port1, port2 } = new MessageChannel();
    this.#inlet = port1;
    this.#outlet = port2;
    port2.on('message', (data) => this.#receive(data));
    const list = members.get(this.#name);
    if (list === undefined)
      members.set(this.#name, new SafeArray(this));
    else
      list.push(this);
  }

  #receive(data) {
    if (!this.#open)
      return;
    const { MessageEvent } = require('internal/messaging/event');
    this.dispatchEvent(new MessageEvent('message', { __proto__: null, data }));
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
    const { cloneForMessage } = require('internal/structured_clone');
    cloneForMessage(message, [], false);     // an error must come before the first delivery
    const list = members.get(this.#name);
    for (let i = 0; i < list.length; i++) {
      const each = list[i];
      if (each !== this)
        each.#inlet.postMessage(message);
    }
  }

  close() {
    BroadcastChannel.#check(this);
    if (!this.#open)
      return;
    this.#open = false;
    const list = members.get(this.#name).filter((each) => each !== this);
    if (list.length === 0)
      members.delete(this.#name);
    else
      members.set(this.#name, list);
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
