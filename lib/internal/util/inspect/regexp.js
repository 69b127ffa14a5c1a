'use strict';
// Colours of a regular expression: the contents of each group use the next colour of the palette.

// Steps from the depth's own colour.
const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypePush, MathMax, RegExpPrototypeExec, SafeArray,
  StringFromCodePoint, StringPrototypeCodePointAt, StringPrototypeIncludes,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice,
} = primordials;
const BRACKET = 1;         // ( ) [ ] { } and what belongs to an opening parenthesis
const TEXT = 2;            // characters and escapes
const DETAIL = 3;          // . and the digits of {1,2} and the - of a range
const OPERATOR = 4;        // | ^ $ * + ? ,

const DEFAULT = ['green', 'red', 'yellow', 'cyan', 'magenta'];

function highlight(source, inspect, colors) {
  const names = ArrayIsArray(colors) && colors.length > 0 ? colors : DEFAULT;
  const palette = new SafeArray();
  for (let i = 0; i < names.length; i++) {
    const codes = inspect.colors[names[i]];
    if (codes !== undefined)
      palette.push(codes);
  }
  if (palette.length === 0)
    return source;
  const out = new SafeArray();
  const write = (text, step) => {
    const { 0: on, 1: off } = palette[MathMax(step, 0) % palette.length];
    ArrayPrototypePush.call(out, `\u001b[${on}m${text}\u001b[${off}m`);
  };
  const end = StringPrototypeLastIndexOf.call(source, '/');
  const start = StringPrototypeIndexOf.call(source, '/');
  ArrayPrototypePush.call(out, StringPrototypeSlice.call(source, 0, start));
  write('/', 0);
  paintPattern(StringPrototypeSlice.call(source, start + 1, end), write);
  write('/', 0);
  if (end + 1 < source.length)
    write(StringPrototypeSlice.call(source, end + 1), 1);
  return ArrayPrototypeJoin.call(out, '');
}

const ESCAPE = /^\\(?:x[0-9a-fA-F]{2}|[0-9]+|[pPu]\{|.)/su;
const NAMED_ESCAPE = /^(?:(\\[pPu]\{)([^}]*)(\})|(\\k<)([^>]*)(>))/;
const GROUP = /^\((?:\?(?:<(?![=!])([^>]*)>|<?[=!]|:))?/;
const BRACES = /^\{(\d*)(?:(,)(\d*))?\}/;

function paintPattern(pattern, write) {
  let depth = 0;
  for (let i = 0; i < pattern.length;) {
    const char = pattern[i];
    const rest = StringPrototypeSlice.call(pattern, i);
    if (char === '\\') {
      i += paintEscape(rest, depth, write);
    } else if (char === '(') {
      i += paintGroup(RegExpPrototypeExec.call(GROUP, rest), depth++, write);
      if (pattern[i] === '?')        // (?i:…) — its flags are coloured like text inside the group
        write(pattern[i++], BRACKET + depth);
    } else if (char === ')') {
      write(char, BRACKET + --depth);
      i++;
    } else if (char === '[') {
      i += paintClass(rest, depth, write);
    } else if (char === '{' && RegExpPrototypeExec.call(BRACES, rest) !== null && rest[1] !== '}') {
      i += paintBraces(RegExpPrototypeExec.call(BRACES, rest), depth, write);
    } else {
      const isOperator = StringPrototypeIncludes.call('|^$*+?,', char);
      const step = char === '.' ? DETAIL : isOperator ? OPERATOR : TEXT;
      const text = StringFromCodePoint(StringPrototypeCodePointAt.call(pattern, i));
      write(text, step + depth);
      i += text.length;
    }
  }
}

// \p{Name} and \u{61} are brackets around text; \k<name> stands one step before them.
function paintEscape(rest, depth, write) {
  const named = RegExpPrototypeExec.call(NAMED_ESCAPE, rest);
  if (named === null) {
    const text = RegExpPrototypeExec.call(ESCAPE, rest)?.[0] ?? rest[0];
    write(text, TEXT + depth);
    return text.length;
  }
  const { 0: all, 1: open = named[4], 2: name = named[5], 3: close = named[6] } = named;
  const step = (close === '>' ? 0 : BRACKET) + depth;
  write(open, step);
  write(name, step + 1);
  write(close, step);
  return all.length;
}

function paintGroup(match, depth, write) {
  const { 0: text, 1: name } = match;
  write('(', BRACKET + depth);
  if (name !== undefined) {
    write('?<', BRACKET + depth);
    write(name, TEXT + depth);
    write('>', BRACKET + depth);
  } else if (text.length > 1) {
    write(StringPrototypeSlice.call(text, 1), BRACKET + depth);
  }
  return text.length;
}

function paintBraces(match, depth, write) {
  const { 0: text, 1: min, 2: comma, 3: max } = match;
  write('{', BRACKET + depth);
  if (min)
    write(min, DETAIL + depth);
  if (comma !== undefined)
    write(',', TEXT + depth);
  if (max)
    write(max, DETAIL + depth);
  write('}', BRACKET + depth);
  return text.length;
}

function paintClass(text, depth, write) {
  write('[', BRACKET + depth);
  let i = 1;
  for (; i < text.length && text[i] !== ']';) {
    if (text[i] === '\\') {
      const rest = StringPrototypeSlice.call(text, i);
      const isNamed = RegExpPrototypeExec.call(NAMED_ESCAPE, rest) !== null;
      i += paintEscape(rest, depth + (isNamed ? 1 : 0), write);
      continue;
    }
    const char = StringFromCodePoint(StringPrototypeCodePointAt.call(text, i));
    const range = char === '-' && i > 1 && text[i + 1] !== ']';
    write(char, (range ? DETAIL : TEXT) + depth);
    i += char.length;
  }
  if (i < text.length)
    write(']', BRACKET + depth);
  return i + 1;
}

module.exports = { highlight };
