'use strict';
// Editing of the line in a terminal: what each key does (tables at the end of the file), and how
// the line is drawn. The functions are methods of the interface; the first terminal installs them.
//
// 1. Programs may read `line` and `cursor`, and assign them. Both count UTF-16 units; the cursor is
//    never inside a code point.
// 2. The prompt and the line are drawn together, wrapped at the width of the terminal. `rows` is
//    the number of rows above the one with the cursor.
// 3. Every change can be undone. Text cut by Ctrl+K or Ctrl+U can be inserted again by Ctrl+Y.

const {
  MathCeil, MathMax, MathMin, ObjectAssign, ObjectDefineProperty, ObjectKeys, RegExpPrototypeExec,
  SafeArray, SafeRegExp, SafeWeakMap, StringPrototypeCodePointAt, StringPrototypeIndexOf,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeSplit, Symbol,
} = primordials;
const { cursorTo, moveCursor, clearScreenDown } = require('internal/readline/utils');
const { getStringWidth } = require('internal/util/inspect/width');
const history = require('internal/readline/history');

const MOST_CUTS = 32;
const MOST_UNDO = 2048;
const LINE_ENDING = new SafeRegExp(/\r\n|[\n\r\u2028\u2029]/);

const states = new SafeWeakMap();
function stateOf(reader) {
  let state = states.get(reader);
  if (state === undefined) {
    state = {
      __proto__: null, rows: 0, undo: new SafeArray(), redo: new SafeArray(),
      cuts: new SafeArray(), cut: 0, yanked: '', yanking: false, search: null,
      previousKey: undefined,
    };
    states.set(reader, state);
  }
  return state;
}

// ---- Positions ----

const sizeLeft = (text, at) =>
  (at <= 0 ? 0 : at > 1 && StringPrototypeCodePointAt.call(text, at - 2) > 0xFFFF ? 2 : 1);
const sizeRight = (text, at) =>
  (at >= text.length ? 0 : StringPrototypeCodePointAt.call(text, at) > 0xFFFF ? 2 : 1);

const kindOf = (char) => (RegExpPrototypeExec.call(/\s/, char) !== null ? 0 :
  RegExpPrototypeExec.call(/\w/, char) !== null ? 1 : 2);

function wordStart(text, at) {
  while (at > 0 && kindOf(text[at - 1]) === 0)
    at--;
  const kind = at > 0 ? kindOf(text[at - 1]) : 0;
  while (at > 0 && kindOf(text[at - 1]) === kind)
    at--;
  return at;
}

function wordEnd(text, at) {
  const kind = at < text.length ? kindOf(text[at]) : 0;
  while (at < text.length && kindOf(text[at]) === kind)
    at++;
  while (at < text.length && kindOf(text[at]) === 0)
    at++;
  return at;
}

// The row and column after a text, in a terminal with this number of columns.
function positionOf(text, columns, tabSize) {
  let offset = 0;
  let rows = 0;
  const plain = require('internal/util/inspect/width').stripVTControlCharacters(text);
  for (let i = 0, size; (size = sizeRight(plain, i)) > 0; i += size) {
    const char = StringPrototypeSlice.call(plain, i, i + size);
    if (char === '\n') {
      rows += MathCeil(offset / columns) || 1;
      offset = 0;
    } else if (char === '\t') {
      offset += tabSize - offset % tabSize;
    } else {
      const width = getStringWidth(char, false);
      // A wide character does not fit in the last column: it goes to the next row.
      if (width === 2 && (offset + 1) % columns === 0)
        offset++;
      offset += width;
    }
  }
  const cols = columns === Infinity ? offset : offset % columns;
  rows += columns === Infinity ? 0 : (offset - cols) / columns;
  return { cols, rows };
}

// Lines of the history may contain line breaks: each continuation is marked.
const CONTINUATION = '\n| ';
const marked = (line) => (StringPrototypeIndexOf.call(line, '\n') < 0 ? line :
  StringPrototypeReplaceAll.call(line, '\n', CONTINUATION));

const columnsOf = ({ output }) => output?.columns || Infinity;
const displayOf = (reader, text) => positionOf(text, columnsOf(reader), reader.tabSize);

// ---- Changing the line ----

const placeOf = ({ line, cursor }) => ({ __proto__: null, line, cursor });

function beforeChange(reader) {
  const { undo } = stateOf(reader);
  undo.push(placeOf(reader));
  if (undo.length > MOST_UNDO)
    undo.shift();
}

function replace(reader, start, end, text) {
  if (start === end && text === '')
    return '';
  const { line } = reader;
  beforeChange(reader);
  stateOf(reader).redo.length = 0;
  reader.line = StringPrototypeSlice.call(line, 0, start) + text +
    StringPrototypeSlice.call(line, end);
  reader.cursor = start + text.length;
  reader._refreshLine();
  return StringPrototypeSlice.call(line, start, end);
}

