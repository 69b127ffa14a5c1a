'use strict';
// The warning about Buffer() and new Buffer(): once, and only for the program's own code. Packages
// get no warning, except with --pending-deprecation.

const {
  ArrayPrototypeIncludes, RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeSplit,
} = primordials;
const MESSAGE = 'Buffer() is deprecated due to security and usability issues. Please use the ' +
  'Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.';

let warned = false;
let isAsking = false; // a stack can be prepared by the program, with Buffer() again

function isInPackage() {
  const lines = StringPrototypeSplit.call(`${new primordials.Error().stack}`, '\n');
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i];
    if (!StringPrototypeIncludes.call(line, 'node:') &&
        !StringPrototypeIncludes.call(line, 'internal/'))
      return RegExpPrototypeExec.call(/[/\\]node_modules[/\\]/i, line) !== null;
  }
  return false;
}

function warnOnce() {
  if (warned || isAsking || process.noDeprecation)
    return;
  isAsking = true;
  const isQuiet = !ArrayPrototypeIncludes.call(process.execArgv, '--pending-deprecation') &&
    isInPackage();
  isAsking = false;
  if (isQuiet)
    return;
  warned = true;
  process.emitWarning(MESSAGE, 'DeprecationWarning', 'DEP0005');
}

module.exports = { warnOnce };
