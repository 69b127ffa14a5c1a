'use strict';
// URLSearchParams: a list of names and values, flat ([name, value, name, value, …]).
// (1) Every text in the list is well formed: lone surrogates became U+FFFD when it was put in.
// (2) A list that belongs to a URL tells it of every change; a URL whose query changes fills its
//     list anew. Neither calls anything that users can replace.

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { toText, inspectSymbol } = require('internal/url/text');

const { isArray } = Array;
const PLAIN = /^[\w*.-]*$/;
const MORE = /%20|[!'()~]/g;
const moreCodes = {
  '%20': '+', '!': '%21', "'": '%27', '(': '%28', ')': '%29', '~': '%7E',
};

// What application/x-www-form-urlencoded makes of a name or a value.
function encode(text) {
  return PLAIN.test(text) ? text : encodeURIComponent(text).replace(MORE, (found) => moreCodes[found]);
}

const hexOf = (byte) =>
  (byte > 47 && byte < 58 ? byte - 48 : (byte | 32) > 96 && (byte | 32) < 103 ? (byte | 32) - 87 : -1);

// Escapes that are no UTF-8, or no escapes at all: bytes first, text afterwards.
function decodeBytes(text) {
  const { Buffer } = require('buffer');
  const bytes = Buffer.from(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const high = bytes[i] === 37 && i + 2 < bytes.length ? hexOf(bytes[i + 1]) : -1;
    const low = high < 0 ? -1 : hexOf(bytes[i + 2]);
    bytes[length++] = low < 0 ? bytes[i] : high * 16 + low;
    i += low < 0 ? 0 : 2;
  }
  return bytes.toString('utf8', 0, length);
}

function decode(text) {
  if (text.includes('+'))
    text = text.replaceAll('+', ' ');
  if (!text.includes('%'))
    return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return decodeBytes(text);
  }
}

function parseQuery(query) {
  const list = [];
  for (let start = 0; start < query.length;) {
    let end = query.indexOf('&', start);
    if (end === -1)
      end = query.length;
    if (end > start) {
      const equals = query.indexOf('=', start);
      const split = equals === -1 || equals > end ? end : equals;
      list.push(decode(query.slice(start, split)), decode(query.slice(split + 1, end)));
    }
    start = end + 1;
  }
  return list;
}

// Pairs by their names, in code units; equal names keep their order. Returns the flat list.
function sorted(list) {
  const pairs = [];
  for (let i = 0; i < list.length; i += 2)
    pairs.push([list[i], list[i + 1]]);
  pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  return pairs.flat();
}

function fromPairs(pairs, iterate) {
  if (typeof iterate !== 'function')
    throw new codes.ERR_ARG_NOT_ITERABLE('Query pairs');
  const list = [];
  for (const pair of pairs) {
    const iterable = pair !== null && (typeof pair === 'object' || typeof pair === 'function') &&
      typeof pair[Symbol.iterator] === 'function';
    const items = iterable ? isArray(pair) ? pair : [...pair] : undefined;
    if (items?.length !== 2)
      throw new codes.ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    list.push(toText(items[0]), toText(items[1]));
  }
  return list;
}

// Own enumerable properties; names that become the same text are one name, the last value wins.
function fromRecord(record) {
  const list = [];
  const seen = new Map();
  for (const key of Reflect.ownKeys(record)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(record, key);
    if (descriptor === undefined || !descriptor.enumerable)
      continue;
    const name = toText(key);
    const value = toText(record[key]);
    const at = seen.get(name);
    if (at === undefined) {
      seen.set(name, list.length);
      list.push(name, value);
    } else {
      list[at + 1] = value;
    }
  }
  return list;
}

let listOf;      // of a URLSearchParams, which must be one
let fill;        // (params, query): anew, without telling the URL
let attach;      // (params, changed): changed(query) is called after each change

const needArgs = (count, ...names) => {
  if (count < names.length)
    throw new codes.ERR_MISSING_ARGS(...names);
};

class URLSearchParams {
  #list = [];
  #changed = null;

