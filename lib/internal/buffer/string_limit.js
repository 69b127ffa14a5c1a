'use strict';
// V8's longest string. The engine allows four times as much; a program that asks for the limit may build
// on being stopped there, so from then on the functions that make a long string at once keep to it. What
// the runtime makes (toString(), readFile()) always does. Joining two strings cannot be watched.

const { uncurryThis, ObjectDefineProperty } = primordials;
const { kStringMaxLength } = require('internal/buffer');

const { prototype } = String;
const repeat = uncurryThis(prototype.repeat);
const padStart = uncurryThis(prototype.padStart);
const padEnd = uncurryThis(prototype.padEnd);

function refuse() {
  throw new RangeError('Invalid string length');
}

// What is no plain number and no plain string is left to the engine: to ask twice could be seen.
const isTooLong = (text, length, fill) =>
  typeof text === 'string' && typeof length === 'number' && length > kStringMaxLength &&
  length > text.length && fill !== '';

const limited = {
  repeat(count) {
    if (typeof this === 'string' && typeof count === 'number' && count !== Infinity &&
        count * this.length > kStringMaxLength)
      refuse();
    return repeat(this, count);
  },
  padStart(maxLength, fillString) {
    if (isTooLong(this, maxLength, fillString))
      refuse();
    return padStart(this, maxLength, fillString);
  },
  padEnd(maxLength, fillString) {
    if (isTooLong(this, maxLength, fillString))
      refuse();
    return padEnd(this, maxLength, fillString);
  },
};

for (const name of ['repeat', 'padStart', 'padEnd']) {
  ObjectDefineProperty(limited[name], 'length', { __proto__: null, value: prototype[name].length });
  ObjectDefineProperty(prototype, name, { __proto__: null, value: limited[name] });
}

module.exports = { kStringMaxLength };
