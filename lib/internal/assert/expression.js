'use strict';
// The text of the call that failed, for assert.ok(): "assert.ok(x === 1)".
// Only the line of the call is looked at; a call that goes on below is cut there.

const pairs = { '(': ')', '[': ']', '{': '}' };
const isWord = (char) => /[\p{ID_Continue}$#]/u.test(char);

// What comes from eval() has no file: there the search ends.
const hasText = (site) =>
  Boolean(site.getFileName()) || !['call', 'apply'].includes(site.getFunctionName());

// Where fn was called from: file, line and column, or undefined.
function callSite(fn) {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const holder = {};
  try {
    Error.stackTraceLimit = 4; // call() and apply() are frames, but have no text
    Error.prepareStackTrace = (_, sites) => sites;
    Error.captureStackTrace(holder, fn);
    return Array.isArray(holder.stack) ? holder.stack.find(hasText) : undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

function sourceLine(site) {
  let file = site.getFileName();
  if (!file)
    return undefined;
  let source;
  if (file === '[eval]') {
    source = process._eval;
  } else {
    if (file.startsWith('file:'))
      file = require('internal/url').fileURLToPath(file);
    try {
      source = require('fs').readFileSync(file, 'utf8');
    } catch {
      return undefined; // no such file: the code came from elsewhere
    }
  }
  return source?.split(/\r?\n/, site.getLineNumber())[site.getLineNumber() - 1];
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
    } else if (line[i - 1] === '.' && i > 1 && (isWord(line[i - 2]) || '?]'.includes(line[i - 2]))) {
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
    const end = line.indexOf('*/', i + 2);
    return end === -1 ? line.length : end + 2;
  }
  if (!/(^|[(,=:[!&|?{};+\-*%<>~^])\s*$/.test(line.slice(0, i)))
    return i; // a division
  const pattern = /^\/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\[])+\//.exec(line.slice(i));
  return pattern === null ? i : i + pattern[0].length;
}

// Forth from the opening parenthesis to the end of the call, or of the line.
function callEnd(line, open) {
  const expected = [];
  for (let i = open; i < line.length;) {
    const after = skipLiteral(line, i);
    if (after > i) {
      i = after;
      continue;
    }
    if (pairs[line[i]] !== undefined)
      expected.push(pairs[line[i]]);
    else if (line[i] === expected.at(-1))
      expected.pop();
    i++;
    if (expected.length === 0)
      return i;
  }
  return line.length;
}

const escapeControl = (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

function callExpression(fn) {
  const site = callSite(fn);
  const line = site && sourceLine(site);
  if (!line)
    return undefined;
  const open = line.indexOf('(', site.getColumnNumber() - 1);
  if (open === -1)
    return undefined;
  const text = line.slice(calleeStart(line, open), callEnd(line, open)).trimEnd();
  return text.replace(/[\x00-\x08\x0b-\x1f]/g, escapeControl);
}

module.exports = { callExpression };
