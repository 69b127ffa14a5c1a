'use strict';
// BroadcastChannel: every channel of the same name hears what another one says. Each is a member of
// a list by its name and has a port of its own to be heard through.

const { EventTarget, defineEventHandler } = require('internal/event_target');
const { MessageChannel } = require('internal/messaging/port');
const { codes: { ERR_MISSING_ARGS, ERR_INVALID_THIS } } = require('internal/errors');
const { lazyDOMException } = require('internal/util');

const customInspect = Symbol.for('nodejs.util.inspect.custom');
const members = new Map();

class BroadcastChannel extends EventTarget {
  #name;
  #inlet;       // others post here
  #outlet;      // and it is heard there
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
      members.set(this.#name, [this]);
    else
      list.push(this);
  }

  #receive(data) {
    if (!this.#open)
      return;
    const { MessageEvent } = require('internal/messaging/event');
    this.dispatchEvent(new MessageEvent('message', { data }));
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
    cloneForMessage(message, [], false);     // an error must come before anybody hears of it
    for (const each of members.get(this.#name)) {
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
    return `BroadcastChannel ${inspect(shown, { ...options, depth: deeper })}`;
  }
}
for (const name of ['name', 'close', 'postMessage', 'ref', 'unref'])
  Object.defineProperty(BroadcastChannel.prototype, name, { __proto__: null, enumerable: true });
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

module.exports = { BroadcastChannel };
