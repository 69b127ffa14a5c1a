'use strict';
// Header fields: validation of outgoing ones, joining of incoming ones.

const {
  ArrayPrototypePush, ObjectDefineProperty, ObjectHasOwn, RegExpPrototypeExec, SafeMap, SafeSet,
  StringPrototypeToLowerCase,
} = primordials;
const { codes } = require('internal/errors');

const TOKEN = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const BAD_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const BAD_RELAXED = /[\0\r\n]|[^\0-\xff]/;
const KEPT_NAMES = 256;

// Programs use few names: results of validation and lower-casing are cached.
const lowered = new SafeMap();
const tokens = new SafeSet();

function lower(name) {
  let small = lowered.get(name);
  if (small === undefined) {
    small = StringPrototypeToLowerCase.call(name);
    if (lowered.size < KEPT_NAMES)
      lowered.set(name, small);
  }
  return small;
}

function isToken(name) {
  if (tokens.has(name))
    return true;
  if (typeof name !== 'string' || RegExpPrototypeExec.call(TOKEN, name) === null)
    return false;
  if (tokens.size < KEPT_NAMES)
    tokens.add(name);
  return true;
}

function validateHeaderName(name, label) {
  if (!isToken(name))
    throw new codes.ERR_INVALID_HTTP_TOKEN(label || 'Header name', name);
}

const isBadValue = (value, relaxed) =>
  RegExpPrototypeExec.call(relaxed ? BAD_RELAXED : BAD_VALUE, value) !== null;

function validateHeaderValue(name, value, relaxed) {
  if (value === undefined)
    throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  if (isBadValue(value, relaxed))
    throw new codes.ERR_INVALID_CHAR('header content', name);
}

// Of these fields only the first occurrence is used.
const SINGLE = {
  '__proto__': null, 'age': true, 'authorization': true, 'content-length': true,
  'content-type': true, 'etag': true, 'expires': true, 'from': true, 'host': true,
  'if-modified-since': true, 'if-unmodified-since': true, 'last-modified': true, 'location': true,
  'max-forwards': true, 'proxy-authorization': true, 'referer': true, 'retry-after': true,
  'server': true, 'user-agent': true,
};

// What Object.prototype has of a field's name is neither read nor called. `__proto__` is no field.
function inheritedLine(fields, name, value) {
  if (name === '__proto__')
    return;
  ObjectDefineProperty(fields, name, {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
}

const firstValue = (name, value) => (name === 'set-cookie' ? [value] : value);

function addLine(fields, name, value, joinDuplicates) {
  name = lower(name);
  if (!(name in fields))
    fields[name] = firstValue(name, value);
  else if (!ObjectHasOwn(fields, name))
    inheritedLine(fields, name, firstValue(name, value));
  else if (fields[name] === undefined)
    fields[name] = firstValue(name, value);
  else if (name === 'set-cookie')
    ArrayPrototypePush.call(fields[name], value);
  else if (name === 'cookie')
    fields[name] = `${fields[name]}; ${value}`;
  else if (joinDuplicates || SINGLE[name] !== true)
    fields[name] = `${fields[name]}, ${value}`;
}

function addDistinct(fields, name, value) {
  name = lower(name);
  if (fields[name] === undefined)
    fields[name] = [value];
  else
    ArrayPrototypePush.call(fields[name], value);
}

// ['Host', 'a', …] as an object.
function collect(raw, fields, joinDuplicates) {
  for (let i = 0; i < raw.length; i += 2)
    addLine(fields, raw[i], raw[i + 1], joinDuplicates);
  return fields;
}

function collectDistinct(raw) {
  const fields = { __proto__: null };
  for (let i = 0; i < raw.length; i += 2)
    addDistinct(fields, raw[i], raw[i + 1]);
  return fields;
}

module.exports = { addDistinct, addLine, collect, collectDistinct, isBadValue, isToken,
                   lower, validateHeaderName, validateHeaderValue };