  static {
    listOf = (value) => {
      if (typeof value !== 'object' || value === null || !(#list in value))
        throw new codes.ERR_INVALID_THIS('URLSearchParams');
      return value.#list;
    };
    fill = (params, query) => { params.#list = parseQuery(query); };
    attach = (params, changed) => { params.#changed = changed; };
  }

  constructor(init = undefined) {
    if (init === undefined)
      return;
    if (init !== null && (typeof init === 'object' || typeof init === 'function')) {
      const iterate = init[Symbol.iterator];
      if (#list in init && iterate === URLSearchParams.prototype[Symbol.iterator])
        this.#list = init.#list.slice();
      else if (iterate !== null && iterate !== undefined)
        this.#list = fromPairs(init, iterate);
      else
        this.#list = fromRecord(init);
      return;
    }
    const text = toText(init);
    this.#list = parseQuery(text[0] === '?' ? text.slice(1) : text);
  }

  #notify() {
    this.#changed?.(serialize(this.#list));
  }

  get size() {
    return listOf(this).length / 2;
  }

  append(name, value) {
    const list = listOf(this);
    needArgs(arguments.length, 'name', 'value');
    list.push(toText(name), toText(value));
    this.#notify();
  }

  delete(name, value = undefined) {
    const list = listOf(this);
    needArgs(arguments.length, 'name');
    name = toText(name);
    if (value !== undefined)
      value = toText(value);
    for (let i = 0; i < list.length;) {
      if (list[i] === name && (value === undefined || list[i + 1] === value))
        list.splice(i, 2);
      else
        i += 2;
    }
    this.#notify();
  }

  get(name) {
    const list = listOf(this);
    needArgs(arguments.length, 'name');
    const at = find(list, toText(name), 0);
    return at === -1 ? null : list[at + 1];
  }

  getAll(name) {
    const list = listOf(this);
    needArgs(arguments.length, 'name');
    name = toText(name);
    const values = [];
    for (let i = find(list, name, 0); i !== -1; i = find(list, name, i + 2))
      values.push(list[i + 1]);
    return values;
  }

  has(name, value = undefined) {
    const list = listOf(this);
    needArgs(arguments.length, 'name');
    name = toText(name);
    if (value !== undefined)
      value = toText(value);
    let i = find(list, name, 0);
    while (i !== -1 && value !== undefined && list[i + 1] !== value)
      i = find(list, name, i + 2);
    return i !== -1;
  }

  set(name, value) {
    const list = listOf(this);
    needArgs(arguments.length, 'name', 'value');
    name = toText(name);
    value = toText(value);
    const first = find(list, name, 0);
    if (first === -1) {
      list.push(name, value);
    } else {
      list[first + 1] = value;
      for (let i = find(list, name, first + 2); i !== -1; i = find(list, name, i))
        list.splice(i, 2);
    }
    this.#notify();
  }

  sort() {
    const list = listOf(this);
    const ordered = sorted(list);
    for (let i = 0; i < list.length; i++)
      list[i] = ordered[i];
    this.#notify();
  }

  entries() {
    listOf(this);
    return new URLSearchParamsIterator(this, 'entries');
  }

  forEach(callback, thisArg = undefined) {
    listOf(this);
    validateFunction(callback, 'callback');
    for (let i = 0; i < this.#list.length; i += 2)
      primordials.FunctionPrototypeCall(callback, thisArg, this.#list[i + 1], this.#list[i], this);
  }

  keys() {
    listOf(this);
    return new URLSearchParamsIterator(this, 'keys');
  }

  values() {
    listOf(this);
    return new URLSearchParamsIterator(this, 'values');
  }

  toString() {
    return serialize(listOf(this));
  }

  [inspectSymbol](depth, options) {
    const list = listOf(this);
    if (typeof depth === 'number' && depth < 0)
      return options.stylize('[Object]', 'special');
    const show = innerInspect(depth, options);
    const parts = [];
    for (let i = 0; i < list.length; i += 2)
      parts.push(`${show(list[i])} => ${show(list[i + 1])}`);
    return parts.length === 0 ? `${this.constructor.name} {}`
      : enclose(this.constructor.name, parts, options);
  }
}

function find(list, name, from) {
  for (let i = from; i < list.length; i += 2) {
    if (list[i] === name)
      return i;
  }
  return -1;
}

function serialize(list) {
  let text = '';
  for (let i = 0; i < list.length; i += 2)
    text += `${i === 0 ? '' : '&'}${encode(list[i])}=${encode(list[i + 1])}`;
  return text;
}

function innerInspect(depth, options) {
  const { inspect } = require('internal/util/inspect');
  const inner = depth === null ? { ...options } : { ...options, depth: depth - 1 };
  return (value) => inspect(value, inner);
}

const visibleLength = (text) => text.replace(/\u001b\[\d\d?m/g, '').length;

// On one line if it fits, else one line per part.
function enclose(name, parts, { breakLength }) {
  const length = parts.reduce((sum, part) => sum + visibleLength(part) + 2, -2);
  return length <= breakLength ? `${name} { ${parts.join(', ')} }`
    : `${name} {\n  ${parts.join(',\n  ')} }`;
}

const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

class URLSearchParamsIterator {
  #params;
  #kind;
  #index = 0;

  constructor(params, kind) {
    this.#params = params;
    this.#kind = kind;
  }

  #at(list, i) {
    if (this.#kind === 'keys')
      return list[i];
    return this.#kind === 'values' ? list[i + 1] : [list[i], list[i + 1]];
  }

  next() {
    if (typeof this !== 'object' || this === null || !(#params in this))
      throw new codes.ERR_INVALID_THIS('URLSearchParamsIterator');
    const list = listOf(this.#params);
    if (this.#index >= list.length)
      return { value: undefined, done: true };
    const value = this.#at(list, this.#index);
    this.#index += 2;
    return { value, done: false };
  }

  [inspectSymbol](depth, options) {
    if (this === null || typeof this !== 'object' || !(#params in this))
      throw new codes.ERR_INVALID_THIS('URLSearchParamsIterator');
    if (typeof depth === 'number' && depth < 0)
      return options.stylize('[Object]', 'special');
    const show = innerInspect(depth, options);
    const list = listOf(this.#params);
    const parts = [];
    for (let i = this.#index; i < list.length; i += 2)
      parts.push(show(this.#at(list, i)));
    return enclose('URLSearchParams Iterator', parts, options);
  }
}

// As web interfaces are: members enumerable, not constructible by users, in the iterators' family.
delete URLSearchParamsIterator.prototype.constructor;
Object.setPrototypeOf(URLSearchParamsIterator.prototype, IteratorPrototype);
const tag = (value) => ({ __proto__: null, value, configurable: true });
Object.defineProperties(URLSearchParamsIterator.prototype, {
  next: { __proto__: null, enumerable: true },
  [Symbol.toStringTag]: tag('URLSearchParams Iterator'),
});
for (const name of ['size', 'append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'entries',
                    'forEach', 'keys', 'values', 'toString'])
  Object.defineProperty(URLSearchParams.prototype, name, { __proto__: null, enumerable: true });
Object.defineProperties(URLSearchParams.prototype, {
  [Symbol.toStringTag]: tag('URLSearchParams'),
  [Symbol.iterator]: { ...tag(URLSearchParams.prototype.entries), writable: true },
});

module.exports = { URLSearchParams, fill, attach };
