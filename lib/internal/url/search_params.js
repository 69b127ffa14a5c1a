'use strict';
// URLSearchParams: a list of names and values, flat ([name, value, name, value, …]).
// (1) Every text in the list is well formed: lone surrogates became U+FFFD when it was put in.
// (2) A list that belongs to a URL notifies it of every change; a URL whose query changes fills its
//     list anew. Neither calls anything that users can replace.

const {
  ArrayIsArray: isArray, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSort, Map,
  MapPrototypeEntries, ObjectDefineProperties, ObjectDefineProperty, ObjectGetPrototypeOf,
  ObjectSetPrototypeOf, ReflectApply, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, SafeArray,
  SafeMap, SafeRegExp, StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeReplace,
  StringPrototypeReplaceAll, StringPrototypeSlice, SymbolIterator, SymbolToStringTag, Uint8Array,
  decodeURIComponent, encodeURIComponent,
} = primordials;
const { codes } = require('internal/errors');
const { append } = require('internal/util');
const { validateFunction } = require('internal/validators');
const { toText, inspectSymbol } = require('internal/url/text');

// Characters that are written as they are. A loop over a table takes a quarter of an exec().
const plain = new Uint8Array(128);
const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_*.-';
for (let i = 0; i < PLAIN.length; i++)
  plain[StringPrototypeCharCodeAt.call(PLAIN, i)] = 1;

function isPlain(text) {
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt.call(text, i);
    if (code > 127 || plain[code] === 0)
      return false;
  }
  return true;
}

const MORE = new SafeRegExp("%20|[!'()~]", 'g');
const COLORS = new SafeRegExp('\\u001b\\[\\d\\d?m', 'g');
const moreCodes = {
  '__proto__': null, '%20': '+', '!': '%21', "'": '%27', '(': '%28', ')': '%29', '~': '%7E',
};

// What application/x-www-form-urlencoded makes of a name or a value.
function encode(text) {
  return isPlain(text) ? text :
    StringPrototypeReplace.call(encodeURIComponent(text), MORE, (found) => moreCodes[found]);
}

function hexOf(byte) {
  if (byte > 47 && byte < 58)
    return byte - 48;
  const letter = byte | 32;
  return letter > 96 && letter < 103 ? letter - 87 : -1;
}

// Escapes that are no UTF-8, or no escapes at all: bytes first, text afterwards.
function decodeBytes(text) {
  const { bufferFrom } = require('internal/buffer');
  const bytes = bufferFrom(text);
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
  if (StringPrototypeIndexOf.call(text, '+') !== -1)
    text = StringPrototypeReplaceAll.call(text, '+', ' ');
  if (StringPrototypeIndexOf.call(text, '%') === -1)
    return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return decodeBytes(text);
  }
}

function parseQuery(query) {
  const list = new SafeArray();
  for (let start = 0; start < query.length;) {
    let end = StringPrototypeIndexOf.call(query, '&', start);
    if (end === -1)
      end = query.length;
    if (end > start) {
      const equals = StringPrototypeIndexOf.call(query, '=', start);
      const split = equals === -1 || equals > end ? end : equals;
      ArrayPrototypePush.call(list, decode(StringPrototypeSlice.call(query, start, split)),
                              decode(StringPrototypeSlice.call(query, split + 1, end)));
    }
    start = end + 1;
  }
  return list;
}

// Pairs by their names, in code units; equal names keep their order. Returns the flat list.
function sorted(list) {
  const pairs = new SafeArray();
  for (let i = 0; i < list.length; i += 2)
    ArrayPrototypePush.call(pairs, [list[i], list[i + 1]]);
  ArrayPrototypeSort.call(pairs, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  const flat = new SafeArray();
  for (let i = 0; i < pairs.length; i++)
    ArrayPrototypePush.call(flat, pairs[i][0], pairs[i][1]);
  return flat;
}

// The values of an iterable of the program's.
function listFrom(iterable, iterate) {
  const iterator = ReflectApply(iterate, iterable, []);
  const { next } = iterator;
  const list = new SafeArray();
  for (let step = ReflectApply(next, iterator, []); !step.done;
    step = ReflectApply(next, iterator, []))
    ArrayPrototypePush.call(list, step.value);
  return list;
}

function fromPairs(pairs, iterate) {
  if (typeof iterate !== 'function')
    throw new codes.ERR_ARG_NOT_ITERABLE('Query pairs');
  const list = new SafeArray();
  const all = listFrom(pairs, iterate);
  for (let i = 0; i < all.length; i++) {
    const pair = all[i];
    const iterator = pair !== null && (typeof pair === 'object' || typeof pair === 'function') ?
      pair[SymbolIterator] : undefined;
    const items = typeof iterator !== 'function' ? undefined :
      isArray(pair) ? pair : listFrom(pair, iterator);
    if (items?.length !== 2)
      throw new codes.ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    ArrayPrototypePush.call(list, toText(items[0]), toText(items[1]));
  }
  return list;
}

// Own enumerable properties; names that become the same text are one name, the last value wins.
function fromRecord(record) {
  const list = new SafeArray();
  const seen = new SafeMap();
  const keys = ReflectOwnKeys(record);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const descriptor = ReflectGetOwnPropertyDescriptor(record, key);
    if (descriptor === undefined || !descriptor.enumerable)
      continue;
    const name = toText(key);
    const value = toText(record[key]);
    const at = seen.get(name);
    if (at === undefined) {
      seen.set(name, list.length);
      ArrayPrototypePush.call(list, name, value);
    } else {
      list[at + 1] = value;
    }
  }
  return list;
}

