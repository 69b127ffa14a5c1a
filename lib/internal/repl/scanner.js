'use strict';
// The tokens of a piece of JavaScript that a user types, complete or not. The engine checks the
// grammar; this scanner answers what the engine does not: where tokens, brackets, statements and
// strings begin and end.
//
// 1. Any text gives a result: nothing throws. Time and memory are linear in its length.
// 2. A token is { type, text, start, end, newline, match }. `newline`: a line break stands before
//    it. `match` is the index of the other bracket of a pair, or -1.
// 3. The parts of a template literal are tokens of type 'template'; the "${" and "}" belong to
//    them. `match` of the first part is the index of the last part.
// 4. Whether "/" begins a regular expression follows from the token before it. A "/" after the "}"
//    of a function expression or an object literal is read as a division where that is evident,
//    else as a regular expression.

const {
  ArrayPrototypePop, ArrayPrototypePush, RegExpPrototypeExec, SafeSet, StringPrototypeCharCodeAt,
  StringPrototypeSlice, StringPrototypeSplit,
} = primordials;

const setOf = (text) => {
  const set = new SafeSet();
  const list = StringPrototypeSplit.call(text, ' ');
  for (let i = 0; i < list.length; i++)
    set.add(list[i]);
  return set;
};

const KEYWORDS = setOf('async await break case catch class const continue debugger default ' +
  'delete do else export extends false finally for function if import in instanceof let new null ' +
  'return super switch this throw true try typeof var void while with yield');
// After these keywords an expression begins.
const BEFORE_OPERAND = setOf('await case delete do else extends in instanceof new return throw ' +
  'typeof void yield default');
// The parenthesis after these keywords is the head of a statement.
const HEADS = setOf('if for while with switch catch');
// Longest first.
const PUNCTUATORS = ['>>>=', '...', '===', '!==', '**=', '<<=', '>>=', '>>>', '&&=', '||=', '??=',
                     '=>', '==', '!=', '<=', '>=', '&&', '||', '??', '?.', '++', '--', '+=', '-=',
                     '*=', '/=', '%=', '&=', '|=', '^=', '<<', '>>', '**'];
