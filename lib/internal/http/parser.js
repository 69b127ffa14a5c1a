'use strict';
// Parser: parses the bytes of a connection into messages, by internalBinding('http_parser').
//
// (1) The callbacks of the owner are called in this order: onHead(head), which returns the mode for
//     the rest of the message, onBody(bytes), onComplete(trailers).
// (2) `results`, which the binding writes, is read before a callback is called: another parser may
//     run inside the callback.
// (3) After close() the owner is not called any more, and the parser may get another owner:
//     finish() and close() take the owner, and do nothing if it is a former one.

const {
  Array, ArrayBuffer, ArrayPrototypeIndexOf, ArrayPrototypePop, ArrayPrototypePush,
  ArrayPrototypeSlice, ArrayPrototypeSort, StringPrototypeIndexOf, StringPrototypeSlice,
  StringPrototypeSplit, TypedArrayPrototypeSubarray,
} = primordials;
const binding = internalBinding('http_parser');
const { FastBuffer } = require('internal/buffer');

const { results } = binding;
// As in src/runtime/bindings/http_parser.c.
const HEAD = 1, COMPLETE = 2, FAULT = 3;
const EVENT = 0, CONSUMED = 1, METHOD = 2, STATUS = 3, MAJOR = 4, MINOR = 5, KEEP_ALIVE = 6,
      WANTS_UPGRADE = 7, SLICES = 8, BUSY = 9, FIRST_SLICE = 10;
// Modes for the rest of a message.
const GO_ON = 0, SKIP_BODY = 1, LEAVE_HTTP = 2;

const METHOD_NAMES = StringPrototypeSplit.call(binding.methods(), '\n');
// The methods from PRI on belong to other protocols.
const METHODS = ArrayPrototypeSort.call(
  ArrayPrototypeSlice.call(METHOD_NAMES, 0, ArrayPrototypeIndexOf.call(METHOD_NAMES, 'PRI')));

function defaultHeaderSize() {
  return internalBinding('options').get('--max-http-header-size') || 16384;
}

class Head {
  // Own properties before they are assigned: a setter of the program must not be called.
  headers;
  method;
  keepAlive;

  constructor(text) {
    const end = StringPrototypeIndexOf.call(text, '\n');
    this.first = end < 0 ? text : StringPrototypeSlice.call(text, 0, end);
    this.headers = end < 0 ? [] :
      StringPrototypeSplit.call(StringPrototypeSlice.call(text, end + 1), '\n');
    this.method = METHOD_NAMES[results[METHOD]];
    this.status = results[STATUS];
    this.major = results[MAJOR];
    this.minor = results[MINOR];
    this.keepAlive = results[KEEP_ALIVE] === 1;
    this.upgrade = results[WANTS_UPGRADE] === 1;
  }
}

const idle = []; // parsers without an owner
const limit = { __proto__: null, max: 1000 };

class Parser {
  // Own properties before they are assigned: a setter of the program must not be called.
  raw;
  mode;

  constructor() {
    this.raw = binding.create();
    this.owner = null;
    this.running = false;
    this.socket = null;
    this.incoming = null;
  }

  static open(isResponse, owner, socket, { maxHeaderSize, lenient, maxHeaderPairs = 1000 }) {
    const parser = ArrayPrototypePop.call(idle) ?? new Parser();
    binding.open(parser.raw, isResponse, maxHeaderSize || defaultHeaderSize(), maxHeaderPairs,
                 lenient);
    parser.owner = owner;
    parser.mode = GO_ON;
    parser.left = false; // the rest of the connection is no HTTP
    parser.busy = false; // in the middle of a message
    parser.faulty = false;
    parser.socket = socket;
    parser.incoming = null;
    return parser;
  }

  // The number of bytes that were used: all of them, or those before an upgrade; or an Error.
  execute(bytes) {
    let at = 0;
    this.running = true;
    try {
      do {
        const text = binding.execute(this.raw, bytes, at, this.mode);
        const event = results[EVENT];
        at = results[CONSUMED];
        this.busy = results[BUSY] === 1;
        const head = event === HEAD ? new Head(text) : null;
        if (results[SLICES] > 0)
          this.body(bytes);
        if (this.notifyOwner(event, head, text) === FAULT)
          return this.fault(bytes, at);
      } while (at < bytes.length && !this.left && this.owner !== null);
    } catch (err) {
      this.continueLater(TypedArrayPrototypeSubarray.call(bytes, at));
      throw err;
    }
    this.running = false;
    if (this.owner === null)
      recycle(this);
    return at;
  }

  // The program's code threw. If the program goes on, the rest of the bytes is parsed.
  continueLater(rest) {
    const { owner } = this;
    this.running = false;
    process.nextTick(() => {
      if (owner !== null && this.owner === owner)
        owner.onData(rest);
    });
  }

  // The sender has ended. Returns undefined, or an Error if the message is incomplete.
  finish(owner) {
    if (this.left || this.faulty || this.owner !== owner)
      return undefined;
    const text = binding.finish(this.raw);
    const event = results[EVENT];
    return this.notifyOwner(event, null, text) === FAULT ? this.fault(null, 0) : undefined;
  }

  notifyOwner(event, head, text) {
    const { owner } = this;
    if (owner === null)
      return event;
    if (event === HEAD) {
      this.mode = owner.onHead(head);
      // A message without a body is complete with its head, whether or not more bytes follow.
      if (this.owner !== null)
        return this.settle();
    } else if (event === COMPLETE) {
      if (this.mode === LEAVE_HTTP)
        this.left = true;
      this.mode = GO_ON;
      owner.onComplete(text === undefined ? null :
        StringPrototypeSplit.call(StringPrototypeSlice.call(text, 1), '\n'));
    }
    return event;
  }

  settle() {
    const text = binding.execute(this.raw, EMPTY, 0, this.mode);
    this.busy = results[BUSY] === 1;
    return this.notifyOwner(results[EVENT], null, text);
  }

  body(bytes) {
    const count = results[SLICES];
    const { buffer, byteOffset } = bytes;
    const parts = new Array(count);
    for (let i = 0; i < count; i++) {
      const start = results[FIRST_SLICE + 2 * i];
      const end = results[FIRST_SLICE + 2 * i + 1];
      parts[i] = new FastBuffer(buffer, byteOffset + start, end - start);
    }
    for (let i = 0; i < count && this.owner !== null; i++)
      this.owner.onBody(parts[i]);
  }

  fault(bytes, at) {
    this.running = false;
    this.faulty = true; // all further input is ignored
    const { 0: code, 1: reason } = StringPrototypeSplit.call(binding.describeFault(this.raw), '\n');
    const err = new primordials.Error(`Parse Error${reason ? `: ${reason}` : ''}`);
    err.bytesParsed = at;
    err.code = code;
    err.reason = reason;
    if (bytes !== null)
      err.rawPacket = bytes;
    return err;
  }

  close(owner) {
    if (this.owner !== owner)
      return;
    this.owner = null;
    this.incoming = null;
    this.socket = null;
    if (!this.running)
      recycle(this);
  }
}

function recycle(parser) {
  if (idle.length < limit.max)
    ArrayPrototypePush.call(idle, parser);
}

function setMaxIdle(max) {
  require('internal/validators').validateInteger(max, 'max', 1);
  limit.max = max;
}

const EMPTY = new FastBuffer(new ArrayBuffer(0));

module.exports = { GO_ON, LEAVE_HTTP, METHODS, Parser, SKIP_BODY, defaultHeaderSize, limit,
                   setMaxIdle };