let listOf;      // of a URLSearchParams, which must be one
let fill;        // (params, query): anew, without notifying the URL
let attach;      // (params, changed): changed(query) is called after each change

function needArgs(count, first, second) {
  if (count < 1 || (count < 2 && second !== undefined))
    throw second === undefined ? new codes.ERR_MISSING_ARGS(first) :
      new codes.ERR_MISSING_ARGS(first, second);
}

// slice() and splice() would ask the program's Array for its species.
function copyOf(list) {
  const copy = new SafeArray();
  for (let i = 0; i < list.length; i++)
    ArrayPrototypePush.call(copy, list[i]);
  return copy;
}

// Moves what is kept to the front.
function removeIf(list, start, isRemoved) {
  let length = start;
  for (let i = start; i < list.length; i += 2) {
    if (isRemoved(list[i], list[i + 1]))
      continue;
    list[length++] = list[i];
    list[length++] = list[i + 1];
  }
  list.length = length;
}

class URLSearchParams {
  #list = new SafeArray();
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
      const iterate = init[SymbolIterator];
      if (#list in init && iterate === URLSearchParams.prototype[SymbolIterator])
        this.#list = copyOf(init.#list);
      else if (iterate !== null && iterate !== undefined)
        this.#list = fromPairs(init, iterate);
      else
        this.#list = fromRecord(init);
      return;
    }
    const text = toText(init);
    this.#list = parseQuery(text[0] === '?' ? StringPrototypeSlice.call(text, 1) : text);
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
    ArrayPrototypePush.call(list, toText(name), toText(value));
    this.#notify();
  }

  delete(name, value = undefined) {
    const list = listOf(this);
    needArgs(arguments.length, 'name');
    name = toText(name);
    if (value !== undefined)
      value = toText(value);
    removeIf(list, 0, (each, its) => each === name && (value === undefined || its === value));
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
      append(values, list[i + 1]);
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
      ArrayPrototypePush.call(list, name, value);
    } else {
      list[first + 1] = value;
      removeIf(list, first + 2, (each) => each === name);
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
      ReflectApply(callback, thisArg, [this.#list[i + 1], this.#list[i], this]);
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
    const parts = new SafeArray();
    for (let i = 0; i < list.length; i += 2)
      ArrayPrototypePush.call(parts, `${show(list[i])} => ${show(list[i + 1])}`);
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
  const inner = { __proto__: null, ...options };
  if (depth !== null)
    inner.depth = depth - 1;
  return (value) => inspect(value, inner);
}

const visibleLength = (text) => StringPrototypeReplace.call(text, COLORS, '').length;

// On one line if it fits, else one line per part.
function enclose(name, parts, { breakLength }) {
  let length = -2;
  for (let i = 0; i < parts.length; i++)
    length += visibleLength(parts[i]) + 2;
  return length <= breakLength ? `${name} { ${ArrayPrototypeJoin.call(parts, ', ')} }`
    : `${name} {\n  ${ArrayPrototypeJoin.call(parts, ',\n  ')} }`;
}

const IteratorPrototype =
  ObjectGetPrototypeOf(ObjectGetPrototypeOf(MapPrototypeEntries.call(new Map())));

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
    const parts = new SafeArray();
    for (let i = this.#index; i < list.length; i += 2)
      ArrayPrototypePush.call(parts, show(this.#at(list, i)));
    return enclose('URLSearchParams Iterator', parts, options);
  }
}

// As web interfaces are: members enumerable, not constructible by users, in the iterators' family.
delete URLSearchParamsIterator.prototype.constructor;
ObjectSetPrototypeOf(URLSearchParamsIterator.prototype, IteratorPrototype);
const tag = (value) => ({ __proto__: null, value, configurable: true });
ObjectDefineProperties(URLSearchParamsIterator.prototype, {
  __proto__: null,
  next: { __proto__: null, enumerable: true },
  [SymbolToStringTag]: tag('URLSearchParams Iterator'),
});
const MEMBERS = ['size', 'append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'entries',
                 'forEach', 'keys', 'values', 'toString'];
const { prototype } = URLSearchParams;
for (let i = 0; i < MEMBERS.length; i++)
  ObjectDefineProperty(prototype, MEMBERS[i], { __proto__: null, enumerable: true });
ObjectDefineProperty(prototype, SymbolToStringTag, tag('URLSearchParams'));
ObjectDefineProperty(prototype, SymbolIterator, {
  __proto__: null, value: prototype.entries, configurable: true, writable: true,
});

module.exports = { URLSearchParams, fill, attach };
