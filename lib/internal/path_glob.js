'use strict';
// Globs: braces, classes, extended patterns, ** over directories. A pattern becomes a list of
// alternatives (braces), each a list of segments: a regular expression or GLOBSTAR.
// Names that begin with a dot match only a segment that begins with one.

const {
  MathAbs, NumberIsNaN, RegExp, RegExpPrototypeExec, SafeArray, StringFromCharCode,
  StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeStartsWith,
} = primordials;
const { validateString } = require('internal/validators');
const GLOBSTAR = null;

const CLASSES = {
  '__proto__': null,
  'alpha': '\\p{L}\\p{Nl}', 'digit': '\\p{Nd}', 'alnum': '\\p{L}\\p{Nl}\\p{Nd}',
  'upper': '\\p{Lu}', 'lower': '\\p{Ll}',
  'space': '\\p{Z}\\t\\r\\n\\v\\f', 'blank': '\\p{Zs}\\t', 'cntrl': '\\p{Cc}', 'punct': '\\p{P}',
  'word': '\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}', 'xdigit': 'A-Fa-f0-9', 'ascii': '\\x00-\\x7f',
};

// Braces: a{b,c}d → abd acd; {1..3} → 1 2 3.

function closing(text, open, opener, closer) {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '\\')
      i++;
    else if (text[i] === opener)
      depth++;
    else if (text[i] === closer && --depth === 0)
      return i;
  }
  return -1;
}

function splitTop(text, separator) {
  const parts = new SafeArray('');
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '{' || char === '(')
      depth++;
    else if (char === '}' || char === ')')
      depth--;
    if (char === separator && depth === 0)
      parts.push('');
    else
      parts[parts.length - 1] += char;
  }
  return parts;
}

const RANGE = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/;

function range(body) {
  const found = RegExpPrototypeExec.call(RANGE, body);
  if (found === null)
    return null;
  const letters = NumberIsNaN(+found[1]);
  if (letters !== NumberIsNaN(+found[2]))
    return null;
  const from = letters ? StringPrototypeCharCodeAt.call(found[1], 0) : +found[1];
  const to = letters ? StringPrototypeCharCodeAt.call(found[2], 0) : +found[2];
  const step = MathAbs(+found[3]) || 1;
  const all = new SafeArray();
  for (let i = from; from <= to ? i <= to : i >= to; i += from <= to ? step : -step)
    all.push(letters ? StringFromCharCode(i) : `${i}`);
  return all;
}

function expand(pattern) {
  for (let open = StringPrototypeIndexOf.call(pattern, '{'); open >= 0;
       open = StringPrototypeIndexOf.call(pattern, '{', open + 1)) {
    const close = closing(pattern, open, '{', '}');
    if (close < 0)
      break;
    const head = StringPrototypeSlice.call(pattern, 0, open);
    const body = StringPrototypeSlice.call(pattern, open + 1, close);
    let choices = splitTop(body, ',');
    if (choices.length === 1)
      choices = range(body);
    if (choices === null)
      continue;
    const rest = expand(StringPrototypeSlice.call(pattern, close + 1));
    return choices.flatMap((choice) => expand(choice)).flatMap((choice) =>
      rest.map((tail) => head + choice + tail));
  }
  return new SafeArray(pattern);
}

// One segment as the source of a regular expression.

function quote(text) {
  let quoted = '';
  for (let i = 0; i < text.length; i++)
    quoted += StringPrototypeIncludes.call('\\^$.*+?()[]{}|/', text[i]) ? `\\${text[i]}` : text[i];
  return quoted;
}

function bracket(text, open) {
  let i = open + 1;
  const negated = text[i] === '!' || text[i] === '^';
  if (negated)
    i++;
  let body = '';
  for (const first = i; i < text.length; i++) {
    if (text[i] === ']' && i > first)
      return { __proto__: null, source: `[${negated ? '^/' : ''}${body}]`, end: i };
    const named = RegExpPrototypeExec.call(/^\[:(\w+):\]/, StringPrototypeSlice.call(text, i));
    if (named !== null && CLASSES[named[1]]) {
      body += CLASSES[named[1]];
      i += named[0].length - 1;
    } else if (text[i] === '\\' && i + 1 < text.length) {
      body += text[++i] === '-' ? '\\-' : quote(text[i]);
    } else {
      body += text[i] === '-' ? '-' : quote(text[i]);
    }
  }
  return null;   // never closed: a plain '['
}

