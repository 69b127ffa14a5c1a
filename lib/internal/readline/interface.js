'use strict';
// The interface that reads lines: from any stream, or from a terminal, where the line can be edited
// (editing.js, loaded for the first terminal only).
//
// 1. A line ends at \n, \r, \r\n, U+2028 or U+2029. "\r" ends it at once; a "\n" within crlfDelay
//    belongs to it.
// 2. There is one open question at a time. Its answer is not emitted as 'line'.
// 3. Methods whose names begin with an underscore exist because programs replace them, mostly
//    _writeToOutput().

const {
  ArrayPrototypePop, DateNow, MathMax, NumberIsFinite, ObjectKeys, RegExpPrototypeExec, SafeArray,
  SafeRegExp, StringPrototypeEndsWith, StringPrototypeSlice, StringPrototypeSplit,
  SymbolAsyncIterator, SymbolDispose,
} = primordials;
const EventEmitter = require('events');
const { shield } = require('internal/prototypes');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_USE_AFTER_CLOSE } } = require('internal/errors');
const { validateAbortSignal, validateArray, validateNumber, validateString, validateUint32 } =
  require('internal/validators');

const DEFAULTS = {
  __proto__: null, historySize: 30, prompt: '> ', tabSize: 8, escapeCodeTimeout: 500,
};
const LEAST_CRLF_DELAY = 100;
const LINE_ENDING = new SafeRegExp(/\r\n|[\n\r\u2028\u2029]/);
const RARE_ENDING = /[\r\u2028\u2029]/;

// The options, checked. The arguments may be an options object or a list.
function readOptions(input, output, completer, terminal) {
  const isOptions = input?.input !== undefined && input?.input !== null;
  const given = isOptions ? input : { __proto__: null, input, output, completer, terminal };
  const options = { __proto__: null, ...given };
  const keys = ObjectKeys(DEFAULTS);
  for (let i = 0; i < keys.length; i++) {
    const value = given[keys[i]];
    options[keys[i]] = value === undefined ? DEFAULTS[keys[i]] : value;
  }
  options.history = given.history === undefined ? [] : given.history;
  if (options.signal)
    validateAbortSignal(options.signal, 'options.signal');
  if (options.completer !== undefined && typeof options.completer !== 'function')
    throw new ERR_INVALID_ARG_VALUE('completer', options.completer);
  validateArray(options.history, 'history');
  validateNumber(options.historySize, 'size', 0);     // Node's name for it
  validateUint32(options.tabSize, 'tabSize', true);
  // Node's message has the default instead of the wrong value.
  if (!NumberIsFinite(options.escapeCodeTimeout))
    throw new ERR_INVALID_ARG_VALUE('input.escapeCodeTimeout', DEFAULTS.escapeCodeTimeout);
  options.crlfDelay = MathMax(LEAST_CRLF_DELAY, options.crlfDelay || LEAST_CRLF_DELAY);
  options.terminal ??= !!options.output?.isTTY;
  return options;
}

class LineReader extends EventEmitter {
  #question;            // the callback of the open question
  #oldPrompt;
  #lines;               // the async iterator, if one was requested
  #partial = new SafeArray();   // pieces of an incomplete line, not from a terminal
  #returnedAt = 0;      // when a "\r" ended a line, or 0
  #decoder;

  constructor(input, output, completer, terminal) {
    const options = readOptions(input, output, completer, terminal);
    super();
    this.line = '';
    this.cursor = 0;
    this.closed = false;
    this.paused = false;
    this.terminal = !!options.terminal;
    this.input = options.input;
    this.output = options.output;
    this.completer = options.completer;
    this.history = options.history;
    this.historySize = options.historySize;
    this.historyIndex = -1;
    this.removeHistoryDuplicates = !!options.removeHistoryDuplicates;
    this.crlfDelay = options.crlfDelay;
    this.escapeCodeTimeout = options.escapeCodeTimeout;
    this.tabSize = options.tabSize;
    this.isCompletionEnabled = true;
    this._prompt = options.prompt;
    this.#connect();
    this.#closeBy(options.signal);
    this.input.resume();
  }

  // ---- The streams ----

