'use strict';
// Escape sequences of terminals, by name. internal/tty has the functions that write them.

const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('internal/tty');

const CSI = (strings, ...values) => {
  let text = `\x1b[${strings[0]}`;
  for (let i = 0; i < values.length; i++)
    text += values[i] + strings[i + 1];
  return text;
};
CSI.kClearToLineBeginning = CSI`1K`;
CSI.kClearToLineEnd = CSI`0K`;
CSI.kClearLine = CSI`2K`;
CSI.kClearScreenDown = CSI`0J`;

module.exports = { CSI, clearLine, clearScreenDown, cursorTo, moveCursor };
