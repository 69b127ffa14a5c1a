'use strict';
// What the lexer (src/runtime/modules/) found in a source, as objects, and the text that stands in
// the places of import and export statements. What is taken out leaves as many characters and line
// breaks: positions in stacks stay right.

const {
  ArrayPrototypeJoin, Int32Array, JSONStringify, NumberParseInt, ObjectDefineProperty,
  RegExpPrototypeExec, SafeArray, SafeSet, StringFromCodePoint, StringPrototypeCharCodeAt,
  StringPrototypePadEnd, StringPrototypeSlice, TypedArrayPrototypeGetLength,
} = primordials;
const { lex, references: findUses } = internalBinding('module_lexer');

// The names that the rewritten text uses. `import` and `import.meta` are as long as theirs.
const LOAD = '_$load';
const META = '_$gyremeta_';
const DEFAULT = '_$d';

// As in lexer.h and bindings/module_lexer.c.
const IS_MODULE = 1;
const AWAITS = 2;
const HAS_USING = 4;
const ALL = -2;
const SOURCE = -3;
const HEAD = 4;
const RECORD = 6;
const USE = 12;

const LINE_BREAKS = { '__proto__': null, '\n': '\n', '\r': '\r', '\u2028': '\u2028',
                      '\u2029': '\u2029' };
function blank(text) {
  let result = ';';
  for (let i = 1; i < text.length; i++)
    result += LINE_BREAKS[text[i]] ?? ' ';
  return result;
}

const ESCAPE = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g;
const ESCAPED = { __proto__: null, n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0',
                  '\n': '', '\r\n': '', '\u2028': '', '\u2029': '' };
function unescaped(text) {
  let result = '';
  let at = 0;
  ESCAPE.lastIndex = 0;
  for (let found; (found = RegExpPrototypeExec.call(ESCAPE, text)) !== null;) {
    const { 0: all, 1: long, 2: four, 3: two, 4: other, index } = found;
    result += StringPrototypeSlice.call(text, at, index);
    result += other === undefined ?
      StringFromCodePoint(NumberParseInt(long ?? four ?? two, 16)) : ESCAPED[other] ?? other;
    at = index + all.length;
  }
  return result + StringPrototypeSlice.call(text, at);
}

class Statements {
  source;
  load;                           // what stands for `import` of import()
  requests = new SafeArray();     // { specifier, attributes, phase, at }
  imports = new SafeArray();      // { request, name, local }: name '*' is the namespace
  locals = new SafeArray();       // { name, local }
  indirect = new SafeArray();     // { name, request, from }: from '*' is the namespace
  stars = new SafeArray();        // requests
  edits = new SafeArray();        // { start, end, text }
  changing = new SafeSet();       // locals that some function might assign to later
  hasMeta = false;
  isModule = false;
  mayUse = false;                 // `using` declarations
  top = undefined;                // { head, tail } around the module for those at its top level
  awaits = false;
  firstAwait = -1;                // outside of braces: where a module most likely waits
  // Of the statement that is being read: it ends with its request.
  names = new SafeArray();
  attributes = { __proto__: null };
  phase = 'evaluation';

  constructor(source, load = LOAD) {
    this.source = source;
    this.load = load;
  }

  read(found) {
    this.isModule = (found[0] & IS_MODULE) !== 0;
    this.awaits = (found[0] & AWAITS) !== 0;
    this.mayUse = (found[0] & HAS_USING) !== 0;
    this.firstAwait = found[1];
    const size = TypedArrayPrototypeGetLength.call(found);
    for (let at = HEAD; at < size; at += RECORD)
      READERS[found[at]](this, found, at + 1);
    if (found[2] >= 0)
      this.fail(found[2], found[3]);
    this.edits.sort((a, b) => a.start - b.start);
    return this;
  }

  fail(start, end) {
    const text = start === end ? 'Unexpected end of input' :
      `Unexpected token '${this.slice(start, end)}'`;
    const error = new primordials.SyntaxError(text);
    ObjectDefineProperty(error, 'at', { __proto__: null, value: start });
    throw error;
  }

  // A word, the value of a string, or one of the names without a place.
  name(start, end) {
    if (start < 0)
      return start === ALL ? '*' : 'default';
    const code = StringPrototypeCharCodeAt.call(this.source, start);
    if (code !== 34 && code !== 39)
      return this.slice(start, end);
    return unescaped(this.slice(start + 1, end - 1));
  }

  slice(start, end) { return StringPrototypeSlice.call(this.source, start, end); }

  edit(start, end, text) {
    this.edits.push({ __proto__: null, start, end, text });
  }

  request(specifier, at) {
    const key = `${specifier}\0${this.phase}${JSONStringify(this.attributes)}`;
    let request = this.requests.findIndex((one) => one.key === key);
    if (request < 0) {
      const { attributes, phase } = this;
      const made = { __proto__: null, specifier, attributes, phase, at, key };
      request = this.requests.push(made) - 1;
    }
    for (let i = 0; i < this.names.length; i++) {
      const { list, name } = this.names[i];
      if (name !== undefined)
        name.request = request;
      list.push(name ?? request);
    }
    this.names = new SafeArray();
    this.attributes = { __proto__: null };
    this.phase = 'evaluation';
  }

