'use strict';
// JSON.parse() with V8's messages for wrong texts; everything else is the engine's.
// Frames of this file are shown as V8 shows its own function (internal/error_stack).

// Once, with the engine's function.
const { ObjectPrototypeIsPrototypeOf, StringPrototypeStartsWith } = primordials;

function wrap(native) {
  return function parse(text, reviver) {
    if (typeof text !== 'string')
      text = `${text}`;
    try {
      return native(text, reviver);
    } catch (error) {
      if (!isRefusal(error))
        throw error;    // of the reviver
    }
    const { whyInvalid } = require('internal/json_text');
    throw new primordials.SyntaxError(whyInvalid(text) ?? 'Unexpected token in JSON');
  };
}

const isRefusal = (error) =>
  ObjectPrototypeIsPrototypeOf.call(primordials.SyntaxError.prototype, error) &&
  typeof error.message === 'string' &&
  StringPrototypeStartsWith.call(error.message, 'JSON Parse error');

module.exports = { wrap };
