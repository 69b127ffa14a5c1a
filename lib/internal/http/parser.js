'use strict';
// Parser: parses the bytes of a connection into messages, by internalBinding('http_parser').
//
// (1) The callbacks of the owner are called in this order: onHead(text), which returns the mode for
//     the rest of the message, onBody(memory, offset, length), onComplete(trailers). onHead() reads
//     the numbers of the head from `words`.
// (2) `words`, which the binding writes, is read before the program can run: another parser may run
//     inside a listener.
// (3) After close() the owner is not called any more, and the parser may get another owner:
//     finish() and close() take the owner, and do nothing if it is a former one.
// (4) The binding goes on after the head of a request: the body that came with it is known, but not
//     reported, when onHead() is called.
// (5) Each piece of a body that a server reads is a callback of its own: ticks and promise jobs run
//     before the next piece and before the end. Meanwhile the parser is suspended; `rest` says
//     where it goes on.

const {
  ArrayBuffer, ArrayPrototypeIndexOf, ArrayPrototypePop, ArrayPrototypePush,
  ArrayPrototypeToSorted, ArrayPrototypeToSpliced, ObjectSetPrototypeOf, SafeArray,
  StringPrototypeSlice, StringPrototypeSplit, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
} = primordials;
const binding = internalBinding('http_parser');
const { FastBuffer } = require('internal/buffer');
const { getSlab, suspendRead } = require('internal/handle');
const { setMethod } = require('internal/prototypes');

const { words, execute: executeNext } = binding;
const { shared, kReadState } = internalBinding('task_queue');
const READ_RUNS = 1; // enum gy_read_state
// As in src/runtime/bindings/http_parser.c.
const HEAD = 1, COMPLETE = 2, FAULT = 3;
const SUSPENDED = 4; // here only
const PARSER = 0, START = 1, END = 2, MODE = 3, EVENT = 4, NEXT_EVENT = 5, CONSUMED = 6, METHOD = 7,
      STATUS = 8, MAJOR = 9, MINOR = 10, KEEP_ALIVE = 11, WANTS_UPGRADE = 12, HAS_HOST = 13,
      HAS_EXPECT = 14, FIRST_LENGTH = 15, HAS_TRAILERS = 16, SLICES = 17, BUSY = 18,
      FIRST_SLICE = 19;
// Modes for the rest of a message.
const GO_ON = 0, SKIP_BODY = 1, LEAVE_HTTP = 2;

const METHOD_NAMES = StringPrototypeSplit.call(binding.methods(), '\n');
// The methods from PRI on belong to other protocols.
const METHOD_LIST =
  ArrayPrototypeToSpliced.call(METHOD_NAMES, ArrayPrototypeIndexOf.call(METHOD_NAMES, 'PRI'));
const METHODS = ArrayPrototypeToSorted.call(METHOD_LIST);

let headerSize; // asked for each connection and request of a client, so the option is read once
const defaultHeaderSize = () =>
  headerSize ??= internalBinding('options').get('--max-http-header-size') || 16384;

const idle = new SafeArray(); // parsers without an owner
const limit = { __proto__: null, max: 1000 };

class Parser {
  constructor() {
    this.raw = binding.create();
    this.id = words[PARSER];
    this.owner = null;
    this.running = false;
    this.socket = null;
    this.incoming = null;
    this.mode = GO_ON;
    this.left = false; // the rest of the connection is no HTTP
    this.busy = false; // in the middle of a message
    this.faulty = false;
    this.at = 0;           // how far the input is parsed
    this.message = null;   // what is being reported
    this.rest = null;
  }

  static open(isResponse, owner, socket, { maxHeaderSize, lenient, maxHeaderPairs = 1000 }) {
    const parser = ArrayPrototypePop.call(idle) ?? new Parser();
    words[PARSER] = parser.id;
    binding.open(isResponse, maxHeaderSize || defaultHeaderSize(), maxHeaderPairs, lenient);
    parser.owner = owner;
    parser.mode = GO_ON;
    parser.left = false;
    parser.busy = false;
    parser.faulty = false;
    parser.socket = socket;
    parser.incoming = null;
    return parser;
  }

