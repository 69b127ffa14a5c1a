'use strict';
// The import and export statements of a module, and the text that stands in their places. What is
// taken out leaves as many characters and line breaks: positions in stacks stay right.

const { Scanner, EOF, WORD, STRING, PUNCT } = require('internal/modules/esm/scan');

// The names that the rewritten text uses. `import` and `import.meta` are as long as theirs.
const LOAD = '_$load';
const META = '_$gyremeta_';
const DEFAULT = '_$d';

const blank = (text) => ';' + text.slice(1).replace(/[^\n\r\u2028\u2029]/g, ' ');

const ESCAPE = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g;
const ESCAPED = { __proto__: null, n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0',
                  '\n': '', '\r\n': '' };
function stringValue(quoted) {
  return quoted.slice(1, -1).replace(ESCAPE, (all, a, b, c, d) =>
    (d === undefined ? String.fromCodePoint(parseInt(a ?? b ?? c, 16)) : ESCAPED[d] ?? d));
}

class Statements extends Scanner {
  constructor(source) {
    super(source);
    this.requests = [];     // { specifier, attributes, at }
    this.imports = [];      // { request, name, local }: name '*' is the namespace
    this.locals = [];       // { name, local }
    this.indirect = [];     // { name, request, from }: from '*' is the namespace
    this.stars = [];        // requests
    this.edits = [];        // { start, end, text }
    this.isModule = false;
  }

  all() {
    this.advance();
    while (this.type !== EOF) {
      if (this.type === WORD && this.stack.length === 0 && this.before !== '.') {
        if (this.text === 'import' && !this.isLoad) {
          this.importStatement();
          continue;
        }
        if (this.text === 'export') {
          this.exportStatement();
          continue;
        }
      }
      this.advance();
    }
    return this;
  }

  fail() {
    const text = this.type === EOF ? 'Unexpected end of input' : `Unexpected token '${this.text}'`;
    const error = new SyntaxError(text);
    error.at = this.start;
    throw error;
  }

  accept(text) {
    if (this.text !== text || this.type === STRING)
      return false;
    this.advance();
    return true;
  }

  expect(text) {
    if (!this.accept(text))
      this.fail();
  }

  // A name of an export: a word or a string.
  exportName() {
    const { text, type } = this;
    if (type !== WORD && type !== STRING)
      this.fail();
    this.advance();
    return type === STRING ? stringValue(text) : text;
  }

  localName() {
    if (this.type !== WORD)
      this.fail();
    return this.exportName();
  }

  // 'x' with { … } ; — the end of every statement that names a module. Gives back the request.
  request(start) {
    if (this.type !== STRING)
      this.fail();
    const request = { specifier: stringValue(this.text), attributes: {}, at: start };
    let end = this.end;
    this.advance();
    if (this.type === WORD && this.text === 'with') {
      this.advance();
      this.expect('{');
      while (this.text !== '}') {
        const key = this.exportName();
        this.expect(':');
        request.attributes[key] = stringValue(this.text);
        this.advance();
        if (!this.accept(',') && this.text !== '}')
          this.fail();
      }
      end = this.end;
      this.advance();
    }
    this.finish(start, end);
    return this.sameRequest(request);
  }

  // Takes the statement out, with its ";".
  finish(start, end) {
    if (this.type === PUNCT && this.text === ';') {
      end = this.end;
      this.advance();
    }
    this.edits.push({ start, end, text: blank(this.source.slice(start, end)) });
  }

  sameRequest(request) {
    const key = request.specifier + '\0' + JSON.stringify(request.attributes);
    const known = this.requests.findIndex((one) => one.key === key);
    if (known >= 0)
      return known;
    request.key = key;
    return this.requests.push(request) - 1;
  }

  importStatement() {
    const { start } = this;
    const names = [];
    this.isModule = true;
    this.advance();
    if (this.type !== STRING) {
      if (this.type === WORD) {
        names.push({ name: 'default', local: this.localName() });
        if (this.text !== 'from')
          this.expect(',');
      }
      if (this.accept('*')) {
        this.expect('as');
        names.push({ name: '*', local: this.localName() });
      } else if (this.text === '{') {
        this.list((name, local) => names.push({ name, local }));
      }
      this.expect('from');
    }
    const request = this.request(start);
    for (const one of names)
      this.imports.push({ request, ...one });
  }

  // { a, b as c, "d" as e }
  list(add) {
    this.expect('{');
    while (this.text !== '}') {
      const first = this.exportName();
      add(first, this.accept('as') ? this.exportName() : first);
      if (!this.accept(',') && this.text !== '}')
        this.fail();
    }
    this.endOfList = this.end;
    this.advance();
  }

