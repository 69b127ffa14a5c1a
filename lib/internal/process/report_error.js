'use strict';
// The report of an uncaught error: where it was thrown, the source line with a caret, the error
// with its stack, and the version.

const {
  ArrayPrototypeFind, MathMax, MathMin, ObjectDefineProperty, ObjectHasOwn, RegExp,
  RegExpPrototypeExec, StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeLastIndexOf,
  StringPrototypeRepeat, StringPrototypeReplace, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeStartsWith, StringPrototypeTrimEnd,
} = primordials;
const { KIND, kindOf } = require('internal/util/kinds');
const { readText } = internalBinding('script');
const { stackOf, framesOf, headerOf, isInstance } = require('internal/error_stack');

const isError = (value) => typeof value === 'object' && value !== null &&
  (kindOf(value) === KIND.ERROR || isInstance(value));

const PLACE = ['sourceURL', 'line', 'column'];

// The place of a syntax error, from properties that only this engine's errors have.
function syntaxPlace(error) {
  if (error.name !== 'SyntaxError' || typeof error.sourceURL !== 'string' || error.sourceURL === '')
    return undefined;
  const { sourceURL: url, line } = error;
  for (let i = 0; i < PLACE.length; i++) {
    if (ObjectHasOwn(error, PLACE[i]))
      ObjectDefineProperty(error, PLACE[i], { __proto__: null, enumerable: false });
  }
  return { url, line, syntax: true };
}

const KEYWORDS = new RegExp('\\b(?:await|case|const|delete|else|function|in|let|new|of|return|' +
  'throw|typeof|var|void|yield)$');

const isAtEnd = (message) => RegExpPrototypeExec.call(/end of script|EOF/, message) !== null;
const firstLetter = (text) => RegExpPrototypeExec.call(/\S|$/, text).index;
const endsExpression = (text) => RegExpPrototypeExec.call(/[\w$)\]}'"`]$/, text) !== null &&
  RegExpPrototypeExec.call(KEYWORDS, text) === null;

// The column of the token that a syntax error names. The engine reports only the line, and the
// token in its message. The token is searched in the line: the first one after something that ends
// an expression, else the last one.
function tokenAt(text, message) {
  const token = RegExpPrototypeExec.call(/'([^']+)'/, message)?.[1];
  if (token === undefined)
    return { at: isAtEnd(message) ? text.length : firstLetter(text), width: 1 };
  let at = -1;
  let i = StringPrototypeIndexOf.call(text, token);
  for (; i >= 0; i = StringPrototypeIndexOf.call(text, token, i + 1)) {
    const before = StringPrototypeTrimEnd.call(StringPrototypeSlice.call(text, 0, i));
    at = i;
    if (endsExpression(before) && before.length < i)
      break;
  }
  return at < 0 ? { at: firstLetter(text), width: 1 } : { at, width: token.length };
}

const isNamePart = (c) => RegExpPrototypeExec.call(/[\w$]/, c) !== null;

// Whether a quote is opened or closed between two columns.
function isQuoted(text, a, b) {
  let count = 0;
  for (let i = MathMin(a, b); i < MathMax(a, b); i++)
    count += text[i] === '"' || text[i] === "'" || text[i] === '`' ? 1 : 0;
  return count % 2 === 1;
}

// The column of the caret. V8 points at the name that is called, at `new` or at `throw`; this
// engine reports the parenthesis after the name.
function caretAt(text, column) {
  let at = MathMax(0, MathMin(column - 1, text.length));
  const before = StringPrototypeLastIndexOf.call(text, 'throw ', at);
  const thrown = before >= 0 ? before : StringPrototypeIndexOf.call(text, 'throw ', at);
  if (thrown >= 0 && !isQuoted(text, at, thrown))
    return thrown;
  if (text[at] === '(' || at === text.length)
    while (at > 0 && isNamePart(text[at - 1]))
      at--;
  const made = RegExpPrototypeExec.call(
    /\bnew\s+[\w$.]*$/, StringPrototypeSlice.call(text, 0, at));
  return made === null ? at : made.index;
}

