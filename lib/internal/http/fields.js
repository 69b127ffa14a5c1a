'use strict';
// The header fields and trailers of an OutgoingMessage: the methods that set and read them.

const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSlice,
  ObjectKeys, SafeArray, StringPrototypeToLowerCase, SymbolIterator,
} = primordials;
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const { setMethod } = require('internal/prototypes');
const { isBadValue, lower, validateHeaderName } = require('internal/http/headers');
const { kFields, kUniqueHeaders } = require('internal/http/head');

const methods = { __proto__: null };

function checkNotSent(message, what) {
  if (message._header)
    throw new codes.ERR_HTTP_HEADERS_SENT(what);
}

function checkValue(message, name, value) {
  if (value === undefined)
    throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  if (!isBadValue(value, false))
    return;
  if (!message._isLenientHeaderValidation() || isBadValue(value, true))
    throw new codes.ERR_INVALID_CHAR('header content', name);
}

function checkValues(message, name, value) {
  if (ArrayIsArray(value)) {
    for (let i = 0; i < value.length; i++)
      checkValue(message, name, value[i]);
  } else
    checkValue(message, name, value);
}

methods.setHeader = function(name, value) {
  checkNotSent(this, 'set');
  validateHeaderName(name);
  checkValues(this, name, value);
  const fields = this[kFields] ??= { __proto__: null };
  const key = lower(name);
  fields[key] = [name, value];
  // The program has set a field that it had removed.
  if (key === 'connection')
    this._removedConnection = false;
  else if (key === 'content-length')
    this._removedContLen = false;
  else if (key === 'transfer-encoding')
    this._removedTE = false;
  else if (key === 'date')
    this.sendDate = false;
  return this;
};

methods.setHeaders = function(headers) {
  checkNotSent(this, 'set');
  if (!headers || ArrayIsArray(headers) || typeof headers.keys !== 'function' ||
      typeof headers.get !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
  // Headers iterates over its cookies one by one; setHeader() would store only the last one.
  const cookies = new SafeArray();
  const add = (name, value) => {
    if (name === 'set-cookie' && !ArrayIsArray(value))
      ArrayPrototypePush.call(cookies, value);
    else
      this.setHeader(name, value);
  };
  // The program's own iterator, as in Node: Headers, a Map or something like them.
  const iterator = headers[SymbolIterator]();
  for (let step = iterator.next(); !step.done; step = iterator.next())
    add(step.value[0], step.value[1]);
  if (cookies.length)
    this.setHeader('set-cookie', ArrayPrototypeSlice.call(cookies));
  return this;
};

methods.appendHeader = function(name, value) {
  checkNotSent(this, 'append');
  validateHeaderName(name);
  checkValues(this, name, value);
  const key = lower(name);
  const fields = this[kFields] ??= { __proto__: null };
  const field = fields[key];
  if (field === undefined)
    fields[key] = [name, value];
  else
    field[1] = joined(field[1], value);
  return this;
};

// Joins two values; each may be a list.
function joined(before, value) {
  const list = new SafeArray();
  const both = [before, value];
  for (let i = 0; i < both.length; i++) {
    const values = ArrayIsArray(both[i]) ? both[i] : [both[i]];
    for (let at = 0; at < values.length; at++)
      list.push(values[at]);
  }
  return ArrayPrototypeSlice.call(list); // the program can read it
}

methods.getHeader = function(name) {
  validateString(name, 'name');
  return this[kFields]?.[StringPrototypeToLowerCase.call(name)]?.[1];
};

methods.getHeaderNames = function() {
  return this[kFields] === null ? [] : ObjectKeys(this[kFields]);
};

function rawNames(fields) {
  const keys = ObjectKeys(fields);
  for (let i = 0; i < keys.length; i++)
    keys[i] = fields[keys[i]][0];
  return keys;
}

methods.getRawHeaderNames = function() {
  return this[kFields] === null ? [] :
    rawNames(this[kFields]);
};

methods.getHeaders = function() {
  const all = { __proto__: null };
  const fields = this[kFields] ?? all;
  const keys = ObjectKeys(fields);
  for (let i = 0; i < keys.length; i++)
    all[keys[i]] = fields[keys[i]][1];
  return all;
};

methods.hasHeader = function(name) {
  validateString(name, 'name');
  return this[kFields] !== null &&
    this[kFields][StringPrototypeToLowerCase.call(name)] !== undefined;
};

methods.removeHeader = function(name) {
  validateString(name, 'name');
  checkNotSent(this, 'remove');
  const key = StringPrototypeToLowerCase.call(name);
  if (key === 'connection')
    this._removedConnection = true;
  else if (key === 'content-length')
    this._removedContLen = true;
  else if (key === 'transfer-encoding')
    this._removedTE = true;
  else if (key === 'date')
    this.sendDate = false;
  if (this[kFields] !== null)
    delete this[kFields][key];
};

methods._renderHeaders = function() {
  if (this._header)
    throw new codes.ERR_HTTP_HEADERS_SENT('render');
  const all = {};
  const fields = this[kFields] ?? all;
  const keys = ObjectKeys(fields);
  for (let i = 0; i < keys.length; i++)
    all[fields[keys[i]][0]] = fields[keys[i]][1];
  return all;
};

methods.addTrailers = function(headers) {
  this._trailer = '';
  const isList = ArrayIsArray(headers);
  const keys = ObjectKeys(headers);
  for (let i = 0; i < keys.length; i++) {
    const field = headers[keys[i]];
    addTrailer(this, isList ? field[0] : keys[i], isList ? field[1] : field);
  }
};

function addTrailer(message, name, value) {
  validateHeaderName(name, 'Trailer name');
  let values = value;
  if (!ArrayIsArray(value))
    values = [value];
  else if (value.length < 2 || message[kUniqueHeaders]?.has(StringPrototypeToLowerCase.call(name)))
    values = [ArrayPrototypeJoin.call(value, '; ')];
  for (let i = 0; i < values.length; i++) {
    if (isBadValue(values[i], message._isLenientHeaderValidation()))
      throw new codes.ERR_INVALID_CHAR('trailer content', name);
    message._trailer += `${name}: ${values[i]}\r\n`;
  }
}

function addFieldMethods(proto) {
  const names = ObjectKeys(methods);
  for (let i = 0; i < names.length; i++)
    setMethod(proto, names[i], methods[names[i]]);
}

module.exports = { addFieldMethods, checkValue };
