'use strict';
// Reads the fields of a package.json that is not JSON, or that contains escaped characters. Node
// reads the file field by field and parses only the values that it needs, so a package with a
// mistake elsewhere still loads.
//
// (1) The text must begin with "{" and end with "}", and every string must end. Text after the
//     object is ignored. A field whose name contains an escape is not recognised.
// (2) "name" and "type" must be well-formed strings. A "main" that is not one is ignored. A string
//     that is read as a field ends there; of a field that is not read it may be a name.
// (3) "exports" and "imports" that are objects or arrays end at their closing bracket; only their
//     first item is checked. If they are used and are not JSON, the SyntaxError of JSON.parse() is
//     thrown.
// (4) A quotation mark after a backslash never begins a string.

const {
  JSONParse, ObjectDefineProperty, RegExpPrototypeExec, SafeRegExp, StringPrototypeIsWellFormed,
  StringPrototypeSlice, StringPrototypeTrimEnd,
} = primordials;
const parse = require('internal/json_parse').wrap(JSONParse);

// A string; a bracket or sign; or a run of other characters, with a string that follows at once.
const STRING = '"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*"';
const TOKEN = `[\\t\\n\\r ]*(${STRING}|[{}[\\]:,]|` +
  `(?:\\\\[\\\\"]|[^"{}[\\]:,\\t\\n\\r ])+(?:${STRING})?)`;
const READ = { __proto__: null, name: true, type: true, main: true, exports: true, imports: true };
const kInvalid = { __proto__: null };
const isString = (token) => token[0] === '"';
const isOpening = (token) => token === '{' || token === '[';
const isClosing = (token) => token === '}' || token === ']';

class Reader {
  constructor(text) {
    this.text = text;
    this.length = StringPrototypeTrimEnd.call(text).length;
    this.pattern = new SafeRegExp(TOKEN, 'y');
    this.start = 0; // of the last token
    this.end = 0;
  }

  next() {
    this.pattern.lastIndex = this.end;
    const found = RegExpPrototypeExec.call(this.pattern, this.text);
    if (found === null)
      throw kInvalid;
    this.end = this.pattern.lastIndex;
    this.start = this.end - found[1].length;
    return found[1];
  }

  // The text of the value that begins with `token`.
  value(token) {
    const { start } = this;
    this.close(this.isEnd(token) ? 0 : 1);
    return StringPrototypeSlice.call(this.text, start, this.end);
  }

  close(depth) {
    while (depth > 0) {
      const inner = this.next();
      if (isOpening(inner))
        depth++;
      else if (isClosing(inner))
        depth--;
    }
  }

  // The text of an object or array of targets (3). The first item counts as one more bracket.
  targets(token) {
    const { start } = this;
    let depth = 1;
    let first = this.next();
    if (token === '{' && isString(first)) {
      if (this.next() !== ':')
        throw kInvalid;
      first = this.next();
      depth = 2;
    } else if (token === '[' && first !== ']')
      depth = 2;
    this.close(this.isEnd(first) ? depth - 1 : depth);
    return StringPrototypeSlice.call(this.text, start, this.end);
  }

  // Whether the value that begins with `token` consists of it. False for a sign, and for a string
  // before a colon.
  isEnd(token) {
    if (isOpening(token) || token === ',' || token === ':')
      return false;
    if (!isString(token) || this.end >= this.length)
      return true;
    const { start, end } = this;
    const next = this.next();
    this.start = start;
    this.end = end;
    return next !== ':';
  }
}

// A well-formed string, or undefined.
function string(text) {
  if (!isString(text))
    return undefined;
  try {
    const value = JSONParse(text);
    return StringPrototypeIsWellFormed.call(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJSON(text) {
  try {
    JSONParse(text);
    return true;
  } catch {
    return false;
  }
}

function needed(value) {
  if (value === undefined)
    throw kInvalid;
  return value;
}

function field(fields, name, text) {
  if (name === 'name' || name === 'type')
    fields[name] = needed(string(text));
  else if (name === 'main')
    fields.main = string(text);
  else if (name === 'exports' || name === 'imports') {
    fields[name] = text[0] === '{' || text[0] === '[' ? text :
      isString(text) ? (needed(string(text)), text) : undefined;
  } else if (name === 'scripts' && text[0] === '{' && !isJSON(text))
    throw kInvalid;
}

// Throws if a string after the object has no end.
function checkRest(reader) {
  while (reader.end < reader.length)
    reader.next();
}

function readFields(text) {
  const reader = new Reader(text);
  const fields = { __proto__: null };
  if (text[reader.length - 1] !== '}' || reader.next() !== '{')
    throw kInvalid;
  for (let token = reader.next(), first = true; !first || token !== '}'; token = reader.next()) {
    first = false;
    if (!isString(token) || reader.next() !== ':')
      throw kInvalid;
    const name = StringPrototypeSlice.call(token, 1, -1);
    const opening = reader.next();
    const hasTargets = (name === 'exports' || name === 'imports') && isOpening(opening);
    field(fields, name, hasTargets ? reader.targets(opening) :
      isString(opening) && READ[name] === true ? opening : reader.value(opening));
    token = reader.next();
    if (token === '}')
      break;
    if (token !== ',')
      throw kInvalid;
  }
  checkRest(reader);
  return fields;
}

// { name, type, main, exports, imports }, or undefined. The last two are texts, or undefined.
function fieldsOf(text) {
  try {
    return readFields(text);
  } catch (error) {
    if (error === kInvalid)
      return undefined;
    throw error;
  }
}

// Defines `exports` and `imports` of a package by the texts of them.
function defineTargets(pkg, texts) {
  const define = (name, descriptor) => ObjectDefineProperty(pkg, name, {
    __proto__: null, configurable: true, enumerable: true, ...descriptor,
  });
  const defineOne = (name) => define(name, {
    __proto__: null,
    get() {
      const value = texts[name] === undefined ? undefined : parse(texts[name]);
      define(name, { __proto__: null, value });
      return value;
    },
  });
  defineOne('exports');
  defineOne('imports');
}

module.exports = { fieldsOf, defineTargets };
