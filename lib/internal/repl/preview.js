'use strict';
// The preview while a line is typed: after the cursor the rest of the only matching name, in the
// row below the value of the line. No code of the user runs for it (safe_value.js).
//
// The preview is erased before the next key changes the line.

const {
  ArrayPrototypeIncludes, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice,
  StringPrototypeStartsWith, StringPrototypeTrim,
} = primordials;
const { clearLine, cursorTo, moveCursor } = require('internal/tty');
const { inspect } = require('internal/util/inspect');
const { isStrict } = require('internal/repl/evaluate');
const { KEYWORDS, isName } = require('internal/repl/scanner');

const WIDEST = 250;
const ACCEPTS = { __proto__: null, right: true, tab: true, end: true };

class Preview {
  constructor(server) {
    this.server = server;
    this.rest = '';           // shown after the cursor
    this.rows = 0;            // from the cursor to the row of the value; 0: there is none
  }

  // Before a key. Right, End or Tab at the end of the line takes the rest of the name.
  clear({ name, ctrl, meta, shift }) {
    const { server } = this;
    const { output } = server;
    if (this.rows > 0) {
      moveCursor(output, 0, this.rows);
      clearLine(output, 0);
      moveCursor(output, 0, -this.rows);
      this.rows = 0;
    }
    const { rest } = this;
    if (rest === '')
      return;
    this.rest = '';
    clearLine(output, 1);
    if ((ACCEPTS[name] && !ctrl && !meta && !shift) || (ctrl && name === 'e') ||
        (ctrl && name === 'f'))
      server._insertString(rest);
  }

  // After a key.
  show() {
    const { server } = this;
    const { line } = server;
    if (server.closed || server.isEvaluating || server.editorMode || !server.isCompletionEnabled ||
        server.bufferedCommand !== '' || StringPrototypeTrim.call(line) === '' ||
        line[0] === '.' || StringPrototypeIndexOf.call(line, '\n') >= 0)
      return;
    this.showRest(line);
    this.showValue(line);
  }

  showRest(line) {
    const { server } = this;
    if (server.cursor !== line.length || RegExpPrototypeExec.call(/[\w$]$/, line) === null)
      return;
    const rest = restOf(server, line);
    const { cols } = server.getCursorPos();
    if (rest === '' || cols + rest.length >= (server.output.columns || WIDEST))
      return;
    this.rest = rest;
    server._writeToOutput(server.useColors ? `\x1b[90m${rest}\x1b[39m` : rest);
    cursorTo(server.output, cols);
  }

  showValue(line) {
    const { server } = this;
    const text = valueText(server, line + this.rest);
    if (text === '' || text === StringPrototypeTrim.call(line))
      return;
    const { output } = server;
    const cursor = server.getCursorPos();
    const whole = server._getDisplayPos(`${server._prompt}${line}`);
    this.rows = whole.rows - cursor.rows + 1;
    if (this.rows > 1)
      moveCursor(output, 0, this.rows - 1);
    const shown = cut(text, (output.columns || WIDEST) - 1);
    server._writeToOutput(server.useColors ? `\r\n\x1b[90m${shown}\x1b[39m` : `\r\n// ${shown}`);
    cursorTo(output, cursor.cols);
    moveCursor(output, 0, -this.rows);
  }
}

const cut = (text, width) => {
  const most = width < WIDEST ? width : WIDEST;
  return text.length <= most ? text : `${StringPrototypeSlice.call(text, 0, most - 3)}...`;
};

// The common continuation of all matching names. There is none for keywords.
function restOf(server, line) {
  let rest = '';
  require('internal/repl/completion').complete(server, line, (error, { 0: names, 1: on }) => {
    if (on === '' || names.length === 0 || ArrayPrototypeIncludes.call(names, on))
      return;
    for (let i = 0; i < names.length; i++) {
      if (KEYWORDS.has(names[i]) || (names[i] !== '' &&
          !StringPrototypeStartsWith.call(names[i], on)))
        return;
    }
    const start = require('internal/readline/complete').commonStart(names);
    rest = StringPrototypeSlice.call(start, on.length);
  });
  return rest;
}

function valueText(server, line) {
  const name = StringPrototypeTrim.call(line);
  if (isName(name) && !KEYWORDS.has(name) && !(name in server.context))
    return isStrict(server) ? `ReferenceError: ${name} is not defined` : '';
  const result = require('internal/repl/safe_value').valueOf(line, server.context);
  if (result === undefined || result.value === undefined)
    return '';
  try {
    return RegExpPrototypeExec.call(/^.*/, inspect(result.value, {
      __proto__: null, ...server.writer.options, colors: false, breakLength: Infinity, compact: 3,
      depth: 1,
      maxArrayLength: 20, maxStringLength: WIDEST, getters: false, customInspect: false,
      showProxy: true,
    }))[0];
  } catch {
    return '';
  }
}

function install(server) {
  if (server.terminal && process.env.TERM !== 'dumb')
    server.previewer = new Preview(server);
}

module.exports = { install };
