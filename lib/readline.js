'use strict';
// node:readline: lines from streams and terminals. internal/readline has the parts.

const {
  ObjectCreate, ObjectDefineProperty, ObjectSetPrototypeOf, Promise, ReflectConstruct, SymbolFor,
} = primordials;
const { LineReader } = require('internal/readline/interface');
const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('internal/tty');
const { kEmptyObject } = require('internal/util');

const PROMISIFIED = SymbolFor('nodejs.util.promisify.custom');

// May be called without `new`.
function Interface(input, output, completer, terminal) {
  return ReflectConstruct(LineReader, [input, output, completer, terminal],
                           new.target ?? Interface);
}
ObjectSetPrototypeOf(Interface, LineReader);
Interface.prototype = ObjectCreate(LineReader.prototype);
ObjectDefineProperty(Interface.prototype, 'constructor', {
  __proto__: null, value: Interface, writable: true, configurable: true,
});

const method = (name, value) => ObjectDefineProperty(Interface.prototype, name, {
  __proto__: null, value, writable: true, configurable: true, enumerable: false,
});

method('question', function question(query, options, callback) {
  const answer = typeof options === 'function' ? options : callback;
  const { signal } = typeof options === 'object' && options !== null ? options : kEmptyObject;
  if (signal) {
    require('internal/validators').validateAbortSignal(signal, 'options.signal');
    if (signal.aborted)
      return;
    if (typeof answer === 'function')
      this._askUntil(signal, query, answer);
  } else if (typeof answer === 'function') {
    this._ask(query, answer);
  }
});

const questionAsPromise = function question(query, options) {
  return new Promise((resolve, reject) => {
    const signal = options?.signal;
    if (!signal)
      return this._ask(query, resolve);
    const abort = () => reject(
      new (require('internal/errors').AbortError)(
        undefined, { __proto__: null, cause: signal.reason }));
    if (signal.aborted)
      return abort();
    this._askUntil(signal, query, resolve, abort);
  });
};

ObjectDefineProperty(Interface.prototype.question, PROMISIFIED, {
  __proto__: null, value: questionAsPromise, writable: true, enumerable: true, configurable: true,
});

// A completer with two parameters takes a callback.
method('_complete', function(line, answer) {
  if (this.completer.length === 2) {
    this.completer(line, answer);
    return;
  }
  answer(null, this.completer(line));
});

// Programs also call it with `new`.
function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = {
  Interface, clearLine, clearScreenDown, createInterface, cursorTo,
  emitKeypressEvents(stream, iface) {
    require('internal/readline/keys').emitKeypressEvents(stream, iface);
  },
  moveCursor,
  get promises() { return require('readline/promises'); },
};
