'use strict';
// What vm gives as code cache. The engine cannot write its compiled code, so the data only says
// which source it was made of: it is accepted for that source, and rejected for any other.

const { MathImul, NumberPrototypeToString, StringPrototypeCharCodeAt } = primordials;
const { bufferFrom } = require('internal/buffer');
const { decodeBytes } = require('internal/util/bytes');

// FNV-1a.
function hashOf(source, hash) {
  for (let i = 0; i < source.length; i++)
    hash = MathImul(hash ^ StringPrototypeCharCodeAt.call(source, i), 0x01000193);
  return NumberPrototypeToString.call(hash >>> 0, 16);
}

const textFor = (source) =>
  `gyre ${source.length} ${hashOf(source, 0x811c9dc5)} ${hashOf(source, 0x5bd1e995)}`;

const make = (source) => bufferFrom(textFor(source), 'latin1');
const fits = (data, source) => decodeBytes(data, 'latin1') === textFor(source);

module.exports = { fits, make };