  // The number of bytes that were used: all of them, or those before an upgrade; or an Error.
  execute(bytes) {
    return this.run(bytes, TypedArrayPrototypeGetBuffer.call(bytes),
                    TypedArrayPrototypeGetByteOffset.call(bytes), 0,
                    TypedArrayPrototypeGetLength.call(bytes));
  }

  // Parses input[at … end). `bytes` is the input, a part of `memory` from `base` on. It is
  // undefined if the input is `memory`, the slab that streams read into. Returns undefined if the
  // parser is suspended; resume() goes on with the message at hand.
  run(bytes, memory, base, at, end, from = at, message = null) {
    this.running = true;
    try {
      do {
        const event = message === null ? this.executeFrom(bytes, memory, base, at, end) :
          this.report(message, bytes);
        message = null;
        at = this.at;
        if (event === SUSPENDED) {
          this.suspend(memory, base, at, end, from);
          return undefined;
        }
        if (event === FAULT)
          return this.fault(memory, base + from, at - from, end - from);
      } while (at < end && !this.left && this.owner !== null &&
               (bytes !== undefined || memory === getSlab()));
    } catch (err) {
      const { message: rest } = this;
      this.message = null;
      this.continueLater(rest, new FastBuffer(memory, base + this.at, end - this.at));
      throw err;
    }
    this.running = false;
    if (this.owner === null)
      recycle(this);
    else if (at < end && !this.left) { // a listener has made the streams read into another slab
      const used = this.execute(new FastBuffer(memory, at, end - at));
      return typeof used === 'number' ? at + used : used;
    }
    return at;
  }

  // Parses up to the next event and reports it. Returns the event.
  executeFrom(bytes, memory, base, at, end) {
    words[PARSER] = this.id;
    words[START] = at;
    words[END] = end;
    words[MODE] = this.mode;
    const text = executeNext(bytes);
    this.at = words[CONSUMED];
    this.busy = words[BUSY] === 1;
    const event = words[NEXT_EVENT];
    if (event !== COMPLETE || text === undefined || words[SLICES] !== 0 ||
        words[HAS_TRAILERS] !== 0)
      return this.report(new Message(text, memory, base), bytes);
    // The usual request, which has no body.
    this.message = BODILESS;
    this.owner.onHead(text);
    this.message = null;
    if (this.owner !== null)
      this.owner.onComplete(null);
    return event;
  }

  // After a piece of a body, if the handle has called this parser directly: others are called by
  // the program's own callback, which has no checkpoint inside.
  mustSuspend(message, bytes) {
    return bytes === undefined && shared[kReadState] === READ_RUNS && this.owner !== null &&
      (message.at < message.parts.length || message.event === COMPLETE || message.event === FAULT);
  }

  suspend(memory, base, at, end, from) {
    const { message } = this;
    this.rest = new Rest(memory, base, at, end, from, message);
    this.message = null;
    suspendRead(this);
  }

  resumeRead() {
    if (this.rest !== null) // else closed meanwhile
      this.owner.resume();
  }

  // Goes on where it was suspended. The result is that of run().
  resume() {
    const { memory, base, at, end, from, message } = this.rest;
    this.rest = null;
    this.at = at;
    return this.run(undefined, memory, base, at, end, from, message);
  }

  // Calls the owner for what is left of a message. Returns the event that it ended with.
  report(message, bytes) {
    const { text } = message;
    this.message = message;
    if (text !== undefined && this.owner !== null) {
      message.text = undefined;
      const mode = this.owner.onHead(text);
      if (message.event === HEAD) {
        this.message = null;
        return this.owner !== null ? this.settle(mode) : HEAD;
      }
    }
    while (message.at < message.parts.length && this.owner !== null) {
      const start = message.parts[message.at++];
      this.owner.onBody(message.memory, start, message.parts[message.at++] - start);
      if (this.mustSuspend(message, bytes))
        return SUSPENDED;
    }
    this.message = null;
    return this.end(message.event, message.trailers);
  }

  end(event, trailers) {
    if (event === COMPLETE && this.owner !== null) {
      if (this.mode === LEAVE_HTTP)
        this.left = true;
      this.mode = GO_ON;
      this.owner.onComplete(trailers);
    }
    return event;
  }

