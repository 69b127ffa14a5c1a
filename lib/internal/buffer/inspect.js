'use strict';
// How a buffer looks in util.inspect(): its first bytes, then whatever else was put on it.

const {
  MathMin, ObjectPrototypePropertyIsEnumerable, ReflectOwnKeys, StringPrototypeSlice,
} = primordials;
const { byteLengthOf } = require('internal/buffer');
const { hex } = require('internal/buffer/codec');
const limit = require('internal/buffer/limit');

function extras(buf, length, context) {
  // ownKeys() makes a string for every byte.
  if (length > 500 && require('internal/util/inspect/shapes').isBare(buf))
    return '';
  const own = {};
  let any = false;
  const keys = ReflectOwnKeys(buf);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key === 'string' && `${key >>> 0}` === key)
      continue;
    if (!context.showHidden && !ObjectPrototypePropertyIsEnumerable.call(buf, key))
      continue;
    own[key] = buf[key];
    any = true;
  }
  if (!any)
    return '';
  const { inspect } = require('internal/util/inspect');
  const text = inspect(own, { __proto__: null, ...context, breakLength: Infinity, compact: true });
  return StringPrototypeSlice.call(text, 2, -2);
}

function inspectBuffer(buf, context) {
  const length = byteLengthOf(buf);
  const shown = MathMin(limit.bytes, length);
  const more = length - shown;
  const digits = hex.slice(buf, 0, shown);
  let text = '';
  for (let i = 0; i < digits.length; i += 2)
    text += `${i === 0 ? '' : ' '}${digits[i]}${digits[i + 1]}`;
  if (more > 0)
    text += ` ... ${more} more byte${more > 1 ? 's' : ''}`;
  if (context) {
    const rest = extras(buf, length, context);
    if (rest !== '')
      text += text === '' ? rest : `, ${rest}`;
  }
  let name = 'Buffer';
  try {
    const { constructor } = buf;
    if (typeof constructor === 'function' && constructor.name)
      name = constructor.name;
  } catch {
    // A getter that throws does not keep a buffer from being shown.
  }
  return `<${name} ${text}>`;
}

module.exports = { inspectBuffer };
