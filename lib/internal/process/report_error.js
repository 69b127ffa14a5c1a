'use strict';
// The text that an uncaught error leaves: where it was thrown, its source line with a caret, the
// error itself with its stack, and the version.

const { readText } = internalBinding('script');
const { stackOf, framesOf } = require('internal/error_stack');

const isError = (value) => typeof value === 'object' && value !== null &&
  (value instanceof Error || Object.prototype.toString.call(value) === '[object Error]');

// "file:line\nsource\n   ^\n\n" of the place an error comes from; '' when it is not known.
function sourceLine(error) {
  let url, line, column;
  if (isError(error) && error.name === 'SyntaxError' && typeof error.sourceURL === 'string' &&
      error.sourceURL !== '') {
    ({ sourceURL: url, line, column } = error);
  } else {
    const frame = isError(error) ? framesOf(error).find((f) => !f.url.startsWith('node:')) :
      undefined;
    if (frame === undefined)
      return '';
    ({ url, line, column } = frame);
  }
  const source = url[0] === '/' ? readText(url) : require('internal/main').evalSource(url);
  const text = typeof source === 'string' ? source.split('\n')[line - 1] : undefined;
  if (text === undefined)
    return '';
  // As wide as the text before it, tabs kept.
  const at = text.indexOf('throw ') >= 0 && text.indexOf('throw ') < column ?
    text.indexOf('throw ') : Math.max(0, Math.min(column - 1, text.length));
  const indent = text.slice(0, at).replace(/[^\t]/g, ' ');
  return `${url}:${line}\n${text}\n${indent}^\n\n`;
}

function errorText(error) {
  const inspect = (value) => require('internal/util/inspect').inspect(value);
  if (!isError(error)) {
    const shown = typeof error === 'string' ? error : inspect(error);
    return `Uncaught:\n${shown}\n(Use \`gyre --trace-uncaught ...\` to show where the exception was thrown)`;
  }
  const keys = Object.keys(error);
  const stack = stackOf(error);
  if (keys.length === 0 && error.cause === undefined && typeof stack === 'string' && stack !== '')
    return stack;
  return inspect(error);
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
