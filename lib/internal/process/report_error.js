'use strict';
// The text that an uncaught error leaves: where it was thrown, its source line with a caret, the
// error itself with its stack, and the version.

const { readText } = internalBinding('script');
const { stackOf, framesOf } = require('internal/error_stack');

const isError = (value) => typeof value === 'object' && value !== null &&
  (value instanceof Error || Object.prototype.toString.call(value) === '[object Error]');

// The engine tells where a script does not parse by properties that V8's errors do not have.
function syntaxPlace(error) {
  if (error.name !== 'SyntaxError' || typeof error.sourceURL !== 'string' || error.sourceURL === '')
    return undefined;
  const { sourceURL: url, line } = error;
  for (const key of ['sourceURL', 'line', 'column']) {
    if (Object.hasOwn(error, key))
      Object.defineProperty(error, key, { __proto__: null, enumerable: false });
  }
  return { url, line, syntax: true };
}

const KEYWORDS = new RegExp('\\b(?:await|case|const|delete|else|function|in|let|new|of|return|' +
  'throw|typeof|var|void|yield)$');

// Of a syntax error the engine tells the line and, in its message, the token; where the token
// stands must be found: behind something that ends an expression, or else the last of its kind.
function tokenAt(text, message) {
  const token = /'([^']+)'/.exec(message)?.[1];
  if (token === undefined)
    return { at: /end of script|EOF/.test(message) ? text.length : text.search(/\S|$/), width: 1 };
  let at = -1;
  for (let i = text.indexOf(token); i >= 0; i = text.indexOf(token, i + 1)) {
    const before = text.slice(0, i).trimEnd();
    at = i;
    if (/[\w$)\]}'"`]$/.test(before) && !KEYWORDS.test(before) && before.length < i)
      break;
  }
  return at < 0 ? { at: text.search(/\S|$/), width: 1 } : { at, width: token.length };
}

const isNamePart = (c) => /[\w$]/.test(c);

// Whether a text in quotes begins or ends between the two places.
const isQuoted = (text, a, b) =>
  text.slice(Math.min(a, b), Math.max(a, b)).replace(/[^"'`]/g, '').length % 2 === 1;

// Where the caret belongs: V8 points at the name that is called, at `new` or at `throw`; the
// engine at the parenthesis behind the name.
function caretAt(text, column) {
  let at = Math.max(0, Math.min(column - 1, text.length));
  const before = text.lastIndexOf('throw ', at);
  const thrown = before >= 0 ? before : text.indexOf('throw ', at);
  if (thrown >= 0 && !isQuoted(text, at, thrown))
    return thrown;
  if (text[at] === '(' || at === text.length)
    while (at > 0 && isNamePart(text[at - 1]))
      at--;
  const made = /\bnew\s+[\w$.]*$/.exec(text.slice(0, at));
  return made === null ? at : made.index;
}

// "file:line\nsource\n   ^\n\n" of the place an error comes from; '' when it is not known.
function sourceLine(error) {
  if (!isError(error))
    return '';
  const place = syntaxPlace(error) ?? framesOf(error).find((f) => !f.url.startsWith('node:'));
  if (place === undefined)
    return '';
  const { url, column, syntax } = place;
  const file = url.startsWith('file:') ? require('internal/url').fileURLToPath(url) : url;
  const source = file[0] === '/' && !file.endsWith(']') ? readText(file) :
    require('internal/main').evalSource(file.slice(file.lastIndexOf('/') + 1).replace('1]', ']'));
  const lines = typeof source === 'string' ? source.split('\n') : [];
  // A text that ends too early fails behind its last line, in the wrapper.
  const line = syntax ? Math.min(place.line, lines.length) : place.line;
  const text = lines[line - 1];
  if (text === undefined)
    return '';
  const { at, width } = syntax ? tokenAt(text, `${error.message}`) :
    { at: caretAt(text, column), width: 1 };
  // As wide as the text before it, tabs kept.
  const indent = text.slice(0, at).replace(/[^\t]/g, ' ');
  return `${url}:${line}\n${text}\n${indent}${'^'.repeat(width)}\n\n`;
}

function errorText(error) {
  const inspect = (value) => require('internal/util/inspect').inspect(value);
  if (isError(error)) {
    stackOf(error);
    return inspect(error);
  }
  // Of a value that is no error nobody knows where it was thrown.
  if ((typeof error === 'object' && error !== null) || typeof error === 'function')
    return `Uncaught:\n${inspect(error)}`;
  const name = require('path').basename(process.argv0 || 'gyre');
  return `Uncaught:\n${typeof error === 'string' ? error : inspect(error)}\n` +
    `(Use \`${name} --trace-uncaught ...\` to show where the exception was thrown)`;
}

// An 'error' event nobody listened for is thrown by emit(): the report names that place, and adds
// to the stack where the event was emitted.
function unhandledEvent(error) {
  const { kEnhanceStack } = require('internal/errors');
  if (!isError(error) || typeof error[kEnhanceStack] !== 'function')
    return '';
  const { thrownAt, stack } = error[kEnhanceStack]();
  error.stack = stack;
  return `${thrownAt}\n    throw er; // Unhandled 'error' event\n    ^\n\n`;
}

function text(error, fromPromise) {
  const event = unhandledEvent(error);
  if (event !== '')
    return `${event}${errorText(error)}\n\nNode.js ${process.version}\n`;
  return `${sourceLine(error)}${errorText(error)}\n\nNode.js ${process.version}\n`;
}

module.exports = { text, sourceLine };
