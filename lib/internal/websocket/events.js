'use strict';
// CloseEvent and ErrorEvent.

const { Event } = require('internal/event_target');
const { finishInterface, requireArguments, usvString } = require('internal/fetch/webidl');

class CloseEvent extends Event {
  #wasClean;
  #code;
  #reason;

  constructor(type, init = undefined) {
    requireArguments(1, arguments.length, 'CloseEvent constructor');
    super(type, init);
    this.#wasClean = !!init?.wasClean;
    this.#code = (init?.code ?? 0) & 0xffff;
    this.#reason = usvString(init?.reason ?? '');
  }

  get wasClean() { return this.#wasClean; }
  get code() { return this.#code; }
  get reason() { return this.#reason; }
}
finishInterface(CloseEvent, 'CloseEvent');

class ErrorEvent extends Event {
  #message;
  #filename;
  #lineno;
  #colno;
  #error;

  constructor(type, init = undefined) {
    requireArguments(1, arguments.length, 'ErrorEvent constructor');
    super(type, init);
    this.#message = usvString(init?.message ?? '');
    this.#filename = usvString(init?.filename ?? '');
    this.#lineno = (init?.lineno ?? 0) >>> 0;
    this.#colno = (init?.colno ?? 0) >>> 0;
    this.#error = init?.error;
  }

  get message() { return this.#message; }
  get filename() { return this.#filename; }
  get lineno() { return this.#lineno; }
  get colno() { return this.#colno; }
  get error() { return this.#error; }
}
finishInterface(ErrorEvent, 'ErrorEvent');

module.exports = { CloseEvent, ErrorEvent };
