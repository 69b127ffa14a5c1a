'use strict';
// The text of the call that failed, for assert.ok(): "assert.ok(x === 1)".
// Only the line of the call is looked at; a call that goes on below is cut there.

const {
  ArrayPrototypeFind, ArrayPrototypePop, ArrayPrototypePush, NumberPrototypeToString,
  RegExpPrototypeExec, SafeArray, StringPrototypeCharCodeAt, StringPrototypeIncludes,
  StringPrototypeIndexOf, StringPrototypePadStart, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeStartsWith, StringPrototypeTrimEnd,
} = primordials;
const { callerFrames } = require('internal/error_stack');

const pairs = { '__proto__': null, '(': ')', '[': ']', '{': '}' };
const isWord = (char) => RegExpPrototypeExec.call(/[\p{ID_Continue}$#]/u, char) !== null;

// What comes from eval() has no file: there the search ends.
const hasText = (frame) => frame.url !== '' || (frame.name !== 'call' && frame.name !== 'apply');

// Where fn was called from, a frame of internal/error_stack; or undefined. call() and apply() are
// frames, but have no text.
function callSite(fn) {
  const frames = require('internal/source_columns').refine(callerFrames(fn, 4));
  return ArrayPrototypeFind.call(frames, hasText);
}

function sourceLine(site) {
  let file = site.url;
  if (!file)
    return undefined;
  let source;
  if (file === '[eval]') {
    source = process._eval;
  } else {
    if (StringPrototypeStartsWith.call(file, 'file:'))
      file = require('internal/url').fileURLToPath(file);
    try {
      source = require('fs').readFileSync(file, 'utf8');
    } catch {
      return undefined; // no such file: the code came from elsewhere
    }
  }
  return source === undefined ? undefined : lineOf(source, site.line);
}

function lineOf(source, number) {
  const line = StringPrototypeSplit.call(source, '\n', number)[number - 1];
  return line !== undefined && line[line.length - 1] === '\r' ?
    StringPrototypeSlice.call(line, 0, -1) : line;
}

// Back over names, dots and brackets: where the callee that ends at `end` begins.
function calleeStart(line, end) {
  let i = end;
  for (;;) {
    while (i > 0 && isWord(line[i - 1]))
      i--;
    if (line[i - 1] === ']') {
      const open = openingBracket(line, i - 1);
      if (open === -1)
        break;
      i = open;
    } else if (line[i - 1] === '.' && i > 1 &&
               (isWord(line[i - 2]) || StringPrototypeIncludes.call('?]', line[i - 2]))) {
      i -= line[i - 2] === '?' ? 2 : 1;
    } else {
      break;
    }
  }
  return i;
}

function openingBracket(line, close) {
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    depth += line[i] === ']' ? 1 : line[i] === '[' ? -1 : 0;
    if (depth === 0)
      return i;
  }
  return -1;
}

// The index after the text, template, comment or pattern that begins at i; i when none does.
function skipLiteral(line, i) {
  const char = line[i];
  if (char === '"' || char === "'" || char === '`') {
    for (let j = i + 1; j < line.length; j++) {
      if (line[j] === '\\')
        j++;
      else if (line[j] === char)
        return j + 1;
    }
    return line.length;
  }
  if (char !== '/')
    return i;
  if (line[i + 1] === '/')
    return line.length;
  if (line[i + 1] === '*') {
    const end = StringPrototypeIndexOf.call(line, '*/', i + 2);
    return end === -1 ? line.length : end + 2;
  }
  const before = StringPrototypeSlice.call(line, 0, i);
  if (RegExpPrototypeExec.call(/(^|[(,=:[!&|?{};+\-*%<>~^])\s*$/, before) === null)
    return i; // a division
  const pattern = RegExpPrototypeExec.call(
    /^\/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\[])+\//, StringPrototypeSlice.call(line, i));
  return pattern === null ? i : i + pattern[0].length;
}

// Forth from the opening parenthesis to the end of the call, or of the line.
function callEnd(line, open) {
  const expected = new SafeArray();
  for (let i = open; i < line.length;) {
    const after = skipLiteral(line, i);
    if (after > i) {
      i = after;
      continue;
    }
    if (pairs[line[i]] !== undefined)
      ArrayPrototypePush.call(expected, pairs[line[i]]);
    else if (line[i] === expected[expected.length - 1])
      ArrayPrototypePop.call(expected);
    i++;
    if (expected.length === 0)
      return i;
  }
  return line.length;
}

function escapeControls(text) {
  let escaped = '';
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt.call(text, i);
    const digits = NumberPrototypeToString.call(code, 16);
    escaped += code < 32 && code !== 9 && code !== 10 ?
      `\\u${StringPrototypePadStart.call(digits, 4, '0')}` : text[i];
  }
  return escaped;
}

function callExpression(fn) {
  const site = callSite(fn);
  const line = site && sourceLine(site);
  if (!line)
    return undefined;
  const open = StringPrototypeIndexOf.call(line, '(', site.column - 1);
  if (open === -1)
    return undefined;
  const text = StringPrototypeSlice.call(line, calleeStart(line, open), callEnd(line, open));
  return escapeControls(StringPrototypeTrimEnd.call(text));
}

module.exports = { callExpression };
