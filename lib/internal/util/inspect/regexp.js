'use strict';
// A regular expression in colours: each group moves everything inside it one step along the
// palette.

// Steps from the depth's own colour.
const BRACKET = 1;         // ( ) [ ] { } and what belongs to an opening parenthesis
const TEXT = 2;            // characters and escapes
const DETAIL = 3;          // . and the digits of {1,2} and the - of a range
const OPERATOR = 4;        // | ^ $ * + ? ,

const DEFAULT = ['green', 'red', 'yellow', 'cyan', 'magenta'];

function highlight(source, inspect, colors) {
  const names = Array.isArray(colors) && colors.length > 0 ? colors : DEFAULT;
  const palette = names.map((name) => inspect.colors[name]).filter(Boolean);
  if (palette.length === 0)
    return source;
  const out = [];
  const write = (text, step) => {
    const [on, off] = palette[Math.max(step, 0) % palette.length];
    out.push(`\u001b[${on}m${text}\u001b[${off}m`);
  };
  const end = source.lastIndexOf('/');
  const start = source.indexOf('/');
  out.push(source.slice(0, start));
  write('/', 0);
  paintPattern(source.slice(start + 1, end), write);
  write('/', 0);
  if (end + 1 < source.length)
    write(source.slice(end + 1), 1);
  return out.join('');
}

const ESCAPE = /^\\(?:x[0-9a-fA-F]{2}|[0-9]+|[pPu]\{|.)/su;
const NAMED_ESCAPE = /^(?:(\\[pPu]\{)([^}]*)(\})|(\\k<)([^>]*)(>))/;
const GROUP = /^\((?:\?(?:<(?![=!])([^>]*)>|<?[=!]|:))?/;
const BRACES = /^\{(\d*)(?:(,)(\d*))?\}/;

function paintPattern(pattern, write) {
  let depth = 0;
  for (let i = 0; i < pattern.length;) {
    const char = pattern[i];
    const rest = pattern.slice(i);
    if (char === '\\') {
      i += paintEscape(rest, depth, write);
    } else if (char === '(') {
      i += paintGroup(GROUP.exec(rest), depth++, write);
      if (pattern[i] === '?')        // (?i:…) — its flags are coloured like text inside the group
        write(pattern[i++], BRACKET + depth);
    } else if (char === ')') {
      write(char, BRACKET + --depth);
      i++;
    } else if (char === '[') {
      i += paintClass(rest, depth, write);
    } else if (char === '{' && BRACES.test(rest) && rest[1] !== '}') {
      i += paintBraces(BRACES.exec(rest), depth, write);
    } else {
      const step = char === '.' ? DETAIL : '|^$*+?,'.includes(char) ? OPERATOR : TEXT;
      const text = String.fromCodePoint(pattern.codePointAt(i));
      write(text, step + depth);
      i += text.length;
    }
  }
}

// \p{Name} and \u{61} are brackets around text; \k<name> stands one step before them.
function paintEscape(rest, depth, write) {
  const named = NAMED_ESCAPE.exec(rest);
  if (named === null) {
    const text = ESCAPE.exec(rest)?.[0] ?? rest[0];
    write(text, TEXT + depth);
    return text.length;
  }
  const [all, open = named[4], name = named[5], close = named[6]] = named;
  const step = (close === '>' ? 0 : BRACKET) + depth;
  write(open, step);
  write(name, step + 1);
  write(close, step);
  return all.length;
}

function paintGroup(match, depth, write) {
  const [text, name] = match;
  write('(', BRACKET + depth);
  if (name !== undefined) {
    write('?<', BRACKET + depth);
    write(name, TEXT + depth);
    write('>', BRACKET + depth);
  } else if (text.length > 1) {
    write(text.slice(1), BRACKET + depth);
  }
  return text.length;
}

function paintBraces(match, depth, write) {
  const [text, min, comma, max] = match;
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
      i += paintEscape(text.slice(i), depth + (NAMED_ESCAPE.test(text.slice(i)) ? 1 : 0), write);
      continue;
    }
    const char = String.fromCodePoint(text.codePointAt(i));
    const range = char === '-' && i > 1 && text[i + 1] !== ']';
    write(char, (range ? DETAIL : TEXT) + depth);
    i += char.length;
  }
  if (i < text.length)
    write(']', BRACKET + depth);
  return i + 1;
}

module.exports = { highlight };
