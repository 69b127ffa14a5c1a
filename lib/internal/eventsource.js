'use strict';
// EventSource: server-sent events, as in the HTML Standard. Behind --experimental-eventsource.
//
// (1) When a stream ends or a connection fails, it connects again, after the time that the server
//     requested. A response that is not an event stream ends it.
// (2) After close() nothing is emitted and nothing keeps the process alive.
// (3) Lines end with CR, LF or both; a CR at the end of a chunk may be followed by its LF in the
//     next.

const {
  NumberParseInt, ObjectDefineProperty, Promise, PromisePrototypeThen, ReflectApply,
  RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeSlice,
} = primordials;
const { Event, EventTarget, defineEventHandler } = require('internal/event_target');
const { lazyDOMException } = require('internal/util');
const { clearTimeout, setTimeout } = require('internal/timers');
const { dictionary, finishInterface, illegalInvocation, requireArguments, usvString } =
  require('internal/fetch/webidl');

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
const RETRY = 3000;
const LF = 10;
const CR = 13;

let hasWarned = false;

function warn() {
  if (hasWarned)
    return;
  hasWarned = true;
  process.emitWarning('EventSource is experimental, expect them to change at any time.',
                      { __proto__: null, code: 'UNDICI-ES' });
}

// Events of a stream of text.
class Parser {
  #rest = '';
  #endedWithReturn = false;
  #data = null;
  #type = '';
  #id;
  #owner; // { onEvent(type, data, id), onRetry(milliseconds) }

  constructor(id, owner) {
    this.#id = id;
    this.#owner = owner;
  }

  write(text) {
    if (this.#endedWithReturn && text.length > 0) {
      if (StringPrototypeCharCodeAt.call(text, 0) === LF)
        text = StringPrototypeSlice.call(text, 1);
      this.#endedWithReturn = false;
    }
    text = this.#rest + text;
    let begin = 0;
    for (let i = this.#rest.length; i < text.length; i++) {
      const unit = StringPrototypeCharCodeAt.call(text, i);
      if (unit !== LF && unit !== CR)
        continue;
      this.#line(StringPrototypeSlice.call(text, begin, i));
      if (unit === CR && i + 1 === text.length)
        this.#endedWithReturn = true;
      else if (unit === CR && StringPrototypeCharCodeAt.call(text, i + 1) === LF)
        i++;
      begin = i + 1;
    }
    this.#rest = StringPrototypeSlice.call(text, begin);
  }

  #line(line) {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = StringPrototypeIndexOf.call(line, ':');
    if (colon === 0)
      return;
    const field = colon < 0 ? line : StringPrototypeSlice.call(line, 0, colon);
    let value = colon < 0 ? '' : StringPrototypeSlice.call(line, colon + 1);
    if (value[0] === ' ')
      value = StringPrototypeSlice.call(value, 1);
    this.#field(field, value);
  }

  #field(field, value) {
    if (field === 'data') {
      this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
    } else if (field === 'event') {
      this.#type = value;
    } else if (field === 'id') {
      if (!StringPrototypeIncludes.call(value, '\0'))
        this.#id = value;
    } else if (field === 'retry' && RegExpPrototypeExec.call(/^[0-9]+$/, value) !== null) {
      this.#owner.onRetry(NumberParseInt(value, 10));
    }
  }

  #dispatch() {
    const data = this.#data;
    const type = this.#type;
    this.#data = null;
    this.#type = '';
    this.#owner.onEvent(type === '' ? 'message' : type, data, this.#id);
  }
}

function readUrl(text) {
  const { requireURL } = require('internal/url');
  try {
    return requireURL(usvString(text));
  } catch (error) {
    throw lazyDOMException(`${error}`, 'SyntaxError');
  }
}

function isEventStream({ status, headers }) {
  if (status !== 200)
    return false;
  const type = headers.get('content-type');
  return type !== null &&
    RegExpPrototypeExec.call(/^[\t ]*text\/event-stream[\t ]*(?:;|$)/i, type) !== null;
}

class EventSource extends EventTarget {
  #url;
  #withCredentials;
  #state = CONNECTING;
  #lastId = '';
  #retry = RETRY;
  #controller = null;
  #timer = null;

