'use strict';
// Parser: bytes of a connection in, messages out, by internalBinding('http_parser').
//
// (1) The owner is told in order: onHead(head) → how to go on, onBody(bytes), onComplete(trailers).
// (2) What the binding wrote to `words` is read before anybody is called: another parser may run
//     inside the call.
// (3) After close() nobody is told anything, and the parser may soon belong to somebody else: who
//     had it is known by name, and his calls do nothing.

const binding = internalBinding('http_parser');
const { FastBuffer } = require('internal/buffer');

const { words } = binding;
// As in src/runtime/bindings/http_parser.c.
const HEAD = 1, COMPLETE = 2, FAULT = 3;
const EVENT = 0, CONSUMED = 1, METHOD = 2, STATUS = 3, MAJOR = 4, MINOR = 5, KEEP_ALIVE = 6,
      WANTS_UPGRADE = 7, SLICES = 8, BUSY = 9, FIRST_SLICE = 10;
// How to go on after a head.
const GO_ON = 0, SKIP_BODY = 1, LEAVE_HTTP = 2;

const METHOD_NAMES = binding.methods().split('\n');
// What comes after PRI belongs to other protocols.
const METHODS = METHOD_NAMES.slice(0, METHOD_NAMES.indexOf('PRI')).sort();

function defaultHeaderSize() {
  return internalBinding('options').get('--max-http-header-size') || 16384;
}

class Head {
  constructor(text) {
    const end = text.indexOf('\n');
    this.first = end < 0 ? text : text.slice(0, end);
    this.headers = end < 0 ? [] : text.slice(end + 1).split('\n');
    this.method = METHOD_NAMES[words[METHOD]];
    this.status = words[STATUS];
    this.major = words[MAJOR];
    this.minor = words[MINOR];
    this.keepAlive = words[KEEP_ALIVE] === 1;
    this.upgrade = words[WANTS_UPGRADE] === 1;
  }
}

const idle = []; // parsers without an owner
const limit = { __proto__: null, max: 1000 };

class Parser {
  constructor() {
    this.raw = binding.create();
    this.owner = null;
    this.running = false;
    this.socket = null;
    this.incoming = null;
  }

  static open(isResponse, owner, socket, { maxHeaderSize, lenient, maxHeaderPairs = 1000 }) {
    const parser = idle.pop() ?? new Parser();
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
        const event = words[EVENT];
        at = words[CONSUMED];
        this.busy = words[BUSY] === 1;
        const head = event === HEAD ? new Head(text) : null;
        if (words[SLICES] > 0)
          this.body(bytes);
        if (this.tell(event, head, text) === FAULT)
          return this.fault(bytes, at);
      } while (at < bytes.length && !this.left && this.owner !== null);
    } catch (err) {
      this.goOnLater(bytes.subarray(at));
      throw err;
    }
    this.running = false;
    if (this.owner === null)
      keep(this);
    return at;
  }

  // The user's code threw. Should the program live on, the rest of the bytes still counts.
  goOnLater(rest) {
    const { owner } = this;
    this.running = false;
    process.nextTick(() => {
      if (owner !== null && this.owner === owner)
        owner.onData(rest);
    });
  }

  // The sender has ended: undefined, or an Error when that was too early.
  finish(owner) {
    if (this.left || this.faulty || this.owner !== owner)
      return undefined;
    const text = binding.finish(this.raw);
    const event = words[EVENT];
    return this.tell(event, null, text) === FAULT ? this.fault(null, 0) : undefined;
  }

  tell(event, head, text) {
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
      owner.onComplete(text === undefined ? null : text.slice(1).split('\n'));
    }
    return event;
  }

  settle() {
    const text = binding.execute(this.raw, EMPTY, 0, this.mode);
    this.busy = words[BUSY] === 1;
    return this.tell(words[EVENT], null, text);
  }

  body(bytes) {
    const count = words[SLICES];
    const { buffer, byteOffset } = bytes;
    const parts = new Array(count);
    for (let i = 0; i < count; i++) {
      const start = words[FIRST_SLICE + 2 * i];
      parts[i] = new FastBuffer(buffer, byteOffset + start, words[FIRST_SLICE + 2 * i + 1] - start);
    }
    for (let i = 0; i < count && this.owner !== null; i++)
      this.owner.onBody(parts[i]);
  }

  fault(bytes, at) {
    this.running = false;
    this.faulty = true; // and so is all that follows
    const [code, reason] = binding.describeFault(this.raw).split('\n');
    const err = new Error(`Parse Error${reason ? `: ${reason}` : ''}`);
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
      keep(this);
  }
}

function keep(parser) {
  if (idle.length < limit.max)
    idle.push(parser);
}

function setMaxIdle(max) {
  require('internal/validators').validateInteger(max, 'max', 1);
  limit.max = max;
}

const EMPTY = new FastBuffer(new ArrayBuffer(0));

module.exports = { GO_ON, LEAVE_HTTP, METHODS, Parser, SKIP_BODY, defaultHeaderSize, limit,
                   setMaxIdle };
