'use strict';
// The warning about Buffer() and new Buffer(): once, and only for the program's own code. Packages
// are left in peace unless --pending-deprecation asks about everything.

const MESSAGE = 'Buffer() is deprecated due to security and usability issues. Please use the ' +
  'Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.';

let warned = false;
let isAsking = false; // a stack can be prepared by the program, with Buffer() again

function isInPackage() {
  const lines = `${new Error().stack}`.split('\n');
  for (const line of lines.slice(1)) {
    if (!line.includes('node:') && !line.includes('internal/'))
      return /[/\\]node_modules[/\\]/i.test(line);
  }
  return false;
}

function warnOnce() {
  if (warned || isAsking || process.noDeprecation)
    return;
  isAsking = true;
  const isQuiet = !process.execArgv.includes('--pending-deprecation') && isInPackage();
  isAsking = false;
  if (isQuiet)
    return;
  warned = true;
  process.emitWarning(MESSAGE, 'DeprecationWarning', 'DEP0005');
}

module.exports = { warnOnce };
