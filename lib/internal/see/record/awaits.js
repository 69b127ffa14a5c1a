'use strict';
// Makes every `await x` of a program an `await _$await(x)`, so that the recorder is told, with the
// line.
//
// (1) The engine shows neither the line of an `await` nor one of what is no promise: the call does
//     both. `await` of what it returns takes as many jobs as before (promises.js).
// (2) Lines stay lines; only columns behind an `await` move.
// (3) A text that is no program when rewritten is taken as it was: this reader knows tokens, not
//     the whole grammar.
// (4) `for await (x of y)` becomes `for await (x of _$each(y))`, which gives y itself: only its line
//     is told.

const CALL = '_$await';
const EACH = '_$each';
const SPACE = /(?:[\s\uFEFF]|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)+/y;
const WORD = /[\p{ID_Start}$_#\\][\p{ID_Continue}$\u200c\u200d\\]*/uy;
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:[eE][+-]?\d+)?)n?/y;
const STRING = /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const TEMPLATE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
const SIGN = /\?\.(?!\d)|=>|\.\.\.|[{}()[\];,.]|[^\s\w]/y;

// A "/" behind these begins a regular expression.
const BEFORE_OPERAND = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw',
                                'new', 'instanceof', 'do', 'else', 'await', 'yield', 'extends']);
