'use strict';
// Globs: braces, classes, extended patterns, ** over directories. A pattern becomes a list of
// alternatives (braces), each a list of segments: a regular expression or GLOBSTAR.
// Names that begin with a dot match only a segment that begins with one.

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
  const parts = [''];
  let depth = 0;
  for (const char of text) {
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

function range(body) {
  const found = (/^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/).exec(body);
  if (found === null)
    return null;
  const letters = isNaN(found[1]);
  if (letters !== isNaN(found[2]))
    return null;
  const from = letters ? found[1].charCodeAt(0) : +found[1];
  const to = letters ? found[2].charCodeAt(0) : +found[2];
  const step = Math.abs(+found[3]) || 1;
  const all = [];
  for (let i = from; from <= to ? i <= to : i >= to; i += from <= to ? step : -step)
    all.push(letters ? String.fromCharCode(i) : `${i}`);
  return all;
}

function expand(pattern) {
  for (let open = pattern.indexOf('{'); open >= 0; open = pattern.indexOf('{', open + 1)) {
    const close = closing(pattern, open, '{', '}');
    if (close < 0)
      break;
    const body = pattern.slice(open + 1, close);
    let choices = splitTop(body, ',');
    if (choices.length === 1)
      choices = range(body);
    if (choices === null)
      continue;
    const rest = expand(pattern.slice(close + 1));
    return choices.flatMap(expand).flatMap((choice) =>
      rest.map((tail) => pattern.slice(0, open) + choice + tail));
  }
  return [pattern];
}

// One segment as the source of a regular expression.

const quote = (char) => char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function bracket(text, open) {
  let i = open + 1;
  const negated = text[i] === '!' || text[i] === '^';
  if (negated)
    i++;
  let body = '';
  for (const first = i; i < text.length; i++) {
    if (text[i] === ']' && i > first)
      return { source: `[${negated ? '^/' : ''}${body}]`, end: i };
    const named = (/^\[:(\w+):\]/).exec(text.slice(i));
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
    if ('?*+@!'.includes(char) && text[i + 1] === '(') {
      const close = closing(text, i + 1, '(', ')');
      if (close > 0) {
        const choices = splitTop(text.slice(i + 2, close), '|').map(sourceOf).join('|');
        const tail = sourceOf(text.slice(close + 1));
        // "Not these" must know what follows, or it would match a part and leave the rest to it.
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
  const wild = (/^[*?+@![]/).test(text) && sourceOf(text) !== quote(text);
  const guard = wild ? (text[0] === '*' || text[0] === '?' ? '(?!\\.)(?=.)' : '(?!\\.)') : '';
  return new RegExp(`^${guard}${sourceOf(text)}$`, 'u');
}

function compile(pattern, windows) {
  if (windows)
    pattern = pattern.replaceAll('\\', '/');
  return expand(pattern).map((each) => each.split(/\/+/).map(compileSegment));
}

// Matching

function partsOf(path, windows) {
  const parts = [];
  const all = path.split(windows ? /[\\/]+/ : /\/+/);
  if (all.length > 1 && all[all.length - 1] === '')
    all.pop();
  for (const part of all) {
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
        if (skip < parts.length && parts[skip].startsWith('.'))
          return false;
      }
      return false;
    }
    if (p >= parts.length || !segments[s].test(parts[p]))
      return false;
  }
  return p === parts.length;
}

function matchesGlob(path, pattern, windows) {
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  const parts = partsOf(path, windows);
  const slashed = (windows ? /[^\\/][\\/]+$/ : /[^/]\/+$/).test(path) ? [...parts, ''] : parts;
  return compile(pattern, windows).some((segments) => matchParts(segments, 0, parts, 0) ||
    (slashed !== parts && matchParts(segments, 0, slashed, 0)));
}

module.exports = { compile, expand, matchParts, matchesGlob };