function cut(reader, start, end) {
  const state = stateOf(reader);
  const text = replace(reader, start, end, '');
  if (text === '' || text === state.cuts[0])
    return;
  state.cuts.unshift(text);
  state.cut = 0;
  if (state.cuts.length > MOST_CUTS)
    state.cuts.pop();
}

function putBack(reader, replaced) {
  const state = stateOf(reader);
  if (state.cuts.length === 0)
    return;
  state.yanked = state.cuts[state.cut];
  state.yanking = true;
  replace(reader, reader.cursor - replaced, reader.cursor, state.yanked);
}

function travel(reader, from, to) {
  if (from.length === 0)
    return;
  to.push(placeOf(reader));
  ObjectAssign(reader, from.pop());
  reader._refreshLine();
}

// ---- Methods of the interface ----

const methods = {
  getCursorPos() {
    const before = StringPrototypeSlice.call(this.line, 0, this.cursor);
    return displayOf(this, this._prompt + marked(before));
  },

  _getCursorPos() { return this.getCursorPos(); },
  _getDisplayPos(text) { return displayOf(this, text); },

  // The line as written to the terminal. The REPL adds colours, which take no columns.
  _renderLine(line) { return line; },

  _refreshLine() {
    const state = stateOf(this);
    const whole = displayOf(this, this._prompt + marked(this.line));
    const cursor = this.getCursorPos();
    if (state.rows > 0)
      moveCursor(this.output, 0, -state.rows);
    cursorTo(this.output, 0);
    clearScreenDown(this.output);
    this._writeToOutput(this._prompt + marked(this._renderLine(this.line)));
    // After a full row the terminal starts the next one only with the next character.
    if (whole.cols === 0)
      this._writeToOutput(' ');
    cursorTo(this.output, cursor.cols);
    if (whole.rows > cursor.rows)
      moveCursor(this.output, 0, cursor.rows - whole.rows);
    state.rows = cursor.rows;
  },

  _moveCursor(by) {
    if (by === 0)
      return;
    const before = this.getCursorPos();
    this.cursor = MathMin(MathMax(this.cursor + by, 0), this.line.length);
    const after = this.getCursorPos();
    if (before.rows === after.rows)
      moveCursor(this.output, after.cols - before.cols, 0);
    else
      this._refreshLine();
  },

  _insertString(text) {
    if (text === '')
      return;
    if (this.cursor < this.line.length) {
      replace(this, this.cursor, this.cursor, text);
      return;
    }
    beforeChange(this);
    stateOf(this).redo.length = 0;
    const wasPainted = this._renderLine(this.line) !== this.line;
    this.line += text;
    this.cursor = this.line.length;
    const { rows, cols } = this.getCursorPos();
    if (cols === 0 || wasPainted || this._renderLine(this.line) !== this.line) {
      this._refreshLine();
    } else {
      stateOf(this).rows = rows;
      this._writeToOutput(text);
    }
  },

  // Starts a new row after the line.
  _clearLine() {
    this._moveCursor(Infinity);
    this._writeToOutput('\r\n');
    this.line = '';
    this.cursor = 0;
    stateOf(this).rows = 0;
  },

  _line() {
    const line = this._addHistory();
    const state = stateOf(this);
    state.undo.length = state.redo.length = 0;
    this._clearLine();
    this._onLine(line);
  },

  _addHistory() { return history.add(this); },
  _historyPrev() { history.move(this, stateOf(this).search, 1); },
  _historyNext() { history.move(this, stateOf(this).search, -1); },

  _deleteLeft() { replace(this, this.cursor - sizeLeft(this.line, this.cursor), this.cursor, ''); },
  _deleteRight() {
    const { cursor } = this;
    replace(this, cursor, cursor + sizeRight(this.line, cursor), '');
  },
  _deleteWordLeft() { replace(this, wordStart(this.line, this.cursor), this.cursor, ''); },
  _deleteWordRight() {
    const { cursor } = this;
    replace(this, cursor, wordEnd(this.line, cursor), '');
    this.cursor = cursor;
  },
  _deleteLineLeft() { cut(this, 0, this.cursor); },
  _deleteLineRight() { cut(this, this.cursor, this.line.length); },
  _wordLeft() { this._moveCursor(wordStart(this.line, this.cursor) - this.cursor); },
  _wordRight() { this._moveCursor(wordEnd(this.line, this.cursor) - this.cursor); },

  _tabComplete(again) {
    require('internal/readline/complete').complete(this, again);
  },

  _ttyWrite(text, key) {
    const state = stateOf(this);
    const given = key ?? { __proto__: null };
    const { previousKey } = state;
    state.previousKey = given;
    if (!(given.meta && given.name === 'y'))
      state.yanking &&= given.ctrl && given.name === 'y';
    searchBy(this, state, given);
    if (given.sequence === '\x1F')
      return travel(this, state.undo, state.redo);
    if (given.sequence === '\x1E')
      return travel(this, state.redo, state.undo);
    if (given.name === 'escape')
      return;
    if (given.name !== 'enter')
      this._sawReturn(false);
    const table = given.ctrl && given.shift ? CTRL_SHIFT : given.ctrl ? CTRL :
      given.meta ? META : PLAIN;
    const action = table[given.name];
    if (action !== undefined && action(this, previousKey) !== INSERT)
      return;
    if (table === PLAIN && typeof text === 'string')
      insertLines(this, text);
  },
};

