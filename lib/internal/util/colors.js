'use strict';
// Does a stream want colours? FORCE_COLOR decides; otherwise what the terminal can show.

const { Boolean } = primordials;

function shouldColorize(stream) {
  if (process.env.FORCE_COLOR !== undefined)
    return require('internal/tty').getColorDepth() > 2;
  return Boolean(stream?.isTTY) &&
      (typeof stream.getColorDepth !== 'function' || stream.getColorDepth() > 2);
}

module.exports = { shouldColorize };
