'use strict';
// What URL and URLSearchParams share.

// A value as a USVString: text without lone surrogates. The engine's own words for symbols are
// others than those that programs know.
const { StringPrototypeToWellFormed, SymbolFor } = primordials;

function toText(value) {
  if (typeof value === 'symbol')
    throw new primordials.TypeError('Cannot convert a Symbol value to a string');
  return StringPrototypeToWellFormed.call(`${value}`);
}

module.exports = { toText, inspectSymbol: SymbolFor('nodejs.util.inspect.custom') };
