'use strict';
// The fields of a package.json that is no JSON, or that has escaped characters. Node reads the file
// field by field and looks into no value that it does not need, so a package with a mistake
// elsewhere still loads.
//
// (1) The text begins with "{", ends with "}", and has no string without an end. What follows the
//     object is not looked at. A name with an escaped character is none of those below.
// (2) "name" and "type" are well-formed strings. A "main" that is none is ignored.
// (3) "exports" and "imports" that are objects or arrays end where their brackets do. Who reads one
//     of them gets the SyntaxError of JSON.parse() if one of them is no JSON.

const {
  JSONParse, ObjectDefineProperty, RegExpPrototypeExec, SafeRegExp, StringPrototypeIsWellFormed,
  StringPrototypeSlice, StringPrototypeTrimEnd,
} = primordials;
const parse = require('internal/json_parse').wrap(JSONParse);

// A string; a bracket or sign; or a run of other characters, with a string that follows at once.
const STRING = '"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*"';
const TOKEN = `[\\t\\n\\r ]*(${STRING}|[{}[\\]:,]|[^"{}[\\]:,\\t\\n\\r ]+(?:${STRING})?)`;
const kInvalid = { __proto__: null };
const isString = (token) => token[0] === '"';

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
    let depth = token === '{' || token === '[' ? 1 : 0;
    while (depth > 0) {
      const inner = this.next();
      if (inner === '{' || inner === '[')
        depth++;
      else if (inner === '}' || inner === ']')
        depth--;
    }
    return StringPrototypeSlice.call(this.text, start, this.end);
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
    const value = reader.value(reader.next());
    field(fields, StringPrototypeSlice.call(token, 1, -1), value);
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
  const valueOf = (text) => (text === undefined ? undefined : parse(text));
  const getter = (name) => () => {
    const exports = valueOf(texts.exports);
    const imports = valueOf(texts.imports);
    define('exports', { __proto__: null, value: exports });
    define('imports', { __proto__: null, value: imports });
    return name === 'exports' ? exports : imports;
  };
  define('exports', { __proto__: null, get: getter('exports') });
  define('imports', { __proto__: null, get: getter('imports') });
  return pkg;
}

module.exports = { fieldsOf, defineTargets };