  constructor(url, options = undefined) {
    requireArguments(1, arguments.length, 'EventSource constructor');
    super();
    warn();
    this.#withCredentials = !!dictionary(options, 'EventSource constructor').withCredentials;
    this.#url = readUrl(url);
    this.#connect();
  }

  static #check(object) {
    if (typeof object !== 'object' || object === null || !(#state in object))
      throw illegalInvocation();
    return object;
  }

  get readyState() { return EventSource.#check(this).#state; }
  get url() { return EventSource.#check(this).#url.href; }
  get withCredentials() { return EventSource.#check(this).#withCredentials; }

  close() {
    EventSource.#check(this);
    this.#state = CLOSED;
    this.#abort();
    clearTimeout(this.#timer);
  }

  #abort() {
    const { abort } = require('internal/abort_controller');
    if (this.#controller !== null)
      ReflectApply(abort, this.#controller, []);
  }

  #connect() {
    const { AbortController } = require('internal/abort_controller');
    this.#controller = new AbortController();
    PromisePrototypeThen.call(this.#run(this.#controller.signal), undefined,
                              () => this.#reconnect());
  }

  // One connection: until its stream ends, or throws.
  async #run(signal) {
    const headers = { '__proto__': null, 'accept': 'text/event-stream' };
    if (this.#lastId !== '')
      headers['last-event-id'] = this.#lastId;
    const { startFetch } = require('internal/fetch/fetch');
    const init = {
      __proto__: null, headers, cache: 'no-store', redirect: 'follow', signal,
      credentials: this.#withCredentials ? 'include' : 'same-origin',
    };
    const response = await new Promise((resolve, reject) => {
      startFetch(this.#url.href, init, resolve, reject);
    });
    if (this.#state === CLOSED)
      return;
    if (!isEventStream(response)) {
      this.#abort();
      this.#fail();
      return;
    }
    this.#state = OPEN;
    this.dispatchEvent(new Event('open'));
    if (response.body !== null)
      await this.#read(response.body.getStream(), response.url);
    this.#reconnect();
  }

  async #read(stream, url) {
    const { TextDecoder, decode } = require('internal/encoding');
    const { ReadableStreamDefaultReader, readPrivately } = require('internal/webstreams/readable');
    const decoder = new TextDecoder();
    const { origin } = require('internal/url').requireURL(url);
    const parser = new Parser(this.#lastId, {
      __proto__: null,
      onEvent: (type, data, id) => this.#emit(type, data, id, origin),
      onRetry: (time) => { this.#retry = time; },
    });
    const reader = new ReadableStreamDefaultReader(stream);
    while (this.#state !== CLOSED) {
      const { done, value } = await readPrivately(reader);
      if (done)
        return;
      parser.write(ReflectApply(decode, decoder, [value, { __proto__: null, stream: true }]));
    }
  }

  #emit(type, data, id, origin) {
    this.#lastId = id;
    if (data === null || this.#state === CLOSED)
      return;
    const { MessageEvent } = require('internal/messaging/event');
    this.dispatchEvent(new MessageEvent(type, {
      __proto__: null, data, origin, lastEventId: id,
    }));
  }

  #reconnect() {
    if (this.#state === CLOSED)
      return;
    this.#state = CONNECTING;
    this.dispatchEvent(new Event('error'));
    if (this.#state !== CLOSED)
      this.#timer = setTimeout(() => this.#connect(), this.#retry);
  }

  #fail() {
    this.#state = CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

defineEventHandler(EventSource.prototype, 'open');
defineEventHandler(EventSource.prototype, 'message');
defineEventHandler(EventSource.prototype, 'error');
finishInterface(EventSource, 'EventSource');

const CONSTANTS = ['CONNECTING', 'OPEN', 'CLOSED'];
for (let value = 0; value < CONSTANTS.length; value++) {
  const descriptor = { __proto__: null, enumerable: true, value };
  ObjectDefineProperty(EventSource, CONSTANTS[value], descriptor);
  ObjectDefineProperty(EventSource.prototype, CONSTANTS[value], descriptor);
}

module.exports = { EventSource };