// Up and down search for lines with the same beginning. Any other key ends the search.
function searchBy(reader, state, { name, ctrl, meta, shift }) {
  if ((name === 'up' || name === 'down') && !ctrl && !meta && !shift) {
    state.search ??= StringPrototypeSlice.call(reader.line, 0, reader.cursor);
  } else if (state.search !== null) {
    state.search = null;
    if (reader.historyIndex === reader.history.length)
      reader.historyIndex = -1;
  }
}

function insertLines(reader, text) {
  const lines = StringPrototypeSplit.call(text, LINE_ENDING);
  reader._insertString(lines[0]);
  for (let i = 1; i < lines.length; i++) {
    reader._line();
    reader._insertString(lines[i]);
  }
}

function suspend(reader) {
  if (reader.listenerCount('SIGTSTP') > 0) {
    reader.emit('SIGTSTP');
    return;
  }
  process.once('SIGCONT', () => {
    // No event if the program had paused the interface.
    if (!reader.paused) {
      reader.pause();
      reader.emit('SIGCONT');
    }
    reader._setRawMode(true);
    reader._refreshLine();
  });
  reader._setRawMode(false);
  process.kill(process.pid, 'SIGTSTP');
}

// ---- Keys ----

const INSERT = Symbol('insert');      // insert the text of the key

const CTRL_SHIFT = {
  __proto__: null,
  backspace: (reader) => reader._deleteLineLeft(),
  delete: (reader) => reader._deleteLineRight(),
};

const CTRL = {
  __proto__: null,
  a: (reader) => reader._moveCursor(-Infinity),
  b: (reader) => reader._moveCursor(-sizeLeft(reader.line, reader.cursor)),
  c: (reader) => (reader.listenerCount('SIGINT') > 0 ? reader.emit('SIGINT') :
    reader._interrupt('Ctrl+C')),
  d: (reader) => (reader.line === '' ? reader._interrupt('Ctrl+D') : reader._deleteRight()),
  e: (reader) => reader._moveCursor(Infinity),
  f: (reader) => reader._moveCursor(sizeRight(reader.line, reader.cursor)),
  h: (reader) => reader._deleteLeft(),
  k: (reader) => reader._deleteLineRight(),
  l(reader) {
    cursorTo(reader.output, 0, 0);
    clearScreenDown(reader.output);
    stateOf(reader).rows = 0;
    reader._refreshLine();
  },
  n: (reader) => reader._historyNext(),
  p: (reader) => reader._historyPrev(),
  u: (reader) => reader._deleteLineLeft(),
  w: (reader) => reader._deleteWordLeft(),
  y: (reader) => putBack(reader, 0),
  z: suspend,
  backspace: (reader) => reader._deleteWordLeft(),
  delete: (reader) => reader._deleteWordRight(),
  left: (reader) => reader._wordLeft(),
  right: (reader) => reader._wordRight(),
};

const META = {
  __proto__: null,
  b: (reader) => reader._wordLeft(),
  f: (reader) => reader._wordRight(),
  d: (reader) => reader._deleteWordRight(),
  delete: (reader) => reader._deleteWordRight(),
  backspace: (reader) => reader._deleteWordLeft(),
  // Replaces the text just inserted by the one cut before it.
  y(reader) {
    const state = stateOf(reader);
    if (!state.yanking || state.cuts.length < 2)
      return;
    state.cut = (state.cut + 1) % state.cuts.length;
    putBack(reader, state.yanked.length);
  },
};

const PLAIN = {
  __proto__: null,
  return(reader) {
    reader._sawReturn(true);
    reader._line();
  },
  enter(reader) {
    if (!reader._endsReturn())
      reader._line();
  },
  backspace: (reader) => reader._deleteLeft(),
  delete: (reader) => reader._deleteRight(),
  left: (reader) => reader._moveCursor(-sizeLeft(reader.line, reader.cursor)),
  right: (reader) => reader._moveCursor(sizeRight(reader.line, reader.cursor)),
  home: (reader) => reader._moveCursor(-Infinity),
  end: (reader) => reader._moveCursor(Infinity),
  up: (reader) => reader._historyPrev(),
  down: (reader) => reader._historyNext(),
  tab(reader, previousKey) {
    if (typeof reader.completer !== 'function' || !reader.isCompletionEnabled)
      return INSERT;
    reader._tabComplete(previousKey?.name === 'tab');
  },
};

let installed = false;
function install({ prototype }) {
  if (installed)
    return;
  installed = true;
  const names = ObjectKeys(methods);
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(prototype, names[i], {
      __proto__: null, value: methods[names[i]], writable: true, configurable: true,
      enumerable: false,
    });
  }
}

module.exports = { install, replace };
