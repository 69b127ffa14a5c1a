'use strict';
// What URL and URLSearchParams share.

// A value as a USVString: text without lone surrogates. The engine's own words for symbols are
// others than those that programs know.
function toText(value) {
  if (typeof value === 'symbol')
    throw new TypeError('Cannot convert a Symbol value to a string');
  return `${value}`.toWellFormed();
}

module.exports = { toText, inspectSymbol: Symbol.for('nodejs.util.inspect.custom') };
