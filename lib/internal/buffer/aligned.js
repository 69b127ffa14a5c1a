'use strict';
// Buffers whose first byte stands at a multiple of a power of two in memory: what files opened with
// O_DIRECT and some devices ask for.

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateInteger } = require('internal/validators');
const { FastBuffer, assertSize } = require('internal/buffer');
const { allocate, alignedOffset } = internalBinding('buffer');

// Room for the size and for the way to the first aligned byte.
function aligned(size, alignment) {
  validateInteger(alignment, 'alignment', 1, 2 ** 30);
  if ((alignment & (alignment - 1)) !== 0)
    throw new ERR_INVALID_ARG_VALUE('alignment', alignment, 'must be a power of two');
  assertSize(size + alignment);
  const buffer = allocate(size + alignment);
  return new FastBuffer(buffer, alignedOffset(buffer, alignment), size);
}

module.exports = { aligned };
