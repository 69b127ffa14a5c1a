'use strict';
// Escape sequences of terminals, by name. The functions that write them are those of tty streams.

const { ArrayPrototypeUnshift, ReflectApply, StringRaw } = primordials;
const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('internal/tty');

const CSI = (strings, ...values) => {
  ArrayPrototypeUnshift.call(values, { __proto__: null, raw: strings });
  return `\x1b[${ReflectApply(StringRaw, undefined, values)}`;
};
CSI.kClearToLineBeginning = CSI`1K`;
CSI.kClearToLineEnd = CSI`0K`;
CSI.kClearLine = CSI`2K`;
CSI.kClearScreenDown = CSI`0J`;

module.exports = { CSI, clearLine, clearScreenDown, cursorTo, moveCursor };