  #connect() {
    const { input, output } = this;
    this.#attach(input, 'error', (error) => this.emit('error', error));
    if (!this.terminal) {
      const { StringDecoder } = require('string_decoder');
      this.#decoder = new StringDecoder('utf8');
      this.#attach(input, 'data', (chunk) => this._normalWrite(chunk));
      this.#attach(input, 'end', () => this.#finish(this.#partial.join('')));
      return;
    }
    require('internal/readline/editing').install(LineReader);
    require('internal/readline/keys').emitKeypressEvents(input, this);
    this.#attach(input, 'keypress', (text, key) => this._ttyWrite(text, key));
    this.#attach(input, 'end', () => this.#finish(this.line));
    this._setRawMode(true);
    if (output !== null && output !== undefined)
      this.#attach(output, 'resize', () => this._refreshLine());
  }

  // Listens until the interface is closed.
  #attach(stream, event, listener) {
    if (typeof stream.on !== 'function')
      return;
    stream.on(event, listener);
    this.once('close', () => stream.removeListener(event, listener));
  }

  #closeBy(signal) {
    if (!signal)
      return;
    const onAbort = () => this.close();
    if (signal.aborted) {
      process.nextTick(onAbort);
      return;
    }
    const disposable = EventEmitter.addAbortListener(signal, onAbort);
    this.once('close', () => disposable[SymbolDispose]());
  }

  #finish(rest) {
    if (rest.length > 0)
      this.emit('line', rest);
    this.close();
  }

  _setRawMode(mode) {
    const wasRaw = this.input.isRaw;
    if (typeof this.input.setRawMode === 'function')
      this.input.setRawMode(mode);
    return wasRaw;
  }

  // ---- Lines of other streams than terminals ----

  _normalWrite(chunk) {
    if (chunk === undefined)
      return;
    let text = this.#decoder.write(chunk);
    if (this.#returnedAt > 0 && text !== '') {
      if (text[0] === '\n' && DateNow() - this.#returnedAt <= this.crlfDelay)
        text = StringPrototypeSlice.call(text, 1);
      this.#returnedAt = 0;
    }
    // All lines are split off before the first listener runs: it may call write().
    const isRare = RegExpPrototypeExec.call(RARE_ENDING, text) !== null;
    const lines = StringPrototypeSplit.call(text, isRare ? LINE_ENDING : '\n');
    const rest = ArrayPrototypePop.call(lines);
    if (lines.length > 0 && this.#partial.length > 0) {
      lines[0] = this.#partial.join('') + lines[0];
      this.#partial = new SafeArray();
    }
    if (rest !== '')
      this.#partial.push(rest);
    if (StringPrototypeEndsWith.call(text, '\r'))
      this.#returnedAt = DateNow();
    for (let i = 0; i < lines.length; i++)
      this._onLine(lines[i]);
  }

  // Whether a "\n" from a terminal belongs to the "\r" before it. True once for each "\r".
  _endsReturn() {
    const belongs = this.#returnedAt > 0 && DateNow() - this.#returnedAt <= this.crlfDelay;
    this.#returnedAt = 0;
    return belongs;
  }

  _sawReturn(now) {
    this.#returnedAt = now ? DateNow() : 0;
  }

  _onLine(line) {
    const answer = this.#question;
    if (answer === undefined) {
      this.emit('line', line);
      return;
    }
    this.#question = undefined;
    this.setPrompt(this.#oldPrompt);
    answer(line);
  }

  // ---- Prompt and questions ----

  getPrompt() { return this._prompt; }
  setPrompt(prompt) { this._prompt = prompt; }

  prompt(preserveCursor) {
    if (this.paused)
      this.resume();
    if (!this.terminal || process.env.TERM === 'dumb') {
      this._writeToOutput(this._prompt);
      return;
    }
    if (!preserveCursor)
      this.cursor = 0;
    this._refreshLine();
  }

  _ask(query, answer) {
    this.#open();
    if (this.#question !== undefined) {
      this.prompt();
      return;
    }
    this.#oldPrompt = this._prompt;
    this.setPrompt(query);
    this.#question = answer;
    this.prompt();
  }

  _cancelQuestion() {
    if (this.#question === undefined)
      return;
    this.#question = undefined;
    this.setPrompt(this.#oldPrompt);
    if (this.terminal)
      this._clearLine();
  }

  // As _ask(), but an abort of the signal cancels the question and calls aborted().
  _askUntil(signal, query, answer, aborted) {
    const onAbort = () => {
      this._cancelQuestion();
      aborted?.();
    };
    signal.addEventListener('abort', onAbort, { __proto__: null, once: true });
    this._ask(query, (line) => {
      signal.removeEventListener('abort', onAbort);
      answer(line);
    });
  }

  // Ctrl+C or Ctrl+D. readline/promises rejects the open question.
  _interrupt() { this.close(); }

  _writeToOutput(text) {
    validateString(text, 'stringToWrite');
    if (this.output !== null && this.output !== undefined)
      this.output.write(text);
  }

  write(data, key) {
    this.#open();
    if (this.paused)
      this.resume();
    if (this.terminal)
      this._ttyWrite(data, key);
    else
      this._normalWrite(data);
  }

  getCursorPos() {
    require('internal/readline/editing').install(LineReader);
    return this.getCursorPos();
  }

  // ---- Pause, resume, close ----

  #open() {
    if (this.closed)
      throw new ERR_USE_AFTER_CLOSE('readline');
  }

  pause() {
    this.#open();
    if (this.paused)
      return;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  }

  resume() {
    this.#open();
    if (!this.paused)
      return;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  }

  close() {
    if (this.closed)
      return;
    this.pause();
    if (this.terminal)
      this._setRawMode(false);
    this.closed = true;
    this.emit('close');
  }

  [SymbolDispose]() { this.close(); }

  // ---- Async iteration ----

  [SymbolAsyncIterator]() {
    return this.#lines ??= require('internal/readline/lines').linesOf(this);
  }
}

shield(LineReader.prototype, [
  'line', 'cursor', 'closed', 'paused', 'terminal', 'input', 'output', 'completer', 'history',
  'historySize', 'historyIndex', 'removeHistoryDuplicates', 'crlfDelay', 'escapeCodeTimeout',
  'tabSize', 'isCompletionEnabled',
]);

module.exports = { LineReader };
