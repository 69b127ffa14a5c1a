'use strict';
// --trace-exit: prints the stack of the call of process.exit().

const { ErrorCaptureStackTrace, StringPrototypeIndexOf, StringPrototypeSlice } = primordials;
const { rawDebug } = internalBinding('process');
const { threadId } = internalBinding('worker');

function print(code, exit) {
  const holder = { __proto__: null, stack: '' };
  ErrorCaptureStackTrace(holder, exit);
  const where = threadId > 0 ? `${process.pid}, thread:${threadId}` : `${process.pid}`;
  const frames = StringPrototypeSlice.call(
    holder.stack, StringPrototypeIndexOf.call(holder.stack, '\n') + 1);
  rawDebug(`(node:${where}) WARNING: Exited the environment with code ${code}\n${frames}\n`);
}

module.exports = { print };
