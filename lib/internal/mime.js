'use strict';
// util.MIMEType and util.MIMEParams, after the WHATWG MIME sniffing standard.

const { codes: { ERR_INVALID_MIME_SYNTAX } } = require('internal/errors');

const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const NOT_QUOTABLE = /[^\t\x20-\x7e\x80-\xff]/;
const LEADING_SPACES = /^[\r\n\t ]*/;
const TRAILING_SPACES = /[\r\n\t ]*$/;

// ASCII letters only: İ and K have lower cases that would change the length.
const lower = (text) => text.replace(/[A-Z]/g, (c) => c.toLowerCase());

function checkToken(value, kind, whole) {
  const at = value.search(NOT_TOKEN);
  if (value === '' || at !== -1)
    throw new ERR_INVALID_MIME_SYNTAX(kind, whole, at);
}

function quote(value) {
  if (value !== '' && !NOT_TOKEN.test(value))
    return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

// A value in quotes from `at`, just behind the first of them.
function readQuoted(text, at) {
  let value = '';
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\' && at + 1 < text.length)
      at++;
    value += text[at];
  }
  return { value, end: at + 1 };
}

class MIMEParams {
  #data = new Map();

  delete(name) { this.#data.delete(lower(`${name}`)); }
  get(name) { return this.#data.get(lower(`${name}`)) ?? null; }
  has(name) { return this.#data.has(lower(`${name}`)); }

  set(name, value) {
    name = `${name}`;
    value = `${value}`;
    checkToken(name, 'parameter name', name);
    const at = value.search(NOT_QUOTABLE);
    if (at !== -1)
      throw new ERR_INVALID_MIME_SYNTAX('parameter value', value, at);
    this.#data.set(lower(name), value);
  }

  *entries() { yield* this.#data.entries(); }
  *keys() { yield* this.#data.keys(); }
  *values() { yield* this.#data.values(); }

  toString() {
    const parts = [];
    for (const [name, value] of this.#data)
      parts.push(`${name}=${quote(value)}`);
    return parts.join(';');
  }

  // What cannot be a parameter is passed over; of two with one name the first counts.
  static parse(text, params) {
    for (let at = 0; at < text.length;) {
      at += LEADING_SPACES.exec(text.slice(at))[0].length;
      let end = text.slice(at).search(/[;=]/);
      end = end === -1 ? text.length : at + end;
      const name = lower(text.slice(at, end));
      at = end + 1;
      if (end >= text.length || text[end] === ';')
        continue;
      let value;
      if (text[at] === '"') {
        const read = readQuoted(text, at + 1);
        ({ value } = read);
        const semicolon = text.indexOf(';', read.end);
        at = semicolon === -1 ? text.length : semicolon + 1;
      } else {
        const semicolon = text.indexOf(';', at);
        const stop = semicolon === -1 ? text.length : semicolon;
        value = text.slice(at, stop).replace(TRAILING_SPACES, '');
        at = stop + 1;
        if (value === '')
          continue;
      }
      if (name !== '' && !NOT_TOKEN.test(name) && !NOT_QUOTABLE.test(value) &&
          !params.#data.has(name))
        params.#data.set(name, value);
    }
    return params;
  }
}

const parseParams = MIMEParams.parse;
delete MIMEParams.parse;

Object.defineProperties(MIMEParams.prototype, {
  [Symbol.iterator]: {
    __proto__: null, configurable: true, enumerable: false, writable: true,
    value: MIMEParams.prototype.entries,
  },
  toJSON: {
    __proto__: null, configurable: true, enumerable: true, writable: true,
    value: MIMEParams.prototype.toString,
  },
});
for (const name of ['delete', 'entries', 'get', 'has', 'keys', 'set', 'toString', 'values'])
  Object.defineProperty(MIMEParams.prototype, name, { __proto__: null, enumerable: true });

class MIMEType {
  #type;
  #subtype;
  #params;

  constructor(input) {
    const text = `${input}`;
    const start = text.search(/[^\r\n\t ]/);
    const begin = start === -1 ? text.length : start;
    const slash = text.indexOf('/', begin);
    const type = slash === -1 ? text.slice(begin) : text.slice(begin, slash);
    const badType = type.search(NOT_TOKEN);
    if (type === '' || slash === -1 || badType !== -1)
      throw new ERR_INVALID_MIME_SYNTAX('type', text, badType);
    const semicolon = text.indexOf(';', slash);
    const end = semicolon === -1 ? text.length : semicolon;
    const subtype = text.slice(slash + 1, end).replace(TRAILING_SPACES, '');
    const badSubtype = subtype.search(NOT_TOKEN);
    if (subtype === '' || badSubtype !== -1)
      throw new ERR_INVALID_MIME_SYNTAX('subtype', text, badSubtype);
    this.#type = lower(type);
    this.#subtype = lower(subtype);
    this.#params = parseParams(text.slice(end + 1), new MIMEParams());
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

for (const name of ['type', 'subtype', 'essence', 'params', 'toString'])
  Object.defineProperty(MIMEType.prototype, name, { __proto__: null, enumerable: true });
Object.defineProperty(MIMEType.prototype, 'toJSON', {
  __proto__: null, configurable: true, enumerable: true, writable: true,
  value: MIMEType.prototype.toString,
});

module.exports = { MIMEParams, MIMEType };
