'use strict';
// Headers, and the list of header fields that requests and responses have.
//
// (1) Names are compared in lower case, and stored as they were first written.
// (2) Fields of the same name are joined with ', '. Set-Cookie fields stay separate.
// (3) Of the guards, only 'immutable' is enforced: as in Node, a server has no forbidden names.

const {
  ArrayIsArray, ArrayPrototypeSlice, ArrayPrototypeToSorted, ObjectDefineProperty,
  ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, SafeArray, SafeMap, StringPrototypeCharCodeAt,
  StringPrototypeSlice, StringPrototypeToLowerCase, SymbolFor, SymbolIterator,
} = primordials;
const { shield } = require('internal/prototypes');
const { byteString, describe, finishInterface, illegalInvocation, isObject, makeIterable,
        requireArguments, typeError } = require('internal/fetch/webidl');
const { isToken } = require('internal/http/headers');

const customInspect = SymbolFor('nodejs.util.inspect.custom');

const isSpace = (unit) => unit === 9 || unit === 10 || unit === 13 || unit === 32;

function trim(value) {
  let start = 0;
  let end = value.length;
  while (start < end && isSpace(StringPrototypeCharCodeAt.call(value, start)))
    start++;
  while (end > start && isSpace(StringPrototypeCharCodeAt.call(value, end - 1)))
    end--;
  return start === 0 && end === value.length ? value :
    StringPrototypeSlice.call(value, start, end);
}

function isValue(value) {
  for (let i = 0; i < value.length; i++) {
    const unit = StringPrototypeCharCodeAt.call(value, i);
    if (unit === 0 || unit === 10 || unit === 13)
      return false;
  }
  return true;
}

class Field {
  constructor(name, value) {
    this.name = name;
    this.value = value;
  }
}
shield(Field.prototype, ['name', 'value']);

class HeadersList {
  constructor() {
    this.fields = new SafeMap(); // lower case → Field
    this.cookies = null;
    this.sorted = null;
  }

  has(name) { return this.fields.has(name); }

  get(name) { return this.fields.get(name)?.value ?? null; }

  append(name, value) {
    const key = StringPrototypeToLowerCase.call(name);
    this.sorted = null;
    if (key === 'set-cookie')
      (this.cookies ??= new SafeArray()).push(value);
    const field = this.fields.get(key);
    if (field === undefined)
      this.fields.set(key, new Field(name, value));
    else
      field.value = `${field.value}${key === 'cookie' ? '; ' : ', '}${value}`;
  }

  set(name, value) {
    const key = StringPrototypeToLowerCase.call(name);
    this.sorted = null;
    if (key === 'set-cookie') {
      this.cookies = new SafeArray();
      this.cookies.push(value);
    }
    this.fields.set(key, new Field(name, value));
  }

  delete(key) {
    this.sorted = null;
    if (key === 'set-cookie')
      this.cookies = null;
    this.fields.delete(key);
  }

  copy() {
    const list = new HeadersList();
    for (const entry of this.fields)
      list.fields.set(entry[0], new Field(entry[1].name, entry[1].value));
    list.cookies = this.cookies === null ? null : this.cookies.slice();
    return list;
  }

  // [name, value] sorted by name, as programs see them.
  pairs() {
    if (this.sorted !== null)
      return this.sorted;
    const pairs = new SafeArray();
    for (const entry of this.fields) {
      if (entry[0] !== 'set-cookie')
        pairs.push([entry[0], entry[1].value]);
    }
    for (let i = 0; i < (this.cookies?.length ?? 0); i++)
      pairs.push(['set-cookie', this.cookies[i]]);
    this.sorted = ArrayPrototypeToSorted.call(pairs, byName);
    return this.sorted;
  }

  // [name, value, …], for a request on its way out: added to the list.
  flat(list = new SafeArray()) {
    for (const entry of this.fields)
      list.push(entry[1].name, entry[1].value);
    return list;
  }
}
shield(HeadersList.prototype, ['fields', 'cookies', 'sorted']);

const byName = (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);

let listOf;
let makeHeaders;
let isHeaders;

class Headers {
  #list;
  #guard = 'none';

  static {
    isHeaders = (value) => isObject(value) && #list in value;
    listOf = (headers) => headers.#list;
    makeHeaders = (list, guard) => {
      const headers = new Headers();
      headers.#list = list;
      headers.#guard = guard;
      return headers;
    };
  }

  constructor(init = undefined) {
    this.#list = new HeadersList();
    if (init !== undefined)
      fill(this, init, 'Headers constructor');
  }

