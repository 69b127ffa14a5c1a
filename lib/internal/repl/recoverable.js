'use strict';
// Whether incomplete input may become a program by further lines.
//
// The engine's message decides: it differs for an error at the end of the text. The scanner decides
// where the message does not: a string goes on in the next line only after a backslash, a template
// always, and `{ "a":` is the beginning of an object, which the engine reads as a block.

const { RegExpPrototypeExec, SafeSet } = primordials;
const { scan } = require('internal/repl/scanner');
const { check } = internalBinding('script');

// An error with this class means: the input is not complete.
class Recoverable extends primordials.SyntaxError {
  constructor(err) {
    super();
    this.err = err;
  }
}

const AT_THE_END = new SafeSet();
AT_THE_END.add('Unexpected end of script');
AT_THE_END.add('Multiline comment was not closed properly');
const IN_TEXT = 'Unexpected EOF';

// The SyntaxError of a script, or undefined.
function syntaxError(source) {
  try {
    check(source, 'repl', 1);
    return undefined;
  } catch (error) {
    return error;
  }
}

function endsTooEarly(source, error) {
  const message = `${error.message}`;
  if (AT_THE_END.has(message))
    return true;
  if (message !== IN_TEXT)
    return false;
  const { unterminated } = scan(source);
  return unterminated === 'template' ||
    (unterminated === 'string' && RegExpPrototypeExec.call(/\\(?:\r\n|[\n\r])$/, source) !== null);
}

const beginsWithBrace = (source) => RegExpPrototypeExec.call(/^\s*\{/, source) !== null;

// `{ a: 1 }` is read as an object, unless a semicolon follows or it is not balanced.
function isObjectLiteral(source) {
  if (!beginsWithBrace(source) || RegExpPrototypeExec.call(/;\s*$/, source) !== null)
    return false;
  const { mismatch, open } = scan(source);
  return !mismatch && open.length === 0;
}

function isRecoverable(source, error) {
  if (endsTooEarly(source, error))
    return true;
  if (!beginsWithBrace(source))
    return false;
  const asObject = `(${source}`;
  const other = syntaxError(asObject);
  return other !== undefined && endsTooEarly(asObject, other);
}

module.exports = { Recoverable, isRecoverable, isObjectLiteral, syntaxError };