function sourceOf(text) {
  let source = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (StringPrototypeIncludes.call('?*+@!', char) && text[i + 1] === '(') {
      const close = closing(text, i + 1, '(', ')');
      if (close > 0) {
        const inner = splitTop(StringPrototypeSlice.call(text, i + 2, close), '|');
        const choices = inner.map((each) => sourceOf(each)).join('|');
        const tail = sourceOf(StringPrototypeSlice.call(text, close + 1));
        // A negation must include what follows: else it would match a part of the name, and what
        // follows the rest.
        if (char === '!')
          return `${source}(?:(?!(?:${choices})${tail}$)[^/]*?)${tail}`;
        return `${source}(?:${choices})${char === '@' ? '' : char}${tail}`;
      }
    }
    if (char === '*') {
      source += '[^/]*?';
    } else if (char === '?') {
      source += '[^/]';
    } else if (char === '[') {
      const found = bracket(text, i);
      source += found === null ? '\\[' : found.source;
      i = found === null ? i : found.end;
    } else if (char === '\\' && i + 1 < text.length) {
      source += quote(text[++i]);
    } else {
      source += quote(char);
    }
  }
  return source;
}

function compileSegment(text) {
  if (text === '**')
    return GLOBSTAR;
  const wild = text !== '' && StringPrototypeIncludes.call('*?+@![', text[0]) &&
    sourceOf(text) !== quote(text);
  const guard = wild ? (text[0] === '*' || text[0] === '?' ? '(?!\\.)(?=.)' : '(?!\\.)') : '';
  return new RegExp(`^${guard}${sourceOf(text)}$`, 'u');
}

function compile(pattern, windows) {
  if (windows)
    pattern = StringPrototypeReplaceAll.call(pattern, '\\', '/');
  return expand(pattern).map((each) => split(each, false).map((name) => compileSegment(name)));
}

// The names between slashes, of which several count as one.
function split(path, windows) {
  const names = new SafeArray('');
  for (let i = 0; i < path.length; i++) {
    const isSlash = path[i] === '/' || windows && path[i] === '\\';
    if (!isSlash)
      names[names.length - 1] += path[i];
    else if (i === 0 || path[i - 1] !== '/' && !(windows && path[i - 1] === '\\'))
      names.push('');
  }
  return names;
}

// Matching

function partsOf(path, windows) {
  const parts = new SafeArray();
  const all = split(path, windows);
  if (all.length > 1 && all[all.length - 1] === '')
    all.pop();
  for (let i = 0; i < all.length; i++) {
    const part = all[i];
    const last = parts[parts.length - 1];
    if (part === '..' && last !== undefined && last !== '' && last !== '.' && last !== '..')
      parts.pop();
    else
      parts.push(part);
  }
  return parts;
}

function matchParts(segments, s, parts, p) {
  for (; s < segments.length; s++, p++) {
    if (segments[s] === GLOBSTAR) {
      const last = s === segments.length - 1;
      for (let skip = p; skip <= parts.length; skip++) {
        if (last ? skip === parts.length && skip > p : matchParts(segments, s + 1, parts, skip))
          return true;
        if (skip < parts.length && StringPrototypeStartsWith.call(parts[skip], '.'))
          return false;
      }
      return false;
    }
    if (p >= parts.length || RegExpPrototypeExec.call(segments[s], parts[p]) === null)
      return false;
  }
  return p === parts.length;
}

function matchesGlob(path, pattern, windows) {
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  const parts = partsOf(path, windows);
  const hasSlash = RegExpPrototypeExec.call(windows ? /[^\\/][\\/]+$/ : /[^/]\/+$/, path) !== null;
  const slashed = hasSlash ? parts.concat('') : parts;
  return compile(pattern, windows).some((segments) =>
    matchParts(segments, 0, parts, 0) ||
    (hasSlash && matchParts(segments, 0, slashed, 0)));
}

module.exports = { compile, expand, matchesGlob };