  static #check(headers, where, count, given) {
    if (!isHeaders(headers))
      throw illegalInvocation();
    requireArguments(count, given, where);
  }

  #checkChange(where, name, value) {
    if (!isToken(name))
      throw typeError(`${where}: "${name}" is an invalid header name.`);
    if (value !== undefined && !isValue(value))
      throw typeError(`${where}: "${value}" is an invalid header value.`);
    if (this.#guard === 'immutable')
      throw typeError('immutable');
  }

  append(name, value) {
    Headers.#check(this, 'Headers.append', 2, arguments.length);
    name = byteString(name, 'Headers.append', 'name');
    value = trim(byteString(value, 'Headers.append', 'value'));
    this.#checkChange('Headers.append', name, value);
    this.#list.append(name, value);
  }

  delete(name) {
    Headers.#check(this, 'Headers.delete', 1, arguments.length);
    name = byteString(name, 'Headers.delete', 'name');
    this.#checkChange('Headers.delete', name);
    this.#list.delete(StringPrototypeToLowerCase.call(name));
  }

  get(name) {
    Headers.#check(this, 'Headers.get', 1, arguments.length);
    return this.#list.get(readName(name, 'Headers.get'));
  }

  has(name) {
    Headers.#check(this, 'Headers.has', 1, arguments.length);
    return this.#list.has(readName(name, 'Headers.has'));
  }

  set(name, value) {
    Headers.#check(this, 'Headers.set', 2, arguments.length);
    name = byteString(name, 'Headers.set', 'name');
    value = trim(byteString(value, 'Headers.set', 'value'));
    this.#checkChange('Headers.set', name, value);
    this.#list.set(name, value);
  }

  getSetCookie() {
    Headers.#check(this, 'Headers.getSetCookie', 0, 0);
    return this.#list.cookies === null ? [] : ArrayPrototypeSlice.call(this.#list.cookies);
  }

  [customInspect](depth, options) {
    if (!isHeaders(this))
      return this;
    const shown = {};
    for (const entry of this.#list.fields) {
      ObjectDefineProperty(shown, entry[1].name, {
        __proto__: null, configurable: true, enumerable: true, value: entry[1].value,
      });
    }
    const { inspect } = require('internal/util/inspect');
    const inner = { __proto__: null, ...options };
    inner.depth ??= depth;
    return `Headers ${inspect(shown, inner)}`;
  }
}

function readName(name, where) {
  name = byteString(name, where, 'name');
  if (!isToken(name))
    throw typeError(`${where}: "${name}" is an invalid header name.`);
  return StringPrototypeToLowerCase.call(name);
}

// ---- The constructor's argument ----

function fill(headers, init, where) {
  if (!isObject(init)) {
    throw typeError(`${where}: Argument 1 could not be converted to one of: ` +
      'sequence<sequence<ByteString>>, record<ByteString, ByteString>.');
  }
  const iterator = init[SymbolIterator];
  if (isHeaders(init) && iterator === Headers.prototype.entries) {
    const pairs = listOf(init).pairs();
    for (let i = 0; i < pairs.length; i++)
      headers.append(pairs[i][0], pairs[i][1]);
  } else if (iterator !== undefined && iterator !== null)
    fillFromPairs(headers, init, where);
  else
    fillFromRecord(headers, init);
}

function fillFromPairs(headers, init, where) {
  // lint-ok: array-iteration the program's iterable
  for (const pair of init) {
    if (!isObject(pair) || typeof pair[SymbolIterator] !== 'function')
      throw typeError(`${where}: init[0] (${describe(pair)}) is not iterable.`);
    // lint-ok: array-iteration the program's iterable
    const list = ArrayIsArray(pair) ? pair : [...pair];
    if (list.length !== 2) {
      throw typeError(`${where}: expected name/value pair to be length 2, found ${list.length}.`);
    }
    headers.append(list[0], list[1]);
  }
}

function fillFromRecord(headers, init) {
  const keys = ReflectOwnKeys(init);
  for (let i = 0; i < keys.length; i++) {
    if (ReflectGetOwnPropertyDescriptor(init, keys[i])?.enumerable !== true)
      continue;
    if (typeof keys[i] === 'symbol') {
      throw typeError(`Headers constructor: Key ${describe(keys[i])} in init is a symbol, which ` +
        'cannot be converted to a ByteString.');
    }
    headers.append(keys[i], init[keys[i]]);
  }
}

makeIterable(Headers, 'Headers', (headers) => {
  if (!isHeaders(headers))
    throw illegalInvocation();
  return listOf(headers).pairs();
});
finishInterface(Headers, 'Headers');
ObjectDefineProperty(Headers, 'length', { __proto__: null, configurable: true, value: 0 });

module.exports = { Headers, HeadersList, fill, isHeaders, listOf, makeHeaders };
