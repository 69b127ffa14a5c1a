'use strict';
// V8's longest string. The engine allows four times as much; a program that reads the limit may
// expect an error there, so from then on the functions that make a long string at once observe it.
// Strings that the runtime makes (toString(), readFile()) always do. Joining two strings cannot be
// observed.

const {
  ObjectDefineProperty, ReflectDefineProperty, String, StringPrototypePadEnd,
  StringPrototypePadStart, StringPrototypeRepeat,
} = primordials;
const { kStringMaxLength } = require('internal/buffer');


function refuse() {
  throw new primordials.RangeError('Invalid string length');
}

// What is no plain number and no plain string is left to the engine: converting it twice is
// visible.
const isTooLong = (text, length, fill) =>
  typeof text === 'string' && typeof length === 'number' && length > kStringMaxLength &&
  length > text.length && fill !== '';

const limited = {
  repeat(count) {
    if (typeof this === 'string' && typeof count === 'number' && count !== Infinity &&
        count * this.length > kStringMaxLength)
      refuse();
    return StringPrototypeRepeat.call(this, count);
  },
  padStart(maxLength, fillString) {
    if (isTooLong(this, maxLength, fillString))
      refuse();
    return StringPrototypePadStart.call(this, maxLength, fillString);
  },
  padEnd(maxLength, fillString) {
    if (isTooLong(this, maxLength, fillString))
      refuse();
    return StringPrototypePadEnd.call(this, maxLength, fillString);
  },
};

function limit(name, length) {
  ObjectDefineProperty(limited[name], 'length', { __proto__: null, value: length });
  // A program may have frozen it: then the engine's own limit holds.
  ReflectDefineProperty(String.prototype, name, { __proto__: null, value: limited[name] });
}
limit('repeat', 1);
limit('padStart', 1);
limit('padEnd', 1);

module.exports = { kStringMaxLength };
