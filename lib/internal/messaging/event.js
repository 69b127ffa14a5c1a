'use strict';
// MessageEvent: the event that DOM-style listeners of a port receive.

const {
  ArrayPrototypeForEach, ObjectDefineProperty, ObjectFreeze, SymbolIterator, SymbolToStringTag,
} = primordials;
const { kEmptyObject } = require('internal/util');
const { Event } = require('internal/event_target');
const { MessagePort } = require('internal/messaging/port');

const shown = (value) => require('internal/util/inspect').inspect(value);
const refuse = (text) => new primordials.TypeError(`MessageEvent constructor: ${text}`);

function checkPort(value, where) {
  if (!(value instanceof MessagePort))
    throw refuse(`Expected ${where} ("${shown(value)}") to be an instance of MessagePort.`);
}

function portsOf(ports) {
  if (ports === null || typeof ports !== 'object' || typeof ports[SymbolIterator] !== 'function')
    throw refuse(`eventInitDict.ports (${shown(ports)}) is not iterable.`);
  // lint-ok: array-iteration the program's iterable
  const list = [...ports];
  ArrayPrototypeForEach.call(list, (port, i) => checkPort(port, `eventInitDict.ports[${i}]`));
  return list;
}

let makeEvent; // (data, origin) → a 'message' event, without a bag of options

class MessageEvent extends Event {
  #data;
  #origin;
  #lastEventId;
  #source;
  #ports;

  static {
    makeEvent = (data, origin) => {
      const event = new MessageEvent('message');
      event.#data = data;
      event.#origin = origin;
      return event;
    };
  }

  constructor(type, init = undefined) {
    if (arguments.length === 0)
      throw refuse('1 argument required, but 0 found.');
    super(type, init);
    const { data = null, origin = '', lastEventId = '', source = null, ports } =
      init ?? kEmptyObject;
    if (source !== null)
      checkPort(source, 'eventInitDict.source');
    this.#data = data;
    this.#origin = `${origin}`;
    this.#lastEventId = `${lastEventId}`;
    this.#source = source;
    this.#ports = ports === undefined ? null : ObjectFreeze(portsOf(ports));
  }

  get data() { return this.#data; }
  get origin() { return this.#origin; }
  get lastEventId() { return this.#lastEventId; }
  get source() { return this.#source; }
  // Most events have none: the list is made when it is read.
  get ports() { return this.#ports ??= ObjectFreeze([]); }

  // As in Node, it changes nothing: it returns another event.
  initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = '',
                   lastEventId = '', source = null, ports = undefined) {
    if (arguments.length === 0) {
      throw new primordials.TypeError(
        'MessageEvent.initMessageEvent: 1 argument required, but 0 found.');
    }
    return new MessageEvent(type, { bubbles, cancelable, data, origin, lastEventId, source,
                                    ports });
  }
}
ObjectDefineProperty(MessageEvent.prototype.initMessageEvent, 'length', {
  __proto__: null, value: 1,
});
const names = ['data', 'origin', 'lastEventId', 'source', 'ports', 'initMessageEvent'];
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(MessageEvent.prototype, names[i], { __proto__: null, enumerable: true });
ObjectDefineProperty(MessageEvent.prototype, SymbolToStringTag,
                      { __proto__: null, configurable: true, value: 'MessageEvent' });

module.exports = { MessageEvent, makeMessageEvent: makeEvent };
