'use strict';
// Event and CustomEvent. Event targets whose listeners are all emitter-style, such as the ports of
// most workers, never load this file (internal/event_target).

const { ObjectDefineProperty, SymbolFor } = primordials;
// Every worker has ports, which are event targets: what only errors need is loaded by them.
const codes = () => require('internal/errors').codes;
const { checkOptions, enumerable, kTrustEvent, show, tag } = require('internal/event_target');
const customInspectSymbol = SymbolFor('nodejs.util.inspect.custom');
const { now } = internalBinding('process');
const define = ObjectDefineProperty;

// What dispatch reads and sets inside an event.
let inner;

class Event {
  #type;
  #bubbles = false;
  #cancelable = false;
  #composed = false;
  #trusted = false;
  #canceled = false;
  #stopped = false;
  #stoppedNow = false;
  #passive = false;
  #dispatching = false;
  #target = null;
  #timeStamp = now();

  static {
    inner = {
      __proto__: null,
      is: (value) => typeof value === 'object' && value !== null && #type in value,
      stoppedNow: (event) => event.#stoppedNow,
      dispatching: (event) => event.#dispatching,
      begin(event, target) {
        event.#target = target;
        event.#dispatching = true;
      },
      end(event) { event.#dispatching = false; },
      passive(event, value) { event.#passive = value; },
    };
  }

  static #check(value) {
    if (!inner.is(value))
      throw new (codes().ERR_INVALID_THIS)('Event');
  }

  constructor(type, options = undefined) {
    if (arguments.length === 0)
      throw new (codes().ERR_MISSING_ARGS)('type');
    if (options != null) {
      checkOptions(options);
      this.#bubbles = !!options.bubbles;
      this.#cancelable = !!options.cancelable;
      this.#composed = !!options.composed;
      this.#trusted = options[kTrustEvent] === true;
    }
    this.#type = `${type}`;
  }

  initEvent(type, bubbles = false, cancelable = false) {
    if (arguments.length === 0)
      throw new (codes().ERR_MISSING_ARGS)('type');
    Event.#check(this);
    if (this.#dispatching)
      return;
    this.#type = `${type}`;
    this.#bubbles = !!bubbles;
    this.#cancelable = !!cancelable;
    this.#canceled = this.#stopped = this.#stoppedNow = false;
  }

  stopImmediatePropagation() {
    Event.#check(this);
    this.#stopped = this.#stoppedNow = true;
  }

  preventDefault() {
    Event.#check(this);
    if (this.#cancelable && !this.#passive)
      this.#canceled = true;
  }

  get target() {
    Event.#check(this);
    return this.#target;
  }

  get currentTarget() {
    Event.#check(this);
    return this.#dispatching ? this.#target : null;
  }

  get srcElement() {
    Event.#check(this);
    return this.#target;
  }

  get type() {
    Event.#check(this);
    return this.#type;
  }

  get cancelable() {
    Event.#check(this);
    return this.#cancelable;
  }

  get defaultPrevented() {
    Event.#check(this);
    return this.#cancelable && this.#canceled;
  }

  get timeStamp() {
    Event.#check(this);
    return this.#timeStamp;
  }

  composedPath() {
    Event.#check(this);
    return this.#dispatching ? [this.#target] : [];
  }

  get returnValue() {
    Event.#check(this);
    return !this.#cancelable || !this.#canceled;
  }

  set returnValue(value) {
    Event.#check(this);
    if (!value)
      this.preventDefault();
  }

  get bubbles() {
    Event.#check(this);
    return this.#bubbles;
  }

  get composed() {
    Event.#check(this);
    return this.#composed;
  }

  get eventPhase() {
    Event.#check(this);
    return this.#dispatching ? Event.AT_TARGET : Event.NONE;
  }

  get cancelBubble() {
    Event.#check(this);
    return this.#stopped;
  }

  set cancelBubble(value) {
    Event.#check(this);
    if (value)
      this.#stopped = true;
  }

  stopPropagation() {
    Event.#check(this);
    this.#stopped = true;
  }

  get isTrusted() {
    Event.#check(this);
    return this.#trusted;
  }

  [customInspectSymbol](depth, options) {
    Event.#check(this);
    const { type, defaultPrevented, cancelable, timeStamp } = this;
    const fields = { type, defaultPrevented, cancelable, timeStamp };
    return show(this.constructor.name, fields, depth, options);
  }
}

enumerable(Event, 'initEvent', 'stopImmediatePropagation', 'preventDefault', 'target',
           'currentTarget', 'srcElement', 'type', 'cancelable', 'defaultPrevented', 'timeStamp',
           'composedPath', 'returnValue', 'bubbles', 'composed', 'eventPhase', 'cancelBubble',
           'stopPropagation');
define(Event.prototype, 'isTrusted', { __proto__: null, enumerable: true, configurable: false });
tag(Event, 'Event');
const PHASES = ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'];
for (let value = 0; value < PHASES.length; value++)
  define(Event, PHASES[value], { __proto__: null, value, enumerable: true });

class CustomEvent extends Event {
  #detail = null;

  constructor(type, options = undefined) {
    if (arguments.length === 0)
      throw new (codes().ERR_MISSING_ARGS)('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    if (typeof this !== 'object' || this === null || !(#detail in this))
      throw new (codes().ERR_INVALID_THIS)('CustomEvent');
    return this.#detail;
  }
}
enumerable(CustomEvent, 'detail');
tag(CustomEvent, 'CustomEvent');

class NodeCustomEvent extends Event {
  constructor(type, options) {
    super(type, options);
    if (options?.detail)
      this.detail = options.detail;
  }
}

module.exports = { CustomEvent, Event, NodeCustomEvent, inner };
