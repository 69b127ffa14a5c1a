'use strict';
// Finds in a source what a module loader must know: import and export statements, import() and
// import.meta. It reads tokens, not grammar: the engine says later what is wrong with the rest.
//
// 1. A "/" starts a regular expression unless the token before ends an operand. For ")" that is
//    decided by the word before its "(", for "}" by what stood before its "{".
// 2. Statements are looked for at depth 0 only; import() and import.meta everywhere.
// 3. `changing` has every name that some function might assign to after the module has run. It may
//    have too many names (that costs speed), never too few, save for direct eval(). `constants`
//    are those that none can.

const EOF = 0;
const WORD = 1;
const STRING = 2;
const OTHER = 3;      // numbers, templates, regular expressions: operands
const PUNCT = 4;

const SPACE = /(?:[\s\uFEFF]+|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)+/y;
const NEWLINE = /[\n\r\u2028\u2029]/;
const NAME = /[\w$#\\\u0080-\uFFFF]+(?:\{[0-9a-fA-F]+\}[\w$\\\u0080-\uFFFF]*)*/y;
const NUMBER = /\.?\d[\w.]*/y;
const QUOTED = /'[^'\\\n\r]*(?:\\[^][^'\\\n\r]*)*'|"[^"\\\n\r]*(?:\\[^][^"\\\n\r]*)*"/y;
const CHUNK = /[^`\\$]*(?:(?:\\[^]|\$(?!\{))[^`\\$]*)*(?:`|\$\{)?/y;
const REGEXP = /\/(?:[^/\\[\n\r]|\\.|\[(?:[^\]\\\n\r]|\\.)*\])+\/[a-z]*/yi;
const SIGN = /=>|\+\+|--|\?\.|\.\.\.|>>>=|[<>]{2}=|\*\*=|&&=|\|\|=|\?\?=|[-+*/%&|^]=|[=!]==?|[<>]=|&&|\|\||\?\?|[^]/y;
const ALONE = '()[]{};,:';
const ASSIGNS = /^(?:>>>|<<|>>|\*\*|&&|\|\||\?\?|[-+*/%&|^])?=$/;
const AFTER_IMPORT = /(?:[\s\uFEFF]+|\/\/.*|\/\*[^]*?\*\/)*(?:(\()|\.(?:\s|\/\*[^]*?\*\/)*(meta)(?![\w$]))/y;
const METHOD_BODY = /(?:[\s\uFEFF]+|\/\/.*|\/\*[^]*?\*\/)*\{/y;
const NAMES = /[\w$\u0080-\uFFFF]+/g;

// What characters of a name are, by code; all others are 0 or not there.
const LETTER = 1;
const DIGIT = 2;
const PART = new Uint8Array(128);
for (let code = 48; code < 123; code++)
  PART[code] = code < 58 ? DIGIT : code > 96 || (code > 64 && code < 91) || code === 95 ? LETTER : 0;
PART[36] = LETTER;

const words = (text) => new Set(text.split(' '));
// After these an operand comes: "/" starts a regular expression and "{" an object.
const BEFORE_OPERAND = words('return typeof instanceof in of new delete void throw case do else ' +
  'await yield extends default');
const CONDITION = words('if while for with');
const DECLARES = words('const let var using');
const BEFORE_METHOD = words('{ , } ; * static async get set');
const CONTINUES = words('in instanceof of as');

class Scanner {
  constructor(source) {
    this.source = source;
    this.end = 0;            // of the current token
    this.start = 0;
    this.type = EOF;
    this.text = '';
    this.newline = false;    // one stood before the current token
    this.before = '';        // text of the token before
    this.before2 = '';
    this.operand = false;    // the current token ends an operand
    this.stack = [];         // open brackets
    this.arrow = false;      // "=>" seen in this statement at brace depth 0
    this.braces = 0;
    this.loads = [];         // offsets of `import` in import()
    this.metas = [];         // [start, end] of import.meta
    this.awaits = false;
    this.firstAwait = -1;    // outside of braces: where a module most likely waits
    this.changing = new Set();
    this.constants = new Set();
    this.isLoad = false;     // the current word is the `import` of one of these
  }

  match(pattern) {
    pattern.lastIndex = this.end;
    if (!pattern.test(this.source))
      return false;
    this.end = pattern.lastIndex;
    return true;
  }

  // Spaces and comments; sets `newline`.
  skipSpace() {
    const { source } = this;
    let at = this.end;
    this.newline = false;
    for (;;) {
      const code = source.charCodeAt(at);
      if (code === 32 || code === 9) {
        at++;
      } else if (code === 10 || code === 13) {
        at++;
        this.newline = true;
      } else if (code > 127 || code === 47 || code === 11 || code === 12) {
        this.end = at;
        if (!this.match(SPACE))
          return;
        this.newline ||= NEWLINE.test(source.slice(at, this.end));
        at = this.end;
      } else {
        break;
      }
    }
    this.end = at;
  }

  advance() {
    const { source } = this;
    this.skipSpace();
    this.before2 = this.before;
    this.before = this.text;
    this.start = this.end;
    if (this.end >= source.length) {
      this.type = EOF;
      this.text = '';
      return;
    }
    const code = source.charCodeAt(this.end);
    if (code < 128 && PART[code] === LETTER)
      this.name();
    else if (code === 39 || code === 34)
      this.take(STRING, this.match(QUOTED));
    else if (code === 96)
      this.template();
    else if (code < 128 && (PART[code] === DIGIT ||
             (code === 46 && PART[source.charCodeAt(this.end + 1)] === DIGIT)))
      this.take(OTHER, this.match(NUMBER));
    else if (this.match(NAME))
      this.word();
    else if (code === 47 && !this.operand && this.match(REGEXP))
      this.take(OTHER, true);
    else
      this.sign();
  }

  name() {
    const { source } = this;
    let at = this.end + 1;
    while (PART[source.charCodeAt(at)] > 0)
      at++;
    this.end = at;
    const code = source.charCodeAt(at);
    if (code > 127 || code === 92) {
      this.end = this.start;
      this.match(NAME);
    }
    this.word();
  }

  take(type, matched) {
    if (!matched)
      this.end++;
    this.type = type;
    this.text = this.source.slice(this.start, this.end);
    this.operand = true;
  }

  template() {
    this.end++;
    this.chunk();
  }

  // Up to the end of a template or to its next "${".
  chunk() {
    this.match(CHUNK);
    this.take(OTHER, true);
    if (this.text.endsWith('${') && this.source[this.end - 1] === '{') {
      this.stack.push({ sign: '${', start: this.start, block: false, load: -1, declares: false });
      this.braces++;
      this.text = '${';
      this.operand = false;
    }
  }

  word() {
    this.type = WORD;
    const text = this.text = this.source.slice(this.start, this.end);
    const member = this.before === '.' || this.before === '?.';
    this.operand = member || !BEFORE_OPERAND.has(text);
    this.isLoad = false;
    if (member)
      return;
    if (this.before === 'const' && this.stack.length === 0)
      this.constants.add(text);
    if (text === 'await')
      this.awaitWord();
    else if (text === 'import')
      this.importWord();
    if (this.before === '++' || this.before === '--')
      this.changes(text);
    else if (text === 'of' || text === 'in')
      this.loopHead();
  }

  awaitWord() {
    this.awaits = true;
    if (this.braces === 0 && this.firstAwait < 0)
      this.firstAwait = this.start;
  }

  importWord() {
    AFTER_IMPORT.lastIndex = this.end;
    const found = AFTER_IMPORT.exec(this.source);
    if (found === null)
      return;
    this.isLoad = true;
    if (found[1] !== undefined)
      this.loads.push(this.start);
    else
      this.metas.push([this.start, this.end = AFTER_IMPORT.lastIndex]);
  }

  // `for (x of …)` assigns to x.
  loopHead() {
    const top = this.stack[this.stack.length - 1];
    if (top?.keyword === 'for' && !DECLARES.has(this.before2))
      this.assignedBefore();
  }

  changes(name) {
    if (this.braces > 0 || this.arrow)
      this.changing.add(name);
  }

  // What stands before an assignment is a name or a pattern; of a pattern, every word is taken.
  assignedBefore() {
    const { before } = this;
    if (before === ']' || before === '}') {
      if (!this.closed.declares) {
        for (const name of this.source.slice(this.closed.start, this.start).match(NAMES) ?? [])
          this.changes(name);
      }
    } else if (this.before2 !== '.' && !DECLARES.has(this.before2)) {
      this.changes(before);
    }
  }

  sign() {
    const first = this.source[this.start];
    if (ALONE.includes(first))
      this.end++;
    else
      this.match(SIGN);
    this.type = PUNCT;
    const text = this.text = this.source.slice(this.start, this.end);
    const wasOperand = this.operand;
    this.operand = false;
    if (text === '(' || text === '[' || text === '{')
      this.open(text, wasOperand);
    else if (text === ')' || text === ']' || text === '}')
      this.close(text);
    else if (text === '++' || text === '--')
      this.step(wasOperand);
    else if (text === '=>')
      this.arrow ||= this.braces === 0;
    else if (text === ';')
      this.arrow &&= this.braces !== 0;
    else if (ASSIGNS.test(text))
      this.assignedBefore();
  }

  step(postfix) {
    this.operand = postfix;
    if (postfix && this.before2 !== '.')
      this.changes(this.before);
  }

  open(sign, wasOperand) {
    const { before } = this;
    const entry = {
      sign, start: this.start, load: -1,
      keyword: before, keyword2: this.before2,
      declares: DECLARES.has(before),
      // A block, not an object: what follows it starts a statement.
      block: before === ')' || before === ';' || before === '{' || before === '}' ||
        before === '=>' || before === '' || before === 'else' || before === 'do' ||
        (wasOperand && sign === '{'),
    };
    if (sign === '(' && this.isLoad && before === 'import') {
      entry.load = this.loads.length - 1;
      entry.method = BEFORE_METHOD.has(this.before2);
    }
    if (sign === '{')
      this.braces++;
    this.stack.push(entry);
  }

  close(sign) {
    const entry = this.closed = this.stack.pop() ?? { start: this.start, load: -1 };
    if (entry.sign === '${') {
      this.braces--;
      return this.chunk();
    }
    if (sign === '}') {
      this.braces--;
      this.operand = !entry.block;
    } else if (sign === ')') {
      this.operand = !(CONDITION.has(entry.keyword) ||
        (entry.keyword === 'await' && entry.keyword2 === 'for'));
      this.dropMethod(entry);
    } else {
      this.operand = true;
    }
  }

  // `import(x) { … }` in a class or an object is a method.
  dropMethod(entry) {
    METHOD_BODY.lastIndex = this.end;
    if (entry.load >= 0 && entry.method && METHOD_BODY.test(this.source))
      this.loads.splice(entry.load, 1);
  }

  // Takes the "=" or "[" and goes on until a "," or what ends a declaration stands at its depth.
  skipExpression(statement) {
    const depth = this.stack.length;
    this.advance();
    for (let ended = false; this.type !== EOF; this.advance()) {
      if (this.stack.length < depth)
        return;
      if (this.stack.length === depth && this.type === PUNCT &&
          (this.text === ',' || (statement && this.text === ';')))
        return;
      if (statement && this.stack.length === depth && this.newline && ended &&
          (this.type !== PUNCT || this.text === '++' || this.text === '--') &&
          !CONTINUES.has(this.text) && this.text[0] !== '`')
        return;
      ended = this.operand || this.text === '}' || this.text === ')';
    }
  }
}

module.exports = { Scanner, EOF, WORD, STRING, PUNCT };
