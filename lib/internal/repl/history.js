'use strict';
// The history of a REPL: a file that outlives it, and input of several lines as one entry.
//
// 1. Only this user can access the file: mode 0600, and links of other users are not followed
//    (internal/private_file). It is replaced as a whole, so it is never half written.
// 2. One line is one entry, newest first. Of an entry with several lines the last comes first, and
//    "\r" separates them: Node's files have the same form.
// 3. Without a file the REPL works as with one; a message says so once.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeReverse, ArrayPrototypeSplice,
  StringPrototypeSplit, StringPrototypeTrim,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const FILE = '.gyre_repl_history';
const DELAY = 15;         // ms after a line, in which others may come
const MOST_BYTES = 1 << 24;
const NOT_KEPT = 'REPL session history will not be persisted.\n';
const DISABLED = '\nPersistent history support disabled. Set the NODE_REPL_HISTORY environment\n' +
  'variable to a valid, user-writable path to enable.\n';

class HistoryFile {
  isFlushing = false;
  #server;
  #path;
  #timer;
  #isChanged = false;

  constructor(server, path) {
    this.#server = server;
    this.#path = path;
    server.on('history', () => this.#changed());
    server.on('line', () => this.#changed());
  }

  #changed() {
    this.#isChanged = true;
    if (this.#timer !== undefined)
      return;
    const { setTimeout } = require('timers');
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, DELAY).unref();
  }

  // Writes the file if the history has changed. The REPL calls it before 'exit'.
  flush() {
    if (!this.#isChanged)
      return;
    this.#isChanged = false;
    try {
      require('internal/private_file').replaceText(this.#path, toText(this.#server.history));
    } catch {
      // The disk is full or the folder is gone: the session goes on.
    }
    this.#server.emit('flushHistory');
  }
}

// The lines of an entry in the opposite order, with another separator.
const turned = (entry, from, to) => ArrayPrototypeJoin.call(
  ArrayPrototypeReverse.call(StringPrototypeSplit.call(entry, from)), to);

function toText(history) {
  let text = '';
  for (let i = 0; i < history.length; i++)
    text += `${turned(history[i], '\n', '\r')}\n`;
  return text;
}

function fromText(text, size) {
  const lines = StringPrototypeSplit.call(text, '\n');
  const entries = [];
  for (let i = 0; i < lines.length && entries.length < size; i++) {
    if (StringPrototypeTrim.call(lines[i]) !== '')
      ArrayPrototypePush.call(entries, turned(lines[i], '\r', '\n'));
  }
  return entries;
}

function printNotice(server, text) {
  server._writeToOutput(text);
  server._refreshLine();
}

// The message is printed when the user first presses a key that searches the history.
function disable(server) {
  const { _historyPrev: original } = server;
  server._historyPrev = () => {
    server._historyPrev = original;
    if (server.history.length === 0)
      printNotice(server, DISABLED);
    else
      server._historyPrev();
  };
}

function readConfig(config, callback) {
  if (typeof config === 'string' || config === undefined || config === null)
    return { __proto__: null, filePath: config ?? undefined, done: callback };
  if (typeof config !== 'object')
    throw new ERR_INVALID_ARG_TYPE('historyConfig', ['string', 'Object'], config);
  const { filePath, size, removeHistoryDuplicates, onHistoryFileLoaded } = config;
  return { __proto__: null, filePath, size, removeHistoryDuplicates,
           done: onHistoryFileLoaded ?? callback };
}

// The path of the file; undefined if there is none, after a message to the user.
function pathOf(server, given) {
  if (given !== undefined)
    return StringPrototypeTrim.call(given) === '' ? undefined : given;
  try {
    return require('path').join(require('os').homedir(), FILE);
  } catch {
    printNotice(server, `\nError: Could not get the home directory.\n${NOT_KEPT}`);
    return undefined;
  }
}

// True when the file can be read and written.
function open(server, path) {
  try {
    require('internal/private_file').append(path, '');
    const fs = require('fs');
    const { size } = fs.statSync(path);
    const text = size > MOST_BYTES ? '' : fs.readFileSync(path, 'utf8');
    server.history = fromText(text, server.historySize);
    server.historyIndex = -1;
    return true;
  } catch {
    printNotice(server, `\nError: Could not open history file.\n${NOT_KEPT}`);
    return false;
  }
}

function setup(server, config, callback) {
  const { filePath, size, removeHistoryDuplicates, done } = readConfig(config, callback);
  if (done !== undefined)
    validateFunction(done, 'callback');
  if (size !== undefined)
    server.historySize = +size;
  if (removeHistoryDuplicates !== undefined)
    server.removeHistoryDuplicates = !!removeHistoryDuplicates;
  server.historyManager = { __proto__: null, isFlushing: false, flush() {} };
  if (server.terminal && server.historySize > 0) {
    const path = pathOf(server, filePath);
    if (path !== undefined && open(server, path))
      server.historyManager = new HistoryFile(server, path);
    else
      disable(server);
  }
  process.nextTick(() => done?.(null, server));
}

// Input of several lines, each of which is an entry, becomes one entry.
function joinLines(server, text) {
  if (!server.terminal)
    return;
  const { history } = server;
  const lines = StringPrototypeSplit.call(StringPrototypeTrim.call(text), '\n');
  let count = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    if (StringPrototypeTrim.call(lines[i]) === '')
      continue;
    if (StringPrototypeTrim.call(history[count] ?? '') !== StringPrototypeTrim.call(lines[i]))
      return;
    count++;
  }
  if (count > 1)
    ArrayPrototypeSplice.call(history, 0, count, ArrayPrototypeJoin.call(lines, '\n'));
}

module.exports = { setup, joinLines };