  // The source without its statements, with other names for import() and import.meta. `extraEdits`
  // are edits elsewhere.
  rewritten(extraEdits) {
    const edits = extraEdits === undefined ? this.edits :
      this.edits.concat(extraEdits).sort((a, b) => a.start - b.start);
    let text = '';
    let at = 0;
    for (let i = 0; i < edits.length; i++) {
      text += this.slice(at, edits[i].start) + edits[i].text;
      at = edits[i].end;
    }
    return text + this.slice(at);
  }

  // Edits that make members of `_$s` of these names; undefined when eval() might see them.
  members(names) {
    const skip = new Int32Array(this.edits.length * 2);
    for (let i = 0; i < this.edits.length; i++) {
      skip[i * 2] = this.edits[i].start;
      skip[i * 2 + 1] = this.edits[i].end;
    }
    const uses = findUses(this.source, ArrayPrototypeJoin.call(names, ','), skip);
    if (uses === undefined)
      return undefined;
    const edits = new SafeArray();
    const size = TypedArrayPrototypeGetLength.call(uses);
    for (let i = 0; i < size; i += RECORD) {
      const { [i]: kind, [i + 1]: start, [i + 2]: end, [i + 3]: use } = uses;
      if (kind === USE) {
        const text = USES[use](this.slice(start, end));
        edits.push({ __proto__: null, start, end, text });
      }
    }
    return edits;
  }
}

// How a name is used: x, { x }, x() without a `this`, and x() where a statement begins.
const USES = [(name) => `_$s.${name}`, (name) => `${name}:_$s.${name}`,
              (name) => `(0,_$s.${name})`, (name) => `;(0,_$s.${name})`];

// By the kind of a record; its numbers are at f[i], f[i + 1], …
const READERS = [
  function importName(s, f, i) {
    if (f[i] === SOURCE)
      s.phase = 'source';
    const name = { __proto__: null, request: -1, name: s.name(f[i], f[i + 1]),
                   local: s.name(f[i + 2], f[i + 3]) };
    s.names.push({ __proto__: null, list: s.imports, name });
  },
  function indirect(s, f, i) {
    const name = { __proto__: null, request: -1, from: s.name(f[i], f[i + 1]),
                   name: s.name(f[i + 2], f[i + 3]) };
    s.names.push({ __proto__: null, list: s.indirect, name });
  },
  function star(s) {
    s.names.push({ __proto__: null, list: s.stars, name: undefined });
  },
  function attribute(s, f, i) {
    s.attributes[s.name(f[i], f[i + 1])] = s.name(f[i + 2], f[i + 3]);
  },
  function request(s, f, i) {
    s.request(s.name(f[i], f[i + 1]), f[i + 2]);
  },
  function local(s, f, i) {
    const local = f[i] < 0 ? DEFAULT : s.name(f[i], f[i + 1]);
    const name = s.name(f[i + 2], f[i + 3]);
    s.locals.push({ __proto__: null, name, local });
    if (f[i + 4] !== 0)
      s.changing.add(local);
  },
  function taken(s, f, i) {
    s.edit(f[i], f[i + 1], blank(s.slice(f[i], f[i + 1])));
  },
  // The value is constant: later changes of what the expression named do not show.
  function defaultValue(s, f, i) {
    const text = StringPrototypePadEnd.call(`;const ${DEFAULT}`, f[i + 1] - f[i] - 1);
    s.edit(f[i], f[i + 1], `${text}=`);
  },
  // The name goes where "export default" was.
  function defaultName(s, f, i) {
    const gap = blank(s.slice(f[i], f[i + 1]));
    s.edit(f[i], f[i + 2], StringPrototypeSlice.call(gap, 0, -1 - DEFAULT.length) +
      `${s.slice(f[i + 1], f[i + 2])} ${DEFAULT}`);
  },
  function load(s, f, i) {
    s.edit(f[i], f[i + 1], f[i + 1] - f[i] === 6 ? s.load : `${s.load}.source`);
  },
  function meta(s, f, i) {
    s.hasMeta = true;
    s.edit(f[i], f[i + 1], META);
  },
  function none() {},
];

function scan(source) {
  const found = new Statements(source).read(lex(source, false));
  const other = found.mayUse ? require('internal/modules/using').withoutUsing(source) : undefined;
  if (other === undefined)
    return found;
  const again = new Statements(other.text).read(lex(other.text, false));
  again.top = other;
  again.awaits ||= other.async;
  return again;
}

// A classic script with import() under another name.
const withoutImports = (source, name) =>
  new Statements(source, name).read(lex(source, true)).rewritten();

module.exports = { scan, withoutImports, LOAD, META, DEFAULT };
