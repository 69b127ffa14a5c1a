'use strict';
// Ctrl+R and Ctrl+S: search the history backward and forward. The row below the line shows the
// search text. Any other key accepts the line and then has its usual effect; Escape and Ctrl+C
// restore the old line.

const {
  SafeSet, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice,
} = primordials;
const { clearLine, cursorTo, moveCursor } = require('internal/tty');

const LABELS = { '__proto__': null, '1': 'bck-i-search: ', '-1': 'fwd-i-search: ' };

class Search {
  constructor(server) {
    this.server = server;
    this.isOn = false;
    this.text = '';
    this.rows = 0;
  }

  // True when the key belongs to the search.
  onKey(text, { name, ctrl, meta }) {
    const step = ctrl && !meta ? (name === 'r' ? 1 : name === 's' ? -1 : 0) : 0;
    if (!this.isOn)
      return step !== 0 && !this.server.editorMode && this.begin(step);
    this.hideLabel();
    if (step !== 0) {
      this.step = step;
      this.find(true);
    } else if (name === 'escape' || (ctrl && name === 'c')) {
      this.end(this.oldLine);
    } else if (name === 'backspace') {
      this.text = StringPrototypeSlice.call(this.text, 0, -1);
      this.index = -1;
      this.find(false);
    } else if (typeof text === 'string' && text >= ' ' && !ctrl && !meta && name !== 'tab' &&
               name !== 'return' && name !== 'enter' && name !== 'delete') {
      this.text += text;
      this.find(false);
    } else {
      this.end(this.server.line);
      return false;
    }
    return true;
  }

  begin(step) {
    this.isOn = true;
    this.step = step;
    this.text = '';
    this.index = -1;
    this.oldLine = this.server.line;
    this.server.previewer?.clear({ __proto__: null });
    this.showLabel(false);
    return true;
  }

  end(line) {
    this.isOn = false;
    this.show(line, this.server.cursor <= line.length ? this.server.cursor : line.length);
  }

  show(line, cursor) {
    this.server.line = line;
    this.server.cursor = cursor;
    this.server._refreshLine();
  }

  // The next entry with the text; `further`: not the one that is shown.
  find(further) {
    const { history, line } = this.server;
    if (this.text === '') {
      this.show(this.oldLine, this.oldLine.length);
      return this.showLabel(false);
    }
    const seen = new SafeSet();
    if (further)
      seen.add(line);
    let index = this.index < 0 ? (this.step > 0 ? 0 : history.length - 1) : this.index;
    if (further && this.index >= 0)
      index += this.step;
    for (; index >= 0 && index < history.length; index += this.step) {
      const entry = history[index];
      const at = this.step > 0 ? StringPrototypeLastIndexOf.call(entry, this.text) :
        StringPrototypeIndexOf.call(entry, this.text);
      if (at < 0 || seen.has(entry))
        continue;
      this.index = index;
      this.show(entry, at);
      return this.showLabel(false);
    }
    this.showLabel(true);
  }

  // Behind the line, in a row of its own.
  showLabel(hasFailed) {
    const { server } = this;
    const { output } = server;
    const cursor = server.getCursorPos();
    const whole = server._getDisplayPos(`${server._prompt}${server.line}`);
    this.rows = whole.rows - cursor.rows + 1;
    if (this.rows > 1)
      moveCursor(output, 0, this.rows - 1);
    const label = `${hasFailed ? 'failed-' : ''}${LABELS[this.step]}${this.text}_`;
    server._writeToOutput(`\r\n${label}`);
    cursorTo(output, cursor.cols);
    moveCursor(output, 0, -this.rows);
  }

  hideLabel() {
    const { output } = this.server;
    moveCursor(output, 0, this.rows);
    clearLine(output, 0);
    moveCursor(output, 0, -this.rows);
  }
}

function install(server) {
  if (server.terminal && process.env.TERM !== 'dumb')
    server.searcher = new Search(server);
}

module.exports = { install };