  // The mode counts from here on. A message without a body is complete with its head, whether or
  // not more bytes follow.
  settle(mode) {
    this.mode = mode;
    words[PARSER] = this.id;
    words[START] = words[END] = 0;
    words[MODE] = mode;
    executeNext(EMPTY);
    this.busy = words[BUSY] === 1;
    return this.end(words[EVENT], null);
  }

  // The program's code threw. If the program goes on, the rest of the bytes is parsed.
  continueLater(message, rest) {
    const { owner } = this;
    this.running = false;
    process.nextTick(() => {
      if (owner === null || this.owner !== owner)
        return;
      if (message === BODILESS)
        this.end(COMPLETE, null);
      else if (message !== null)
        this.report(message, EMPTY);
      if (TypedArrayPrototypeGetLength.call(rest) > 0 && this.owner === owner)
        owner.onData(rest);
      owner.afterThrow?.();
    });
  }

  // The sender has ended. Returns undefined, or an Error if the message is incomplete.
  finish(owner) {
    if (this.left || this.faulty || this.owner !== owner)
      return undefined;
    words[PARSER] = this.id;
    binding.finish();
    return this.end(words[EVENT], null) === FAULT ? this.fault(null, 0, 0, 0) : undefined;
  }

  fault(memory, start, used, length) {
    this.running = false;
    this.faulty = true; // all further input is ignored
    words[PARSER] = this.id;
    const { 0: code, 1: reason } = StringPrototypeSplit.call(binding.describeFault(), '\n');
    const err = new primordials.Error(`Parse Error${reason ? `: ${reason}` : ''}`);
    setMethod(err, 'bytesParsed', used);
    setMethod(err, 'code', code);
    setMethod(err, 'reason', reason);
    if (memory !== null)
      setMethod(err, 'rawPacket', new FastBuffer(memory, start, length));
    return err;
  }

  close(owner) {
    if (this.owner !== owner)
      return;
    this.owner = null;
    this.incoming = null;
    this.socket = null;
    if (this.rest !== null) {
      this.rest = null;
      this.running = false;
    }
    if (!this.running)
      recycle(this);
  }
}
ObjectSetPrototypeOf(Parser.prototype, null); // no setter of the program is called

// What execute() has found of a message: the head, the pieces of the body and how it ended.
class Message {
  constructor(text, memory, base) {
    const count = words[SLICES];
    this.text = text;
    this.event = words[text === undefined ? EVENT : NEXT_EVENT];
    this.at = 0;
    this.trailers = null;
    this.memory = memory;
    this.parts = new SafeArray(); // of the body: start and end of each, in `memory`
    for (let i = 0; i < 2 * count; i++)
      this.parts.push(base + words[FIRST_SLICE + i]);
    if (words[HAS_TRAILERS] === 1)
      this.trailers =
        StringPrototypeSplit.call(StringPrototypeSlice.call(binding.trailers(), 1), '\n');
  }
}
ObjectSetPrototypeOf(Message.prototype, null);

// Where a parser that is suspended goes on.
class Rest {
  constructor(memory, base, at, end, from, message) {
    this.memory = memory;
    this.base = base;
    this.at = at;
    this.end = end;
    this.from = from;
    this.message = message;
  }
}
ObjectSetPrototypeOf(Rest.prototype, null);

const BODILESS = new FastBuffer(new ArrayBuffer(0)); // in place of a Message
const EMPTY = BODILESS;

function recycle(parser) {
  if (idle.length < limit.max)
    ArrayPrototypePush.call(idle, parser);
}

function setMaxIdle(max) {
  require('internal/validators').validateInteger(max, 'max', 1);
  limit.max = max;
}

module.exports = { GO_ON, LEAVE_HTTP, METHODS, METHOD_LIST, METHOD_NAMES, Parser, SKIP_BODY,
                   defaultHeaderSize, limit, setMaxIdle, words, METHOD, STATUS, MAJOR, MINOR,
                   KEEP_ALIVE, WANTS_UPGRADE, HAS_HOST, HAS_EXPECT, FIRST_LENGTH };
