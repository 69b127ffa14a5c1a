'use strict';
// Rewrites every `await x` of a program as `await _$await(x)`, so that the recorder gets its line.
//
// (1) The engine does not report the line of an `await`, nor an `await` of a value that is not a
//     promise: the call provides both. It returns a promise, whose `await` takes as many jobs as
//     the original one (promises.js).
// (2) Line numbers do not change; only columns after an `await` do.
// (3) If the rewritten text does not compile, the original is used: this parser knows tokens, not
//     the whole grammar.
// (4) `for await (x of y)` becomes `for await (x of _$each(y))`, which returns y: the recorder only
//     needs its line.

const {
  ArrayPrototypeAt, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSort,
  RegExpPrototypeExec, SafeSet, StringPrototypeIncludes, StringPrototypeSlice,
} = primordials;
const CALL = '_$await';
const EACH = '_$each';
const SPACE = /(?:[\s\uFEFF]|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)+/y;
const WORD = /[\p{ID_Start}$_#\\][\p{ID_Continue}$\u200c\u200d\\]*/uy;
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:[eE][+-]?\d+)?)n?/y;
const STRING = /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const TEMPLATE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
const SIGN = /\?\.(?!\d)|=>|\.\.\.|[{}()[\];,.]|[^\s\w]/y;

function setOf(list) {
  const set = new SafeSet();
  for (let i = 0; i < list.length; i++)
    set.add(list[i]);
  return set;
}

// A "/" after these begins a regular expression.
const BEFORE_OPERAND = setOf(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw',
                              'new', 'instanceof', 'do', 'else', 'await', 'yield', 'extends']);
const BEFORE_CONDITION = setOf(['if', 'while', 'for', 'with']);
const PREFIXES = setOf(['!', '~', '+', '-', 'typeof', 'void', 'delete', 'await']);
const ENDS = { '__proto__': null, '(': ')', '[': ']', '{': '}' };

class Reader {
  text;
  at = 0;
  tokens = [];     // { value, start, end, mate }: mate is the index of the other bracket
  opened = [];     // indices of brackets that are open

  constructor(text) {
    this.text = text;
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = RegExpPrototypeExec.call(pattern, this.text);
    if (found === null)
      return false;
    this.at += found[0].length;
    return found[0].length > 0;
  }

  add(value, start) {
    ArrayPrototypePush.call(this.tokens, { value, start, end: this.at, mate: -1 });
  }

  // Whether a value has just ended, so that "/" divides.
  afterValue() {
    const last = ArrayPrototypeAt.call(this.tokens, -1);
    if (last === undefined)
      return false;
    if (last.value === ')' && last.mate > 0)
      return !BEFORE_CONDITION.has(this.tokens[last.mate - 1].value);
    if (last.value === ')' || last.value === ']' || last.value === '}')
      return true;
    return RegExpPrototypeExec.call((/^[\w$#"'`\\]|^[^\x00-\x7f]/), last.value) !== null &&
      !BEFORE_OPERAND.has(last.value);
  }

  close() {
    const mate = ArrayPrototypePop.call(this.opened) ?? -1;
    if (mate >= 0)
      this.tokens[mate].mate = this.tokens.length;
    return mate;
  }

  // After "`" or the "}" of a substitution: reads to the next substitution or the end.
  template(start, mate) {
    this.match(TEMPLATE);
    const goesOn = this.text[this.at - 1] === '{';
    if (goesOn)
      ArrayPrototypePush.call(this.opened, mate < 0 ? this.tokens.length : mate);
    this.add(mate < 0 ? '`' : '}`', start);
    if (mate >= 0)
      this.tokens[mate].mate = this.tokens.length - 1;
    else if (!goesOn)
      ArrayPrototypeAt.call(this.tokens, -1).mate = this.tokens.length - 1;
  }

  sign(start) {
    if (!this.match(SIGN))
      this.at++;
    const value = StringPrototypeSlice.call(this.text, start, this.at);
    if (ENDS[value] !== undefined) {
      ArrayPrototypePush.call(this.opened, this.tokens.length);
      this.add(value, start);
    } else if (value === ')' || value === ']' || value === '}') {
      const mate = this.close();
      if (value === '}' && mate >= 0 && this.tokens[mate].value === '`')
        return this.template(start, mate);
      this.add(value, start);
      ArrayPrototypeAt.call(this.tokens, -1).mate = mate;
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
      } else if (this.match(WORD) ||
                 (RegExpPrototypeExec.call((/[\d.]/), c) !== null && this.match(NUMBER)) ||
                 RegExpPrototypeExec.call((/["']/), c) !== null && this.match(STRING)) {
        this.add(StringPrototypeSlice.call(text, start, this.at), start);
      } else if (c === '/' && !this.afterValue() && this.match(REGEX)) {
        this.add('"', start);     // a value: its text does not matter
      } else {
        this.sign(start);
      }
    }
    return this.tokens;
  }
}

// ---- The operand of an `await` ----

// The index after the function or class that begins at i.
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

const NO_OPERAND = setOf([')', ']', '}', '}`', ',', ';', ':', '=', '=>', '.', '?.', '?', '*', '%',
                          '&', '|', '^', '<', '>', '/', 'in', 'of', 'instanceof']);

function isAwait(tokens, i) {
  if (tokens[i].value !== 'await')
    return false;
  const before = tokens[i - 1]?.value;
  const after = tokens[i + 1]?.value;
  return before !== '.' && before !== '?.' && before !== 'for' && before !== 'function' &&
    after !== undefined && !NO_OPERAND.has(after) && after !== 'using';
}

// The index of the `of` in the parentheses that open at i; -1 if there is none.
function findOf(tokens, i) {
  if (tokens[i]?.value !== '(')
    return -1;
  const end = tokens[i].mate;
  for (let at = i + 2; at < end; at = tokens[at].mate > at ? tokens[at].mate + 1 : at + 1) {
    // `of` may also be a name: `for await (const of of x)`.
    if (tokens[at].value === 'of' && !DECLARE.has(tokens[at - 1].value) &&
        tokens[at - 1].value !== '.')
      return at;
  }
  return -1;
}

const DECLARE = setOf(['const', 'let', 'var', 'using']);

function edits(tokens) {
  const found = [];
  const add = (offset, text) =>
    ArrayPrototypePush.call(found, { __proto__: null, offset, text });
  const wrap = (call, first, last) => {
    add(tokens[first].start, `${call}(`);
    add(tokens[last].end, ')');
  };
  for (let i = 0; i < tokens.length; i++) {
    if (isAwait(tokens, i)) {
      wrap(CALL, i + 1, behindOperand(tokens, i + 1) - 1);
    } else if (tokens[i].value === 'await' && tokens[i - 1]?.value === 'for') {
      const of = findOf(tokens, i + 1);
      if (of > 0)
        wrap(EACH, of + 1, tokens[i + 1].mate - 1);
    }
  }
  return ArrayPrototypeSort.call(found, (a, b) => a.offset - b.offset);
}

// The rewritten text; the same text if it has no `await` or was rewritten before.
function rewrite(text) {
  if (RegExpPrototypeExec.call((/\bawait\b/), text) === null ||
      StringPrototypeIncludes.call(text, `${CALL}(`))
    return text;
  const list = edits(new Reader(text).read());
  let result = '';
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    const { offset, text: added } = list[i];
    result += StringPrototypeSlice.call(text, at, offset) + added;
    at = offset;
  }
  return result + StringPrototypeSlice.call(text, at);
}

module.exports = { rewrite, CALL, EACH };
