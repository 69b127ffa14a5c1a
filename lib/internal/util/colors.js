'use strict';
// Whether a stream gets colours: by FORCE_COLOR, else by the capabilities of its terminal.

const { Boolean } = primordials;

function shouldColorize(stream) {
  if (process.env.FORCE_COLOR !== undefined)
    return require('internal/tty').getColorDepth() > 2;
  return Boolean(stream?.isTTY) &&
      (typeof stream.getColorDepth !== 'function' || stream.getColorDepth() > 2);
}

module.exports = { shouldColorize };