const BEFORE_CONDITION = new Set(['if', 'while', 'for', 'with']);
const PREFIXES = new Set(['!', '~', '+', '-', 'typeof', 'void', 'delete', 'await']);
const ENDS = { '__proto__': null, '(': ')', '[': ']', '{': '}' };

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.tokens = [];     // { value, start, end, mate }: mate is the index of the other bracket
    this.opened = [];     // indices of brackets that are open
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null)
      return false;
    this.at += found[0].length;
    return found[0].length > 0;
  }

  add(value, start) {
    this.tokens.push({ value, start, end: this.at, mate: -1 });
  }

  // Whether a value has just ended, so that "/" divides.
  afterValue() {
    const last = this.tokens.at(-1);
    if (last === undefined)
      return false;
    if (last.value === ')' && last.mate > 0)
      return !BEFORE_CONDITION.has(this.tokens[last.mate - 1].value);
    if (last.value === ')' || last.value === ']' || last.value === '}')
      return true;
    return (/^[\w$#"'`\\]|^[^\x00-\x7f]/).test(last.value) && !BEFORE_OPERAND.has(last.value);
  }

  close() {
    const mate = this.opened.pop() ?? -1;
    if (mate >= 0)
      this.tokens[mate].mate = this.tokens.length;
    return mate;
  }

  // Behind "`" or the "}" of a substitution: up to the next substitution, or the end.
  template(start, mate) {
    this.match(TEMPLATE);
    const goesOn = this.text[this.at - 1] === '{';
    if (goesOn)
      this.opened.push(mate < 0 ? this.tokens.length : mate);
    this.add(mate < 0 ? '`' : '}`', start);
    if (mate >= 0)
      this.tokens[mate].mate = this.tokens.length - 1;
    else if (!goesOn)
      this.tokens.at(-1).mate = this.tokens.length - 1;
  }

  sign(start) {
    if (!this.match(SIGN))
      this.at++;
    const value = this.text.slice(start, this.at);
    if (ENDS[value] !== undefined) {
      this.opened.push(this.tokens.length);
      this.add(value, start);
    } else if (value === ')' || value === ']' || value === '}') {
      const mate = this.close();
      if (value === '}' && mate >= 0 && this.tokens[mate].value === '`')
        return this.template(start, mate);
      this.add(value, start);
      this.tokens.at(-1).mate = mate;
    } else {
      this.add(value, start);
    }
  }

  read() {
    const { text } = this;
    while (this.at < text.length) {
      if (this.match(SPACE))
        continue;
      const start = this.at;
      const c = text[start];
      if (c === '`') {
        this.at++;
        this.template(start, -1);
      } else if (this.match(WORD) || ((/[\d.]/).test(c) && this.match(NUMBER)) ||
                 (/["']/).test(c) && this.match(STRING)) {
        this.add(text.slice(start, this.at), start);
      } else if (c === '/' && !this.afterValue() && this.match(REGEX)) {
        this.add('"', start);     // a value, whatever it says
      } else {
        this.sign(start);
      }
    }
    return this.tokens;
  }
}

// ---- The operand of an `await` ----

// The index behind the function or class that begins at i.
function behindFunction(tokens, i) {
  while (i < tokens.length && tokens[i].value !== '{')
    i = tokens[i].value === '(' ? tokens[i].mate + 1 : i + 1;
  return i < tokens.length ? tokens[i].mate + 1 : i;
}

function behindPrimary(tokens, i) {
  const { value, mate } = tokens[i];
  if (value === 'new')
    return tokens[i + 1]?.value === '.' ? i + 3 : behindPrimary(tokens, i + 1);
  if (value === 'function' || value === 'class' ||
      (value === 'async' && tokens[i + 1]?.value === 'function'))
    return behindFunction(tokens, i + 1);
  return mate > i ? mate + 1 : i + 1;
}

function behindOperand(tokens, i) {
  while (i < tokens.length && PREFIXES.has(tokens[i].value))
    i++;
  if (i >= tokens.length)
    return i;
  i = behindPrimary(tokens, i);
  for (;;) {
    const value = tokens[i]?.value;
    if (value === '.')
      i += 2;
    else if (value === '?.')
      i += ENDS[tokens[i + 1]?.value] === undefined ? 2 : 1;
    else if (value === '(' || value === '[' || value === '`')
      i = tokens[i].mate >= i ? tokens[i].mate + 1 : i + 1;
    else
      return i;
  }
}

const NO_OPERAND = new Set([')', ']', '}', '}`', ',', ';', ':', '=', '=>', '.', '?.', '?', '*', '%',
                            '&', '|', '^', '<', '>', '/', 'in', 'of', 'instanceof']);

function isAwait(tokens, i) {
  if (tokens[i].value !== 'await')
    return false;
  const before = tokens[i - 1]?.value;
  const after = tokens[i + 1]?.value;
  return before !== '.' && before !== '?.' && before !== 'for' && before !== 'function' &&
    after !== undefined && !NO_OPERAND.has(after) && after !== 'using';
}

// The index of the `of` in the parentheses that open at i; -1 when there is none.
function findOf(tokens, i) {
  if (tokens[i]?.value !== '(')
    return -1;
  const end = tokens[i].mate;
  for (let at = i + 2; at < end; at = tokens[at].mate > at ? tokens[at].mate + 1 : at + 1) {
    // It may be a name too: `for await (const of of x)`.
    if (tokens[at].value === 'of' && !DECLARE.has(tokens[at - 1].value) && tokens[at - 1].value !== '.')
      return at;
  }
  return -1;
}

const DECLARE = new Set(['const', 'let', 'var', 'using']);

function edits(tokens) {
  const found = [];     // [offset, text]
  const wrap = (call, first, last) =>
    found.push([tokens[first].start, `${call}(`], [tokens[last].end, ')']);
  for (let i = 0; i < tokens.length; i++) {
    if (isAwait(tokens, i)) {
      wrap(CALL, i + 1, behindOperand(tokens, i + 1) - 1);
    } else if (tokens[i].value === 'await' && tokens[i - 1]?.value === 'for') {
      const of = findOf(tokens, i + 1);
      if (of > 0)
        wrap(EACH, of + 1, tokens[i + 1].mate - 1);
    }
  }
  return found.sort((a, b) => a[0] - b[0]);
}

// The text with its awaits told; the same text when there are none, or when they are told already.
function rewrite(text) {
  if (!(/\bawait\b/).test(text) || text.includes(`${CALL}(`))
    return text;
  let result = '';
  let at = 0;
  for (const [offset, added] of edits(new Reader(text).read())) {
    result += text.slice(at, offset) + added;
    at = offset;
  }
  return result + text.slice(at);
}

module.exports = { rewrite, CALL, EACH };
