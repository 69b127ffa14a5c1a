'use strict';
// process.emitWarning(), and the listener of 'warning' that prints.

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { get: getOption } = internalBinding('options');
const { rawDebug } = internalBinding('process');

let hinted = false;
let disabled;
let redirect;

function isDisabled({ name, code }) {
  disabled ??= getOption('--disable-warning');
  return disabled.length > 0 && (disabled.includes(name) || (code && disabled.includes(code)));
}

function write(text) {
  redirect ??= getOption('--redirect-warnings') || process.env.NODE_REDIRECT_WARNINGS || '';
  if (redirect !== '') {
    try {
      require('fs').appendFileSync(redirect, text);
      return;
    } catch {
      // A file that cannot be written: the terminal shall have it.
    }
  }
  // A program that has process.stderr may have put its own write() there.
  const { stdioGetters } = require('internal/process/object');
  if (Object.getOwnPropertyDescriptor(process, 'stderr')?.get === stdioGetters[1])
    rawDebug(text);
  else
    process.stderr.write(text);
}

function hint(flag) {
  hinted = true;
  const name = require('path').basename(process.argv0 || 'gyre', '.exe');
  return `\n(Use \`${name} ${flag} ...\` to show where the warning was created)`;
}

function textOf(warning, withStack) {
  if (withStack) {
    const stack = require('internal/error_stack').stackOf(warning);
    if (stack)
      return stack;
  }
  return typeof warning.toString === 'function' ? `${warning.toString()}` :
    Error.prototype.toString.call(warning);
}

function onWarning(warning) {
  if (!(warning instanceof Error) || isDisabled(warning))
    return;
  const isDeprecation = warning.name === 'DeprecationWarning';
  if (isDeprecation && process.noDeprecation)
    return;
  const withStack = process.traceProcessWarnings || (isDeprecation && process.traceDeprecation);
  let text = `(node:${process.pid}) `;
  if (warning.code)
    text += `[${warning.code}] `;
  text += textOf(warning, withStack);
  if (typeof warning.detail === 'string')
    text += `\n${warning.detail}`;
  if (!withStack && !hinted)
    text += hint(isDeprecation ? '--trace-deprecation' : '--trace-warnings');
  write(`${text}\n`);
}

function createWarning(warning, type, code, ctor, detail) {
  // Made without a stack first: the one that matters begins at the caller.
  const error = new Error(warning);
  error.name = `${type || 'Warning'}`;
  if (code !== undefined)
    error.code = code;
  if (detail !== undefined)
    error.detail = detail;
  Error.captureStackTrace(error, ctor || process.emitWarning);
  return error;
}

function emitWarning(warning, type, code, ctor) {
  let detail;
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    ctor = type.ctor;
    code = type.code;
    if (typeof type.detail === 'string')
      detail = type.detail;
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    ctor = type;
    code = undefined;
    type = 'Warning';
  }
  if (type !== undefined)
    validateString(type, 'type');
  if (typeof code === 'function') {
    ctor = code;
    code = undefined;
  } else if (code !== undefined) {
    validateString(code, 'code');
  }
  if (typeof warning === 'string')
    warning = createWarning(warning, type, code, ctor, detail);
  else if (!(warning instanceof Error))
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation)
      return;
    if (process.throwDeprecation) {
      process.nextTick(() => { throw warning; });
      return;
    }
  }
  process.nextTick(tell, warning);
}

function tell(warning) {
  process.emit('warning', warning);
}

module.exports = { emitWarning, onWarning };