// The source text of a file, or of --eval: "[eval1]" is stored as "[eval]".
function sourceOf(file) {
  if (file[0] === '/' && !StringPrototypeEndsWith.call(file, ']'))
    return readText(file);
  const name = StringPrototypeSlice.call(file, StringPrototypeLastIndexOf.call(file, '/') + 1);
  return require('internal/main').evalSource(StringPrototypeReplace.call(name, '1]', ']'));
}

// "file:line\nsource\n   ^\n\n" of the place that threw the error; '' if it is not known.
function sourceLine(error) {
  if (!isError(error))
    return '';
  const place = syntaxPlace(error) ?? ArrayPrototypeFind.call(
    framesOf(error), (frame) => !StringPrototypeStartsWith.call(frame.url, 'node:'));
  if (place === undefined)
    return '';
  const { url, column, syntax } = place;
  const file = StringPrototypeStartsWith.call(url, 'file:') ?
    require('internal/url').fileURLToPath(url) : url;
  const source = sourceOf(file);
  const lines = typeof source === 'string' ? StringPrototypeSplit.call(source, '\n') : [];
  // An unexpected end of input is reported after the last line, in the module wrapper.
  const line = syntax ? MathMin(place.line, lines.length) : place.line;
  const text = lines[line - 1];
  if (text === undefined)
    return '';
  const { at, width } = syntax ? tokenAt(text, `${error.message}`) :
    { at: caretAt(text, column), width: 1 };
  // Tabs stay tabs, so that the caret is below its character.
  let indent = '';
  for (let i = 0; i < at; i++)
    indent += text[i] === '\t' ? '\t' : ' ';
  return `${url}:${line}\n${text}\n${indent}${StringPrototypeRepeat.call('^', width)}\n\n`;
}

// Node's depth for reports; calls no custom inspect function of the program.
const inspect = (value) => require('internal/util/inspect').inspect(
  value, { __proto__: null, customInspect: false, depth: 5 });

// The stack and the properties. The header stays as the stack has it: the class is not added.
// An error must be reported even if the program has broken the error or the language.
function textOfError(error) {
  const stack = stackOf(error);
  try {
    const text = inspect(error);
    const end = typeof stack === 'string' ? StringPrototypeIndexOf.call(stack, '\n    at ') : -1;
    const from = StringPrototypeIndexOf.call(text, '\n    at ');
    return end === -1 || from === -1 ? text :
      StringPrototypeSlice.call(stack, 0, end) + StringPrototypeSlice.call(text, from);
  } catch {
    return typeof stack === 'string' ? stack : headerOf(error);
  }
}

function errorText(error) {
  if (isError(error))
    return textOfError(error);
  // The place is not known for values that are not errors.
  if ((typeof error === 'object' && error !== null) || typeof error === 'function')
    return `Uncaught:\n${inspect(error)}`;
  const name = require('path').basename(process.argv0 || 'gyre');
  return `Uncaught:\n${typeof error === 'string' ? error : inspect(error)}\n` +
    `(Use \`${name} --trace-uncaught ...\` to show where the exception was thrown)`;
}

// emit() throws an 'error' event that has no listener. The report shows that throw, and adds the
// place of the emit() call to the stack.
function unhandledEvent(error) {
  const { kEnhanceStack } = require('internal/errors');
  if (!isError(error) || typeof error[kEnhanceStack] !== 'function')
    return '';
  const { thrownAt, stack } = error[kEnhanceStack]();
  error.stack = stack;
  return `${thrownAt}\n    throw er; // Unhandled 'error' event\n    ^\n\n`;
}

function text(error) {
  const event = unhandledEvent(error);
  if (event !== '')
    return `${event}${errorText(error)}\n\nNode.js ${process.version}\n`;
  let source = '';
  try {
    source = sourceLine(error);
  } catch {
    // The error is reported without its place.
  }
  return `${source}${errorText(error)}\n\nNode.js ${process.version}\n`;
}

module.exports = { text, sourceLine };
