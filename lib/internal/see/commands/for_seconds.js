'use strict';
// The value of --for=SECONDS in milliseconds; undefined if there is no limit.

const { MathCeil, MathMin, RegExpPrototypeExec } = primordials;
const { getOption } = require('internal/process/object');
const { rawDebug, reallyExit } = internalBinding('process');

const BAD_OPTION = 9;
const MAX_MS = 2 ** 31 - 1;      // of a timer

module.exports = function forSeconds() {
  const text = getOption('--for');
  if (text === undefined)
    return undefined;
  const ms = RegExpPrototypeExec.call(/^(?:\d+\.?\d*|\.\d+)$/, text) !== null ? text * 1000 : 0;
  if (ms > 0)
    return MathMin(MathCeil(ms), MAX_MS);
  rawDebug(`gyre: --for takes a number of seconds, such as 5 or 0.5, not '${text}'\n`);
  return reallyExit(BAD_OPTION);
};
