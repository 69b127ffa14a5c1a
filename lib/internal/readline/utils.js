'use strict';
// Escape sequences of terminals, by name. The functions that write them are those of tty streams.

const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('internal/tty');

const CSI = (strings, ...values) => `\x1b[${String.raw({ raw: strings }, ...values)}`;
CSI.kClearToLineBeginning = CSI`1K`;
CSI.kClearToLineEnd = CSI`0K`;
CSI.kClearLine = CSI`2K`;
CSI.kClearScreenDown = CSI`0J`;

module.exports = { CSI, clearLine, clearScreenDown, cursorTo, moveCursor };