  exportStatement() {
    const { start } = this;
    this.isModule = true;
    this.advance();
    if (this.accept('*'))
      return this.exportAll(start);
    if (this.text === '{')
      return this.exportList(start);
    if (this.text === 'default')
      return this.exportDefault(start);
    this.edits.push({ start, end: start + 6, text: ';     ' });
    const word = this.text;
    if (word === 'const' || word === 'let' || word === 'var')
      return this.declarations();
    if (word === 'async')
      this.advance();
    if (this.text !== 'function' && this.text !== 'class')
      this.fail();
    this.advance();
    this.accept('*');
    this.local(this.text);
  }

  local(local, name = local) {
    this.locals.push({ name, local });
  }

  exportAll(start) {
    const name = this.accept('as') ? this.exportName() : undefined;
    this.expect('from');
    const request = this.request(start);
    if (name === undefined)
      this.stars.push(request);
    else
      this.indirect.push({ name, request, from: '*' });
  }

  exportList(start) {
    const names = [];
    this.list((from, name) => names.push({ from, name }));
    if (this.accept('from')) {
      const request = this.request(start);
      for (const { from, name } of names)
        this.indirect.push({ name, request, from });
      return;
    }
    this.finish(start, this.endOfList);
    for (const { from, name } of names)
      this.local(from, name);
  }

  exportDefault(start) {
    const { end } = this;
    this.advance();
    const isAsync = this.text === 'async' && /^async[ \t]+function\b/.test(
      this.source.slice(this.start, this.start + 40));
    if (!isAsync && this.text !== 'function' && this.text !== 'class') {
      // The value is constant: later changes of what the expression named do not show.
      this.edits.push({ start, end, text: `;const ${DEFAULT}`.padEnd(end - start - 1) + '=' });
      return this.local(DEFAULT, 'default');
    }
    const keywordStart = this.start;
    if (isAsync)
      this.advance();
    let keywordEnd = this.end;
    const isClass = this.text === 'class';
    this.advance();
    if (!isClass && this.text === '*') {
      keywordEnd = this.end;
      this.advance();
    }
    const named = this.type === WORD && !(isClass && this.text === 'extends');
    const gap = blank(this.source.slice(start, keywordStart));
    if (named) {
      this.edits.push({ start, end: keywordStart, text: gap });
      return this.local(this.text, 'default');
    }
    // The name goes where "export default" was.
    this.edits.push({ start, end: keywordEnd,
                      text: gap.slice(0, -1 - DEFAULT.length) +
                        `${this.source.slice(keywordStart, keywordEnd)} ${DEFAULT}` });
    this.local(DEFAULT, 'default');
  }

  // a = 1, { b, c: [d = 2] } = x
  declarations() {
    do {
      this.advance();
      this.target();
      if (this.text === '=')
        this.skipExpression(true);
    } while (this.type === PUNCT && this.text === ',');
  }

  target() {
    if (this.type === WORD) {
      this.local(this.text);
      this.advance();
    } else if (this.text === '{') {
      this.objectPattern();
    } else if (this.text === '[') {
      this.arrayPattern();
    } else {
      this.fail();
    }
  }

  defaultValue() {
    if (this.text === '=')
      this.skipExpression(false);
  }

  objectPattern() {
    this.advance();
    while (this.text !== '}' && this.type !== EOF) {
      if (this.accept('...')) {
        this.target();
      } else {
        const { text, type } = this;
        if (type === PUNCT && text === '[')
          this.skipExpression(false);
        this.advance();
        if (this.accept(':'))
          this.target();
        else
          this.local(text);
      }
      this.defaultValue();
      this.accept(',');
    }
    this.advance();
  }

  arrayPattern() {
    this.advance();
    while (this.text !== ']' && this.type !== EOF) {
      if (this.accept(','))
        continue;
      this.accept('...');
      this.target();
      this.defaultValue();
    }
    this.advance();
  }

  // The source with its statements taken out and import() and import.meta by other names.
  rewritten(more = []) {
    const edits = [...this.edits, ...more,
                   ...this.loads.map((start) => ({ start, end: start + 6, text: LOAD })),
                   ...this.metas.map(([start, end]) => ({ start, end, text: META }))];
    edits.sort((a, b) => a.start - b.start);
    let text = '';
    let at = 0;
    for (const edit of edits) {
      text += this.source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.source.slice(at);
  }
}

const scan = (source) => new Statements(source).all();

// A classic script with import() under its other name; the same text when there is none.
function withoutImports(source) {
  const found = new Scanner(source);
  do
    found.advance();
  while (found.type !== EOF);
  if (found.loads.length === 0)
    return source;
  const statements = new Statements(source);
  statements.loads = found.loads;
  return statements.rewritten();
}

module.exports = { scan, withoutImports, LOAD, META, DEFAULT };
