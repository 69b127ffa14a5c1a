'use strict';
// HTTPParser of _http_common: the parser as a class of its own, with the callbacks that programs
// know by number from Node's binding. http itself uses internal/http/parser directly.
//
// (1) execute() throws what a callback throws, and returns an Error for malformed input.
// (2) For async hooks, the parser is a resource from initialize() to close(), and its callbacks are
//     executions of it.

const { context } = require('internal/async_context');
const { FastBuffer } = require('internal/buffer');
const { codes } = require('internal/errors');
const {
  FIRST_LENGTH, GO_ON, KEEP_ALIVE, LEAVE_HTTP, MAJOR, METHOD, MINOR, Parser, SKIP_BODY, STATUS,
  WANTS_UPGRADE, limit, words,
} = require('internal/http/parser');
const { isArrayBufferView } = require('internal/util/types');
const {
  ArrayPrototypeSlice, ObjectAssign, ReflectApply, StringPrototypeSlice,
  StringPrototypeSplit,
} = primordials;

const REQUEST = 1, RESPONSE = 2;
const CALLBACKS = {
  __proto__: null, kOnMessageBegin: 0, kOnHeaders: 1, kOnHeadersComplete: 2, kOnBody: 3,
  kOnMessageComplete: 4, kOnExecute: 5, kOnTimeout: 6,
};
const LENIENT = {
  __proto__: null, kLenientNone: 0, kLenientHeaders: 1, kLenientChunkedLength: 2,
  kLenientKeepAlive: 4, kLenientTransferEncoding: 8, kLenientVersion: 16,
  kLenientDataAfterClose: 32, kLenientOptionalLFAfterCR: 64, kLenientOptionalCRLFAfterChunk: 128,
  kLenientOptionalCRBeforeLF: 256, kLenientSpacesAfterChunkSize: 512,
  kLenientHeaderValueRelaxed: 0, // there is no such mode here
  kLenientAll: 1023,
};
const { kOnMessageBegin, kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete } = CALLBACKS;

// The resource of a parser, with the type for async hooks.
class Resource {
  constructor(type) { this.type = type; }
}

class HTTPParser {
  #parser = null;
  #resource = null;
  #isResponse = false;

  initialize(type, resource, maxHeaderSize = 0, lenientFlags = 0) {
    if (type !== REQUEST && type !== RESPONSE)
      throw new codes.ERR_INVALID_ARG_VALUE('type', type);
    this.#end();
    this.#isResponse = type === RESPONSE;
    this.#parser = Parser.open(this.#isResponse, this.#listener(), null, {
      __proto__: null, maxHeaderSize, lenient: lenientFlags !== 0, maxHeaderPairs: 0,
    });
    if (context.resources !== null) {
      this.#resource = new Resource(
        this.#isResponse ? 'HTTPCLIENTREQUEST' : 'HTTPINCOMINGMESSAGE');
      context.resources.init(this.#resource.type, this.#resource);
    }
  }

  #end() {
    const parser = this.#parser;
    this.#parser = null;
    parser?.close(parser.owner);
    if (this.#resource !== null)
      context.gone?.(this.#resource);
    this.#resource = null;
  }

  // Callbacks are looked up when they are called: the program sets them at any time.
  #call(index, args) {
    const callback = this[index];
    if (typeof callback !== 'function')
      return undefined;
    const { resources } = context;
    if (resources === null || this.#resource === null)
      return ReflectApply(callback, this, args);
    resources.begin(this.#resource);
    try {
      return ReflectApply(callback, this, args);
    } finally {
      resources.end();
    }
  }

  #listener() {
    return {
      __proto__: null,
      onHead: (text) => this.#head(text),
      onBody: (memory, offset, length) => {
        this.#call(kOnBody, [new FastBuffer(memory, offset, length)]);
      },
      onComplete: (trailers) => {
        if (trailers !== null)
          this.#call(kOnHeaders, [ArrayPrototypeSlice.call(trailers), '']);
        this.#call(kOnMessageComplete, []);
      },
      onData() {},
    };
  }

  #head(text) {
    const length = words[FIRST_LENGTH];
    const line = StringPrototypeSlice.call(text, 0, length);
    const headers = text.length < length + 1 ? [] :
      StringPrototypeSplit.call(StringPrototypeSlice.call(text, length + 1), '\n');
    const { 0: method, 1: url, 2: status, 3: message } = this.#isResponse ?
      [undefined, undefined, words[STATUS], line] :
      [words[METHOD], line, undefined, undefined];
    const args = [words[MAJOR], words[MINOR], headers, method, url, status, message,
                  words[WANTS_UPGRADE] === 1, words[KEEP_ALIVE] === 1];
    this.#call(kOnMessageBegin, []);
    const skips = this.#call(kOnHeadersComplete, args);
    return skips === 2 ? LEAVE_HTTP : skips === 1 || skips === true ? SKIP_BODY : GO_ON;
  }

  execute(bytes) {
    if (!isArrayBufferView(bytes))
      throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], bytes);
    const parser = this.#parser;
    if (parser === null)
      return 0;
    try {
      return parser.execute(bytes);
    } catch (error) {
      parser.close(parser.owner);     // nothing more of the message is reported
      throw error;
    }
  }

  finish() { return this.#parser?.finish(this.#parser.owner); }
  close() { this.#end(); }
  free() { this.#end(); }
}

ObjectAssign(HTTPParser, { REQUEST, RESPONSE }, CALLBACKS, LENIENT);

// The list of parsers that wait to be used again. They are cheap, so none waits.
const parsers = {
  __proto__: null,
  get max() { return limit.max; },
  set max(value) { limit.max = value; },
  alloc: () => new HTTPParser(),
  free() { return false; },
};

function freeParser(parser) {
  parser?.close();
}

module.exports = { HTTPParser, freeParser, parsers };
