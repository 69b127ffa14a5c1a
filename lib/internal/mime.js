'use strict';
// util.MIMEType and util.MIMEParams, after the WHATWG MIME sniffing standard.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, ObjectDefineProperty, ObjectGetOwnPropertyDescriptors,
  ReflectApply, RegExpPrototypeExec, SafeArray, SafeMap, SafeRegExp, StringPrototypeIndexOf,
  StringPrototypeReplace, StringPrototypeSlice, StringPrototypeToLowerCase, SymbolIterator,
} = primordials;
const { codes: { ERR_INVALID_MIME_SYNTAX } } = require('internal/errors');

const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const NOT_QUOTABLE = /[^\t\x20-\x7e\x80-\xff]/;
const LEADING_SPACES = /^[\r\n\t ]*/;
const TRAILING_SPACES = new SafeRegExp(/[\r\n\t ]*$/);
const UPPER = new SafeRegExp(/[A-Z]/g);
const QUOTED = new SafeRegExp(/["\\]/g);

const search = (text, pattern) => RegExpPrototypeExec.call(pattern, text)?.index ?? -1;
const slice = (text, start, end) => StringPrototypeSlice.call(text, start, end);
const indexOf = (text, part, from) => StringPrototypeIndexOf.call(text, part, from);

// ASCII letters only: İ and K have lower cases that would change the length.
const lower = (text) =>
  StringPrototypeReplace.call(text, UPPER, (c) => StringPrototypeToLowerCase.call(c));

function checkToken(value, kind, whole) {
  const at = search(value, NOT_TOKEN);
  if (value === '' || at !== -1)
    throw new ERR_INVALID_MIME_SYNTAX(kind, whole, at);
}

function quote(value) {
  if (value !== '' && RegExpPrototypeExec.call(NOT_TOKEN, value) === null)
    return value;
  return `"${StringPrototypeReplace.call(value, QUOTED, '\\$&')}"`;
}

// A quoted value that begins at `at`, right after the first quote.
function readQuoted(text, at) {
  let value = '';
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\' && at + 1 < text.length)
      at++;
    value += text[at];
  }
  return { __proto__: null, value, end: at + 1 };
}

function serialize(data) {
  const parts = new SafeArray();
  data.forEach((value, name) => {
    ArrayPrototypePush.call(parts, `${name}=${quote(value)}`);
  });
  return ArrayPrototypeJoin.call(parts, ';');
}

class MIMEParams {
  #data = new SafeMap();

  delete(name) { this.#data.delete(lower(`${name}`)); }
  get(name) { return this.#data.get(lower(`${name}`)) ?? null; }
  has(name) { return this.#data.has(lower(`${name}`)); }

  set(name, value) {
    name = `${name}`;
    value = `${value}`;
    checkToken(name, 'parameter name', name);
    const at = search(value, NOT_QUOTABLE);
    if (at !== -1)
      throw new ERR_INVALID_MIME_SYNTAX('parameter value', value, at);
    this.#data.set(lower(name), value);
  }

  *entries() {
    const entries = this.#data.entries();
    for (let step = entries.next(); !step.done; step = entries.next())
      yield [step.value[0], step.value[1]];
  }

  *keys() {
    const keys = this.#data.keys();
    for (let step = keys.next(); !step.done; step = keys.next())
      yield step.value;
  }

  *values() {
    const values = this.#data.values();
    for (let step = values.next(); !step.done; step = values.next())
      yield step.value;
  }

  toString() { return serialize(this.#data); }

  static dataOf(params) { return params.#data; }

  // What cannot be a parameter is passed over; of two with one name the first counts.
  static parse(text, params) {
    for (let at = 0; at < text.length;) {
      at += RegExpPrototypeExec.call(LEADING_SPACES, slice(text, at))[0].length;
      let end = search(slice(text, at), /[;=]/);
      end = end === -1 ? text.length : at + end;
      const name = lower(slice(text, at, end));
      at = end + 1;
      if (end >= text.length || text[end] === ';')
        continue;
      let value;
      if (text[at] === '"') {
        const read = readQuoted(text, at + 1);
        ({ value } = read);
        const semicolon = indexOf(text, ';', read.end);
        at = semicolon === -1 ? text.length : semicolon + 1;
      } else {
        const semicolon = indexOf(text, ';', at);
        const stop = semicolon === -1 ? text.length : semicolon;
        value = StringPrototypeReplace.call(slice(text, at, stop), TRAILING_SPACES, '');
        at = stop + 1;
        if (value === '')
          continue;
      }
      if (name !== '' && search(name, NOT_TOKEN) === -1 && search(value, NOT_QUOTABLE) === -1 &&
          !params.#data.has(name))
        params.#data.set(name, value);
    }
    return params;
  }
}

const { parse: parseParams, dataOf } = MIMEParams;
delete MIMEParams.parse;
delete MIMEParams.dataOf;

ObjectDefineProperty(MIMEParams.prototype, SymbolIterator, {
  __proto__: null, configurable: true, enumerable: false, writable: true,
  value: MIMEParams.prototype.entries,
});
ObjectDefineProperty(MIMEParams.prototype, 'toJSON', {
  __proto__: null, configurable: true, enumerable: false, writable: true,
  value: MIMEParams.prototype.toString,
});

class MIMEType {
  #type;
  #subtype;
  #params;

  constructor(input) {
    const text = `${input}`;
    const start = search(text, /[^\r\n\t ]/);
    const begin = start === -1 ? text.length : start;
    const slash = indexOf(text, '/', begin);
    const type = slash === -1 ? slice(text, begin) : slice(text, begin, slash);
    const badType = search(type, NOT_TOKEN);
    if (type === '' || slash === -1 || badType !== -1)
      throw new ERR_INVALID_MIME_SYNTAX('type', text, badType);
    const semicolon = indexOf(text, ';', slash);
    const end = semicolon === -1 ? text.length : semicolon;
    const subtype = StringPrototypeReplace.call(slice(text, slash + 1, end), TRAILING_SPACES, '');
    const badSubtype = search(subtype, NOT_TOKEN);
    if (subtype === '' || badSubtype !== -1)
      throw new ERR_INVALID_MIME_SYNTAX('subtype', text, badSubtype);
    this.#type = lower(type);
    this.#subtype = lower(subtype);
    this.#params = parseParams(slice(text, end + 1), new MIMEParams());
  }

  get type() { return this.#type; }
  set type(value) {
    value = `${value}`;
    checkToken(value, 'type', value);
    this.#type = lower(value);
  }

  get subtype() { return this.#subtype; }
  set subtype(value) {
    value = `${value}`;
    checkToken(value, 'subtype', value);
    this.#subtype = lower(value);
  }

  get essence() { return `${this.#type}/${this.#subtype}`; }
  get params() { return this.#params; }

  toString() {
    const params = this.#params.toString();
    return params === '' ? this.essence : `${this.essence};${params}`;
  }

  static parse(input) {
    try {
      return new this(input);
    } catch {
      return null;
    }
  }
}

ObjectDefineProperty(MIMEType.prototype, 'toJSON', {
  __proto__: null, configurable: true, enumerable: false, writable: true,
  value: MIMEType.prototype.toString,
});

// For built-in modules: the essence, the parameters and the text of a type, or null. A program may
// replace methods and accessors of MIMEType and MIMEParams.
const { essence: { get: essenceOf }, params: { get: paramsOf } } =
  ObjectGetOwnPropertyDescriptors(MIMEType.prototype);
function parseType(text) {
  let type;
  try {
    type = new MIMEType(text);
  } catch {
    return null;
  }
  const essence = ReflectApply(essenceOf, type, []);
  const params = dataOf(ReflectApply(paramsOf, type, []));
  const rest = serialize(params);
  return { __proto__: null, essence, params, text: rest === '' ? essence : `${essence};${rest}` };
}

module.exports = { MIMEParams, MIMEType, parseType };
