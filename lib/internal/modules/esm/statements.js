'use strict';
// What the lexer (src/runtime/modules/) found in a source, as objects, and the text that stands in
// the places of import and export statements. What is taken out leaves as many characters and line
// breaks: positions in stacks stay right.

const { lex, references: findUses } = internalBinding('module_lexer');

// The names that the rewritten text uses. `import` and `import.meta` are as long as theirs.
const LOAD = '_$load';
const META = '_$gyremeta_';
const DEFAULT = '_$d';

// As in lexer.h and bindings/module_lexer.c.
const IS_MODULE = 1;
const AWAITS = 2;
const HAS_USING = 4;
const HEAD = 4;
const RECORD = 6;
const USE = 12;

const blank = (text) => ';' + text.slice(1).replace(/[^\n\r\u2028\u2029]/g, ' ');

const ESCAPE = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g;
const ESCAPED = { __proto__: null, n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0',
                  '\n': '', '\r\n': '', '\u2028': '', '\u2029': '' };
const unescaped = (text) => text.replace(ESCAPE, (all, a, b, c, d) =>
  (d === undefined ? String.fromCodePoint(parseInt(a ?? b ?? c, 16)) : ESCAPED[d] ?? d));

class Statements {
  constructor(source) {
    this.source = source;
    this.requests = [];     // { specifier, attributes, at }
    this.imports = [];      // { request, name, local }: name '*' is the namespace
    this.locals = [];       // { name, local }
    this.indirect = [];     // { name, request, from }: from '*' is the namespace
    this.stars = [];        // requests
    this.edits = [];        // { start, end, text }
    this.changing = new Set();    // locals that some function might assign to later
    this.hasMeta = false;
    this.isModule = false;
    this.mayUse = false;    // `using` declarations
    this.top = undefined;   // { head, tail } around the module for those at its top level
    this.awaits = false;
    this.firstAwait = -1;   // outside of braces: where a module most likely waits
    // Of the statement that is being read: it ends with its request.
    this.names = [];
    this.attributes = {};
  }

  read(found) {
    this.isModule = (found[0] & IS_MODULE) !== 0;
    this.awaits = (found[0] & AWAITS) !== 0;
    this.mayUse = (found[0] & HAS_USING) !== 0;
    this.firstAwait = found[1];
    for (let at = HEAD; at < found.length; at += RECORD)
      READERS[found[at]](this, found, at + 1);
    if (found[2] >= 0)
      this.fail(found[2], found[3]);
    this.edits.sort((a, b) => a.start - b.start);
    return this;
  }

  fail(start, end) {
    const text = start === end ? 'Unexpected end of input' :
      `Unexpected token '${this.source.slice(start, end)}'`;
    const error = new SyntaxError(text);
    error.at = start;
    throw error;
  }

  // A word, the value of a string, or one of the names without a place.
  name(start, end) {
    if (start < 0)
      return start === -1 ? 'default' : '*';
    const code = this.source.charCodeAt(start);
    if (code !== 34 && code !== 39)
      return this.source.slice(start, end);
    return unescaped(this.source.slice(start + 1, end - 1));
  }

  edit(start, end, text) {
    this.edits.push({ start, end, text });
  }

  request(specifier, at) {
    const key = specifier + '\0' + JSON.stringify(this.attributes);
    let request = this.requests.findIndex((one) => one.key === key);
    if (request < 0)
      request = this.requests.push({ specifier, attributes: this.attributes, at, key }) - 1;
    for (const { list, name } of this.names)
      list.push(name === undefined ? request : { request, ...name });
    this.names = [];
    this.attributes = {};
  }

  // The source with its statements taken out and import() and import.meta by other names. `more`
  // are edits elsewhere.
  rewritten(more = []) {
    const edits = more.length === 0 ? this.edits :
      [...this.edits, ...more].sort((a, b) => a.start - b.start);
    let text = '';
    let at = 0;
    for (const edit of edits) {
      text += this.source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.source.slice(at);
  }

  // Edits that make members of `_$s` of these names; undefined when eval() might see them.
  members(names) {
    const skip = Int32Array.from(this.edits.flatMap(({ start, end }) => [start, end]));
    const uses = findUses(this.source, names.join(), skip);
    if (uses === undefined)
      return undefined;
    const edits = [];
    for (let i = 0; i < uses.length; i += RECORD) {
      const { [i]: kind, [i + 1]: start, [i + 2]: end, [i + 3]: use } = uses;
      if (kind === USE)
        edits.push({ start, end, text: USES[use](this.source.slice(start, end)) });
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
    s.names.push({ list: s.imports, name: { name: s.name(f[i], f[i + 1]),
                                            local: s.name(f[i + 2], f[i + 3]) } });
  },
  function indirect(s, f, i) {
    s.names.push({ list: s.indirect, name: { from: s.name(f[i], f[i + 1]),
                                             name: s.name(f[i + 2], f[i + 3]) } });
  },
  function star(s) {
    s.names.push({ list: s.stars, name: undefined });
  },
  function attribute(s, f, i) {
    s.attributes[s.name(f[i], f[i + 1])] = s.name(f[i + 2], f[i + 3]);
  },
  function request(s, f, i) {
    s.request(s.name(f[i], f[i + 1]), f[i + 2]);
  },
  function local(s, f, i) {
    const name = f[i] < 0 ? DEFAULT : s.name(f[i], f[i + 1]);
    s.locals.push({ name: s.name(f[i + 2], f[i + 3]), local: name });
    if (f[i + 4] !== 0)
      s.changing.add(name);
  },
  function taken(s, f, i) {
    s.edit(f[i], f[i + 1], blank(s.source.slice(f[i], f[i + 1])));
  },
  // The value is constant: later changes of what the expression named do not show.
  function defaultValue(s, f, i) {
    s.edit(f[i], f[i + 1], `;const ${DEFAULT}`.padEnd(f[i + 1] - f[i] - 1) + '=');
  },
  // The name goes where "export default" was.
  function defaultName(s, f, i) {
    const gap = blank(s.source.slice(f[i], f[i + 1]));
    s.edit(f[i], f[i + 2], gap.slice(0, -1 - DEFAULT.length) +
      `${s.source.slice(f[i + 1], f[i + 2])} ${DEFAULT}`);
  },
  function load(s, f, i) {
    s.edit(f[i], f[i] + 6, LOAD);
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

// A classic script with import() under its other name.
const withoutImports = (source) => new Statements(source).read(lex(source, true)).rewritten();

module.exports = { scan, withoutImports, LOAD, META, DEFAULT };
