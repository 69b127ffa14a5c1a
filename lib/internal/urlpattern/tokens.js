'use strict';
// A pattern's tokens: { type, index, value }. Types are char, escaped, name, regexp, asterisk,
// modifier, open, close, end and, where errors are forgiven, invalid.

const {
  ArrayPrototypePush, RegExpPrototypeExec, SafeArray, StringFromCodePoint,
  StringPrototypeCodePointAt,
} = primordials;
const NAME_START = /[\p{ID_Start}$_]/u;
const NAME_PART = /[\p{ID_Continue}$\u200c\u200d]/u;
const isNamePart = (char, first) => char !== undefined &&
  RegExpPrototypeExec.call(first ? NAME_START : NAME_PART, char) !== null;
const SINGLE = {
  '__proto__': null, '*': 'asterisk', '+': 'modifier', '?': 'modifier', '{': 'open', '}': 'close',
};

// The index after a regular expression that begins at chars[at] === '(' , or -1. It may hold only
// ASCII, and groups only if they do not capture.
function regexpEnd(chars, at) {
  let depth = 1;
  let i = at + 1;
  if (chars[i] === '?')
    return -1;
  for (; i < chars.length; i++) {
    const char = chars[i];
    if (char > '\x7f')
      return -1;
    if (char === '\\') {
      i++;
      if (i === chars.length || chars[i] > '\x7f')
        return -1;
    } else if (char === ')') {
      if (--depth === 0)
        return i > at + 1 ? i + 1 : -1;
    } else if (char === '(') {
      depth++;
      if (chars[i + 1] !== '?')
        return -1;
    }
  }
  return -1;
}

function nameEnd(chars, at) {
  let i = at + 1;
  while (isNamePart(chars[i], i === at + 1))
    i++;
  return i > at + 1 ? i : -1;
}

function textOf(chars, start, end) {
  let text = '';
  for (let i = start; i < end; i++)
    text += chars[i];
  return text;
}

// The code points of a text, each as a text.
function charactersOf(text) {
  const chars = new SafeArray();
  for (let i = 0; i < text.length; i += chars[chars.length - 1].length)
    ArrayPrototypePush.call(chars, StringFromCodePoint(StringPrototypeCodePointAt.call(text, i)));
  return chars;
}

// One token: [type, value, end in code points], or null for an error.
function read(chars, i) {
  const char = chars[i];
  if (SINGLE[char] !== undefined)
    return [SINGLE[char], char, i + 1];
  if (char === '\\')
    return i + 1 < chars.length ? ['escaped', chars[i + 1], i + 2] : null;
  if (char === ':' || char === '(') {
    const end = char === ':' ? nameEnd(chars, i) : regexpEnd(chars, i);
    if (end === -1)
      return null;
    return char === ':' ? ['name', textOf(chars, i + 1, end), end]
      : ['regexp', textOf(chars, i + 1, end - 1), end];
  }
  return ['char', char, i + 1];
}

function tokenize(input, lenient) {
  const chars = charactersOf(input);
  const tokens = new SafeArray();
  let index = 0; // in code units
  for (let i = 0; i < chars.length;) {
    let token = read(chars, i);
    if (token === null) {
      if (!lenient)
        throw new primordials.TypeError(`Invalid pattern: ${input}`);
      token = ['invalid', chars[i], i + 1];
    }
    ArrayPrototypePush.call(tokens, { __proto__: null, type: token[0], value: token[1], index });
    for (; i < token[2]; i++)
      index += chars[i].length;
  }
  ArrayPrototypePush.call(tokens, { __proto__: null, type: 'end', value: '', index });
  return tokens;
}

module.exports = { tokenize, isNamePart };
