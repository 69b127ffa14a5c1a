'use strict';
// The REPL: collects lines (readline) until they are a program or a command, passes them to eval(),
// and prints the value or the error.
//
// 1. One piece of input is evaluated at a time. Keys and lines that arrive meanwhile are queued,
// but not Ctrl+C. 2. An error of the input never ends the REPL. 3. 'exit' is emitted once, after
// what was being evaluated and after the history was written.

const {
  ArrayPrototypePush, ArrayPrototypeShift, NumberIsNaN, NumberParseFloat,
  ObjectDefineProperty, ReflectApply, RegExpPrototypeExec, SafeSet, StringPrototypeTrim, Symbol,
} = primordials;
const { Interface } = require('readline');
const { inspect } = require('internal/util/inspect');
const { codes: { ERR_INVALID_REPL_EVAL_CONFIG } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { Recoverable } = require('internal/repl/recoverable');
const { evaluate, Thrown } = require('internal/repl/evaluate');
const errors = require('internal/repl/errors');
const { createContext, defineUnderscores } = require('internal/repl/context');

const SLOPPY = Symbol('repl-sloppy');
const STRICT = Symbol('repl-strict');
const CONTINUATION = '| ';
const COMMAND = /^\.([^\s]+)\s*([^]*)$/;
let lastInput = 0;

const writer = (value) => inspect(value, writer.options);
// lint-ok: options-own the program gets it
writer.options = { ...inspect.defaultOptions, showProxy: true };

// The options, from an object or from separate arguments.
function readOptions(prompt, source, evaluator, useGlobal, ignoreUndefined, replMode) {
  const given = prompt !== null && typeof prompt === 'object' ? prompt :
    { __proto__: null, prompt, source, eval: evaluator, useGlobal, ignoreUndefined, replMode };
  const options = { __proto__: null, ...given };
  const stream = options.source ?? options.socket;
  if (stream) {
    options.input = stream.stdin && stream.stdout ? stream.stdin : stream;
    options.output = stream.stdin && stream.stdout ? stream.stdout : stream;
  }
  if (options.input === undefined && options.output === undefined) {
    options.input = process.stdin;
    options.output = process.stdout;
  }
  if (options.terminal === undefined)
    options.terminal = options.output?.isTTY;
  options.terminal = !!options.terminal;
  if (options.useColors === undefined) {
    const { output, terminal } = options;
    options.useColors = terminal && output.isTTY === true &&
      (typeof output.hasColors !== 'function' || output.hasColors());
  }
  if (options.breakEvalOnSigint && options.eval)
    throw new ERR_INVALID_REPL_EVAL_CONFIG();
  if (options.handleError !== undefined)
    validateFunction(options.handleError, 'options.handleError');
  options.prompt ??= '> ';
  return options;
}

function paintedWriter() {
  const painted = (value) => inspect(value, painted.options);
  // lint-ok: options-own the program gets it
  painted.options = { ...writer.options, colors: true };
  return painted;
}

class REPLServer extends Interface {
  static modes = { __proto__: null, SLOPPY, STRICT };

  #buffered = '';             // lines of input that is not complete
  #prompt;
  #waiting = [];              // lines and keys that came during an evaluation
  #sawInterrupt = false;      // the last key was Ctrl+C on an empty line
  #finishesEditor = false;    // input comes from the editor: it is complete
  #isExitPending = false;
  #onSignal;                  // a listener while input runs that Ctrl+C may end
  #isCooked = false;          // the terminal makes a signal of Ctrl+C

  constructor(prompt, source, evaluator, useGlobal, ignoreUndefined, replMode) {
    const options = readOptions(prompt, source, evaluator, useGlobal, ignoreUndefined, replMode);
    let self;
    const { completer: given } = options;
    const completer = typeof given === 'function' ? given :
      (text, answer) => self.#completeByDefault(text, answer);
    super({
      __proto__: null, input: options.input, output: options.output, completer,
      terminal: options.terminal, historySize: options.historySize, prompt: options.prompt,
    });
    self = this;
    this.#prompt = options.prompt;
    this.#setFields(options);
    errors.watch();
    this.#setContext();
    this.on('line', (line) => this.#onLine(line));
    this.on('SIGINT', () => this.#onInterrupt());
    this.on('close', () => this.#onClose());
    this.on('SIGCONT', () => this.#onContinue());
    require('internal/repl/commands').define(this);
    if (options.preview ?? !options.eval)
      require('internal/repl/preview').install(this);
    require('internal/repl/search').install(this);
    this.displayPrompt();
  }

  #setFields(options) {
    this.useColors = !!options.useColors;
    this.useGlobal = !!options.useGlobal;
    this.ignoreUndefined = !!options.ignoreUndefined;
    this.replMode = options.replMode || SLOPPY;
    this.breakEvalOnSigint = !!options.breakEvalOnSigint;
    this.allowBlockingCompletions = !!options.allowBlockingCompletions;
    this.handleError = options.handleError;
    this.editorMode = false;
    this.isEvaluating = false;
    this.interruptAwait = undefined;
    this.lexicalNames = new SafeSet();
    this.lines = [];
    this.lines.level = [];
    this.commands = { __proto__: null };
    this.writer = options.writer ?? (this.useColors ? paintedWriter() : writer);
    this.eval = typeof options.eval === 'function' ? options.eval :
      function(code, context, file, callback) { evaluate(this, code, file, callback); };
    this.hasDefaultEval = typeof options.eval !== 'function';
    if (options.historySize === undefined && this.historySize === undefined)
      this.historySize = 30;
  }

  #setContext() {
    this.context = createContext(this);
    if (!this.useGlobal)
      errors.takeRejections(this);
    defineUnderscores(this, this.context);
    this.lexicalNames = new SafeSet();
  }

  // ---- Input ----

  get bufferedCommand() { return this.#buffered; }

  clearBufferedCommand() {
    this.#buffered = '';
  }

  bufferLine(line) {
    this.#buffered += `${line}\n`;
  }

  // Emits 'reset' with the new context, unless the context is that of the program.
  resetContext() {
    this.#setContext();
    this.lines.length = 0;
    this.emit('reset', this.context);
  }

  createContext() { return createContext(this); }

  #onLine(line) {
    if (this.isEvaluating) {
      ArrayPrototypePush.call(this.#waiting, { __proto__: null, line });
      return;
    }
    this.#sawInterrupt = false;
    line ??= '';
    if (this.editorMode)
      return require('internal/repl/editor').addLine(this, line);
    if (this.#runCommand(line))
      return;
    this.#evaluate(line);
  }

  // True when the line is a command, or should be one.
  #runCommand(line) {
    const text = StringPrototypeTrim.call(line);
    if (text[0] !== '.' || text[1] === '.' || !NumberIsNaN(NumberParseFloat(text)))
      return false;
    const { 1: keyword, 2: rest } = RegExpPrototypeExec.call(COMMAND, text) ?? [];
    const command = keyword === undefined ? undefined : this.commands[keyword];
    if (command !== undefined) {
      ReflectApply(command.action, this, [rest]);
      return true;
    }
    if (this.#buffered !== '' || keyword === undefined)
      return false;
    this.output.write('Invalid REPL keyword\n');
    this.displayPrompt();
    return true;
  }

  #evaluate(line) {
    const code = `${this.#buffered}${line}\n`;
    let isOver = false;
    const finish = (...args) => {
      if (isOver)
        return;
      isOver = true;
      this.#finish(line, args[0], args[1], args.length > 1);
    };
    this.isEvaluating = true;
    const start = () => {
      try {
        errors.runAs(this, () => this.eval(
          code, this.context, `REPL${++lastInput}`, finish));
      } catch (error) {
        if (isOver)
          throw error;
        finish(error ?? new Thrown(error));
      }
    };
    if (this.breakEvalOnSigint)
      this.#startBreakable(start, finish);
    else
      start();
  }

  // While input runs, Ctrl+C is a signal of the terminal, which ends it: the engine then unwinds
  // everything up to the loop. So it runs in a callback of its own.
  #startBreakable(start, finish) {
    const { setImmediate } = require('internal/timers');
    // A signal that comes when the script has just ended must not end the process.
    this.#onSignal = () => this.interruptAwait?.();
    process.on('SIGINT', this.#onSignal);
    this.#isCooked = this.terminal && this.input.isRaw === true;
    setImmediate(() => {
      if (this.#isCooked)
        this._setRawMode(false);
      errors.whileRunning(finish, start);
      this.#readKeys();
    });
  }

  // Ctrl+C is a key again: before the prompt is shown, or when the input has begun to wait.
  #readKeys() {
    if (this.#isCooked && !this.closed)
      this._setRawMode(true);
    this.#isCooked = false;
  }

  #finish(line, error, value, hasValue) {
    this.isEvaluating = false;
    if (this.#onSignal !== undefined)
      process.removeListener('SIGINT', this.#onSignal);
    this.#onSignal = undefined;
    this.#readKeys();
    const isLast = this.#finishesEditor;
    this.#finishesEditor = false;
    if (line !== '')
      ArrayPrototypePush.call(this.lines, line);
    if (error instanceof Recoverable && !isLast) {
      this.#buffered += `${line}\n`;
      return this.#next();
    }
    const whole = this.#buffered + line;
    if (error !== null && error !== undefined) {
      if (this.#isShellCommand(whole))
        return this.#adviseShell();
      this.#fail(error instanceof Thrown ? error.value :
        error instanceof Recoverable ? error.err : error);
    } else if (hasValue && (!this.ignoreUndefined || value !== undefined)) {
      if (!this.underscoreAssigned)
        this.last = value;
      this.output.write(`${this.writer(value)}\n`);
    }
    this.#buffered = '';
    require('internal/repl/history').joinLines(this, whole);
    this.#next();
  }

  #isShellCommand(text) {
    return RegExpPrototypeExec.call(/^\s*npm\s+[a-z]/, text) !== null &&
      !('npm' in this.context);
  }

  #adviseShell() {
    this.#buffered = '';
    this.output.write('npm should be run outside of the Node.js REPL, in your normal shell.\n' +
      '(Press Ctrl+D to exit.)\n');
    this.#next();
  }

  #fail(error) {
    this.#buffered = '';
    if (errors.decide(this, error) === 'print')
      errors.print(this, error);

  }

  // Shows the prompt, then handles the queued lines and keys.
  #next() {
    if (!this.closed)
      this.displayPrompt();
    else if (this.#isExitPending && !this.terminal)
      this.output.write(this.#prompt);      // as if the input had ended after this line
    while (!this.isEvaluating && this.#waiting.length > 0) {
      const { line, text, key } = ArrayPrototypeShift.call(this.#waiting);
      if (line !== undefined)
        this.#onLine(line);
      else if (!this.closed)
        this._ttyWrite(text, key);
    }
    if (!this.isEvaluating && this.#isExitPending)
      this.#exit();
  }

  // Evaluates a whole text, as the editor and .load do.
  evaluateText(text) {
    this.#buffered = '';
    this.#finishesEditor = true;
    this.#evaluate(text);
  }

  // A command that evaluates and prints by itself: what is typed meanwhile waits.
  beginCommand() {
    this.isEvaluating = true;
  }

  evaluateFor(code, file, callback) {
    try {
      errors.runAs(this, () => this.eval(`${code}\n`, this.context, file, callback));
    } catch (error) {
      callback(error ?? new Thrown(error));
    }
  }

  // `result` is what the callback got, if it was called.
  endCommand(result) {
    const error = result === undefined ? null : result[0];
    this.#finish('', error, result?.[1], (result?.length ?? 0) > 1);
  }

  // ---- Keys ----

  _ttyWrite(text, key) {
    const given = key ?? {};
    if (this.isEvaluating) {
      if (given.ctrl && given.name === 'c')
        this.interruptAwait?.();
      else
        ArrayPrototypePush.call(this.#waiting, { __proto__: null, text, key: given });
      return;
    }
    if (this.editorMode && require('internal/repl/editor').onKey(this, text, given))
      return;
    if (!(given.ctrl && given.name === 'c'))
      this.#sawInterrupt = false;
    if (this.searcher?.onKey(text, given))
      return;
    this.previewer?.clear(given);
    super._ttyWrite(text, key);
    this.previewer?.show();
  }

  #onInterrupt() {
    const isEmpty = this.line === '' && this.#buffered === '';
    this._clearLine();
    require('internal/repl/editor').leave(this);
    if (isEmpty && this.#sawInterrupt)
      return this.close();
    this.#sawInterrupt = isEmpty;
    if (isEmpty)
      this.output.write('(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n');
    this.#buffered = '';
    this.displayPrompt();
  }

  #onContinue() {
    if (this.editorMode)
      require('internal/repl/editor').greet(this);
    else
      this.displayPrompt(true);
  }

  // The line as it is shown.
  _renderLine(line) {
    return this.useColors && !this.editorMode ?
      require('internal/repl/highlight').highlight(line) : line;
  }

  // ---- Prompt ----

  displayPrompt(preserveCursor) {
    if (this.closed)
      return;
    super.setPrompt(this.editorMode ? '' : this.#buffered === '' ? this.#prompt : CONTINUATION);
    this.prompt(preserveCursor);
  }

  setPrompt(prompt) {
    this.#prompt = prompt;
    super.setPrompt(prompt);
  }

  getPrompt() { return this.#prompt; }

  // ---- Commands ----

  defineCommand(keyword, command) {
    if (typeof command === 'function')
      command = { action: command };
    else
      validateFunction(command.action, 'cmd.action');
    this.commands[keyword] = command;
  }

  // ---- Completion ----

  complete(line, callback) {
    this._complete(line, callback);
  }

  #completeByDefault(text, answer) {
    const { complete, completeInEditor } = require('internal/repl/completion');
    return (this.editorMode ? completeInEditor : complete)(this, text, answer);
  }

  // ---- History ----

  setupHistory(config, callback) {
    require('internal/repl/history').setup(this, config, callback);
  }

  // ---- The end ----

  #onClose() {
    if (this.isEvaluating)
      this.#isExitPending = true;
    else
      this.#exit();
  }

  #exit() {
    this.#isExitPending = false;
    this.historyManager?.flush();
    this.emit('exit');
  }
}

// inputStream and outputStream are the old names.
function defineOldName(name, current) {
  const warn = require('internal/util').deprecate(
    () => {}, 'repl.inputStream and repl.outputStream are deprecated. ' +
      'Use repl.input and repl.output instead', 'DEP0141');
  ObjectDefineProperty(REPLServer.prototype, name, {
    __proto__: null, configurable: true, enumerable: true,
    get() { warn(); return this[current]; },
    set(value) { warn(); this[current] = value; },
  });
}
defineOldName('inputStream', 'input');
defineOldName('outputStream', 'output');

module.exports = { REPLServer, writer };
