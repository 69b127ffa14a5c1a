'use strict';
// --for=SECONDS of the commands: milliseconds, or undefined when the program may run as long as it likes.

const { getOption } = require('internal/process/object');
const { rawDebug, reallyExit } = internalBinding('process');

const BAD_OPTION = 9;
const LONGEST = 2 ** 31 - 1;      // of a timer

module.exports = function forSeconds() {
  const text = getOption('--for');
  if (text === undefined)
    return undefined;
  const ms = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? text * 1000 : 0;
  if (ms > 0)
    return Math.min(Math.ceil(ms), LONGEST);
  rawDebug(`gyre: --for wants a number of seconds, such as 5 or 0.5, not '${text}'\n`);
  return reallyExit(BAD_OPTION);
};
