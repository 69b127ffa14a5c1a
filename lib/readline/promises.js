'use strict';
// node:readline/promises: questions and completers that return promises, batched cursor movements.

const { LineReader } = require('internal/readline/interface');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateInteger } = require('internal/validators');
const { CSI } = require('internal/readline/utils');
const { Promise, PromisePrototypeThen, PromiseResolve } = primordials;

class Interface extends LineReader {
  #reject;      // rejects the open question

  constructor(input, output, completer, terminal) {
    super(input, output, completer, terminal);
  }

  question(query, options) {
    return new Promise((resolve, reject) => {
      const signal = options?.signal;
      const settle = (line) => {
        this.#reject = undefined;
        resolve(line);
      };
      if (signal) {
        validateAbortSignal(signal, 'options.signal');
        const abort = () =>
          reject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
        if (signal.aborted)
          return abort();
        this._askUntil(signal, query, settle, abort);
      } else {
        this._ask(query, settle);
      }
      this.#reject ??= reject;
    });
  }

  // Ctrl+C and Ctrl+D reject the open question.
  _interrupt(key) {
    this.close();
    this.#reject?.(new AbortError(`Aborted with ${key}`));
    this.#reject = undefined;
  }

  _complete(line, answer) {
    let found;
    try {
      found = this.completer(line);
    } catch (error) {
      return answer(error);
    }
    PromisePrototypeThen.call(PromiseResolve.call(Promise, found),
                              (list) => answer(null, list), answer);
  }
}

// Collects movements of the cursor until commit().
class Readline {
  #stream;
  #autoCommit = false;
  #pending = '';

  constructor(stream, options) {
    if (typeof stream?.write !== 'function' || typeof stream.on !== 'function')
      throw new ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
    this.#stream = stream;
    if (options?.autoCommit !== undefined) {
      validateBoolean(options.autoCommit, 'options.autoCommit');
      this.#autoCommit = options.autoCommit;
    }
  }

  #add(text) {
    if (this.#autoCommit)
      process.nextTick(() => this.#stream.write(text));
    else
      this.#pending += text;
    return this;
  }

  cursorTo(x, y) {
    validateInteger(x, 'x');
    if (y === undefined)
      return this.#add(CSI`${x + 1}G`);
    validateInteger(y, 'y');
    return this.#add(CSI`${y + 1};${x + 1}H`);
  }

  moveCursor(dx, dy) {
    validateInteger(dx, 'dx');
    validateInteger(dy, 'dy');
    const across = dx === 0 ? '' : dx < 0 ? CSI`${-dx}D` : CSI`${dx}C`;
    const down = dy === 0 ? '' : dy < 0 ? CSI`${-dy}A` : CSI`${dy}B`;
    return across + down === '' ? this : this.#add(across + down);
  }

  clearLine(dir) {
    validateInteger(dir, 'dir', -1, 1);
    return this.#add(dir < 0 ? CSI.kClearToLineBeginning : dir > 0 ? CSI.kClearToLineEnd :
      CSI.kClearLine);
  }

  clearScreenDown() {
    return this.#add(CSI.kClearScreenDown);
  }

  commit() {
    return new Promise((resolve) => {
      this.#stream.write(this.#pending, resolve);
      this.#pending = '';
    });
  }

  rollback() {
    this.#pending = '';
    return this;
  }
}

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = { Interface, Readline, createInterface };
