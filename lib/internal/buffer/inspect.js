'use strict';
// How a buffer looks in util.inspect(): its first bytes, then whatever else was put on it.

const { hex } = require('internal/buffer/codec');
const limit = require('internal/buffer/limit');

function extras(buf, context) {
  // ownKeys() makes a string for every byte.
  if (buf.length > 500 && require('internal/util/inspect/shapes').isBare(buf))
    return '';
  const own = {};
  let any = false;
  for (const key of Reflect.ownKeys(buf)) {
    if (typeof key === 'string' && `${key >>> 0}` === key)
      continue;
    if (!context.showHidden && !Object.prototype.propertyIsEnumerable.call(buf, key))
      continue;
    own[key] = buf[key];
    any = true;
  }
  if (!any)
    return '';
  const { inspect } = require('internal/util/inspect');
  return inspect(own, { ...context, breakLength: Infinity, compact: true }).slice(2, -2);
}

function inspectBuffer(buf, context) {
  const shown = Math.min(limit.bytes, buf.length);
  const more = buf.length - shown;
  let text = hex.slice(buf, 0, shown).replace(/(.{2})(?=.)/g, '$1 ');
  if (more > 0)
    text += ` ... ${more} more byte${more > 1 ? 's' : ''}`;
  if (context) {
    const rest = extras(buf, context);
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