const CLOSES = { '__proto__': null, ')': '(', ']': '[', '}': '{' };
const NAME = /[$#@\w\u0080-\uffff\\]/;
const SPACE = /[\s\ufeff]/;
const LINE_BREAK = /[\n\r\u2028\u2029]/;
const test = (pattern, text) =>
  text !== undefined && RegExpPrototypeExec.call(pattern, text) !== null;

class Scanner {
  constructor(source) {
    this.source = source;
    this.at = 0;
    this.newline = false;
    this.tokens = [];
    this.open = [];           // indices of open brackets and template parts
    // 'string', 'template', 'comment', 'line comment' or 'regexp': the text ends in it
    this.unterminated = '';
    this.mismatch = false;    // a closing bracket closes nothing
  }

  scan() {
    const { source } = this;
    while (this.skipSpace()) {
      const char = source[this.at];
      if (char === '"' || char === "'")
        this.string(char);
      else if (char === '`')
        this.template(this.at + 1, -1);
      else if (test(/[0-9]/, char) || (char === '.' && test(/[0-9]/, source[this.at + 1])))
        this.number();
      else if (test(NAME, char))
        this.name();
      else if (char === '/' && this.isRegExpNext())
        this.regExp();
      else
        this.punctuator(char);
    }
    return this;
  }

  push(type, end) {
    const { tokens, at: start } = this;
    ArrayPrototypePush.call(tokens, {
      __proto__: null, type, text: StringPrototypeSlice.call(this.source, start, end), start, end,
      newline: this.newline, match: -1,
    });
    this.at = end;
    this.newline = false;
    return tokens.length - 1;
  }

  // Skips spaces and comments; false at the end.
  skipSpace() {
    const { source } = this;
    while (this.at < source.length) {
      const char = source[this.at];
      if (test(SPACE, char)) {
        this.newline ||= test(LINE_BREAK, char);
        this.at++;
      } else if (char === '/' && source[this.at + 1] === '/') {
        while (this.at < source.length && !test(LINE_BREAK, source[this.at]))
          this.at++;
        if (this.at === source.length)
          this.unterminated = 'line comment';
      } else if (char === '/' && source[this.at + 1] === '*') {
        this.blockComment();
      } else {
        return true;
      }
    }
    return false;
  }

  blockComment() {
    const { source } = this;
    for (this.at += 2; this.at < source.length; this.at++) {
      if (source[this.at] === '*' && source[this.at + 1] === '/') {
        this.at += 2;
        return;
      }
      this.newline ||= test(LINE_BREAK, source[this.at]);
    }
    this.unterminated = 'comment';
  }

  string(quote) {
    const { source } = this;
    let at = this.at + 1;
    while (at < source.length && source[at] !== quote && !test(/[\n\r]/, source[at])) {
      if (source[at] === '\\')
        at += source[at + 1] === '\r' && source[at + 2] === '\n' ? 2 : 1;
      at++;
    }
    if (at < source.length && source[at] === quote)
      at++;
    else if (at >= source.length)
      this.unterminated = 'string';
    this.push('string', at < source.length ? at : source.length);
  }

  // A part of a template: from after the "`" or the "}" to the "${" or the end. `first` is the
  // index of the template's first part, or -1.
  template(from, first) {
    const { source } = this;
    let at = from;
    while (at < source.length && source[at] !== '`' &&
           !(source[at] === '$' && source[at + 1] === '{'))
      at += source[at] === '\\' ? 2 : 1;
    const isLast = source[at] === '`';
    if (at >= source.length)
      this.unterminated = 'template';
    const end = at >= source.length ? source.length : at + (isLast ? 1 : 2);
    const index = this.push('template', end);
    const start = first < 0 ? index : first;
    if (isLast) {
      this.tokens[start].match = index;
      this.tokens[index].match = start;
    } else if (this.unterminated === '') {
      ArrayPrototypePush.call(this.open, { __proto__: null, text: '${', index: start });
    }
  }

  number() {
    const { source } = this;
    let at = this.at;
    while (test(/[\w.]/, source[at]) ||
           (test(/[+-]/, source[at]) && test(/[eE]/, source[at - 1]) &&
            !test(/[xX]/, source[this.at + 1])))
      at++;
    this.push('number', at);
  }

  name() {
    const { source } = this;
    let at = this.at;
    while (test(NAME, source[at]) && !test(SPACE, source[at]))
      at++;
    const text = StringPrototypeSlice.call(source, this.at, at);
    const before = this.tokens[this.tokens.length - 1];
    const isMember = before?.text === '.' || before?.text === '?.';
    this.push(KEYWORDS.has(text) && !isMember ? 'keyword' : 'name', at);
  }

  isRegExpNext() {
    const before = this.tokens[this.tokens.length - 1];
    if (before === undefined)
      return true;
    const { type, text } = before;
    if (type === 'keyword')
      return BEFORE_OPERAND.has(text);
    if (type === 'template')
      return before.match === -1;
    if (type !== 'punctuator')
      return false;
    if (text === ')')
      return before.match > 0 && HEADS.has(this.tokens[before.match - 1].text);
    if (text === '}')
      return !this.isOperandEnd(before);
    return text !== ']' && text !== '++' && text !== '--';
  }

  // Whether a "}" ends an object literal: the "{" stands where an operand is expected.
  isOperandEnd({ match }) {
    const before = match > 0 ? this.tokens[match - 1] : undefined;
    if (before === undefined)
      return false;
    if (before.type === 'keyword')
      return before.text !== 'do' && before.text !== 'else' && BEFORE_OPERAND.has(before.text);
    return before.type === 'punctuator' && !(before.text in { '__proto__': null, ')': 1, '}': 1,
                                                              ';': 1, '{': 1, '=>': 1 });
  }

  regExp() {
    const { source } = this;
    let at = this.at + 1;
    let inClass = false;
    while (at < source.length && (inClass || source[at] !== '/') && !test(LINE_BREAK, source[at])) {
      if (source[at] === '\\')
        at++;
      else if (source[at] === '[')
        inClass = true;
      else if (source[at] === ']')
        inClass = false;
      at++;
    }
    if (at >= source.length)
      this.unterminated = 'regexp';
    else
      at++;
    while (test(/\w/, source[at]))
      at++;
    this.push('regexp', at < source.length ? at : source.length);
  }

  punctuator(char) {
    if (char === '}' && this.open[this.open.length - 1]?.text === '${') {
      const { index } = ArrayPrototypePop.call(this.open);
      this.template(this.at + 1, index);
      return;
    }
    let length = 1;
    for (let i = 0; i < PUNCTUATORS.length; i++) {
      const text = PUNCTUATORS[i];
      if (StringPrototypeSlice.call(this.source, this.at, this.at + text.length) === text) {
        length = text.length;
        break;
      }
    }
    // a?.5:b
    if (length === 2 && char === '?' && test(/[0-9]/, this.source[this.at + 2]) &&
        this.source[this.at + 1] === '.')
      length = 1;
    const index = this.push('punctuator', this.at + length);
    if (char === '(' || char === '[' || char === '{')
      ArrayPrototypePush.call(this.open, { __proto__: null, text: char, index });
    else if (CLOSES[char] !== undefined)
      this.close(CLOSES[char], index);
  }

  close(opening, index) {
    const last = this.open[this.open.length - 1];
    if (last?.text !== opening) {
      this.mismatch = true;
      return;
    }
    ArrayPrototypePop.call(this.open);
    this.tokens[last.index].match = index;
    this.tokens[index].match = last.index;
  }
}

const scan = (source) => new Scanner(source).scan();

const isName = (text) => RegExpPrototypeExec.call(/^[A-Za-z_$][\w$]*$/, text) !== null ||
  (text !== '' && StringPrototypeCharCodeAt.call(text, 0) > 127 &&
   RegExpPrototypeExec.call(/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u, text) !== null);

module.exports = { scan, isName, KEYWORDS, HEADS };
