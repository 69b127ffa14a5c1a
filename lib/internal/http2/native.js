'use strict';
// internalBinding('http2'), the numbers of its events (src/runtime/bindings/http2/http2.h) and the
// errors of nghttp2.

const { Error, ObjectDefineProperty } = primordials;
const native = internalBinding('http2');
const { codes } = require('internal/errors');
const { setMethod } = require('internal/prototypes');

const { words } = native;

const EVENT_COUNT = 0;
const WANTS_READ = 1;
const WANTS_WRITE = 2;
const IS_PARTIAL = 3;
const ACCEPTED = 4;
const FIRST_EVENT = 5;
const EVENT_WORDS = 6;

const HEADERS = 1;
const SENSITIVE = 2;
const DATA = 3;
const END = 4;
const CLOSED = 5;
const WRITTEN = 6;
const WANT_TRAILERS = 7;
const SETTINGS = 8;
const SETTINGS_ACK = 9;
const PING = 10;
const PING_ACK = 11;
const GOAWAY = 12;
const ALTSVC = 13;
const ORIGIN = 14;
const FRAME_ERROR = 15;
const INVALID_FRAME = 16;
const ERROR = 17;
const RESET = 19;

const TOO_MANY_INVALID_FRAMES = 1;

// An error of nghttp2, by its number.
class NghttpError extends Error {
  constructor(number) {
    const tooMany = number === TOO_MANY_INVALID_FRAMES;
    super(tooMany ? new codes.ERR_HTTP2_TOO_MANY_INVALID_FRAMES().message :
      native.errorText(number));
    setMethod(this, 'code', tooMany ? 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES' : 'ERR_HTTP2_ERROR');
    setMethod(this, 'errno', tooMany ? -1 : number);
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}
ObjectDefineProperty(NghttpError.prototype, 'name', {
  __proto__: null, value: 'Error', writable: true, enumerable: false, configurable: true,
});

module.exports = {
  native, words, NghttpError,
  EVENT_COUNT, WANTS_READ, WANTS_WRITE, IS_PARTIAL, ACCEPTED, FIRST_EVENT, EVENT_WORDS,
  HEADERS, SENSITIVE, DATA, END, CLOSED, WRITTEN, WANT_TRAILERS, SETTINGS, SETTINGS_ACK, PING,
  PING_ACK, GOAWAY, ALTSVC, ORIGIN, FRAME_ERROR, INVALID_FRAME, ERROR, RESET,
};
