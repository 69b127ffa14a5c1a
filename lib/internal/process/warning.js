'use strict';
// process.emitWarning(), and the listener of 'warning' that prints.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ErrorCaptureStackTrace, ErrorPrototypeToString,
  ObjectGetOwnPropertyDescriptor, ObjectHasOwn,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { setOwnProperty } = require('internal/util');
const { validateString } = require('internal/validators');
const { isInstance } = require('internal/error_stack');
const { get: getOption } = internalBinding('options');
const { rawDebug } = internalBinding('process');

let hinted = false;
let disabled;
let redirect;

function isDisabled({ name, code }) {
  disabled ??= getOption('--disable-warning');
  return disabled.length > 0 && 
    (ArrayPrototypeIncludes.call(disabled, name) ||
     (code && ArrayPrototypeIncludes.call(disabled, code)));
}

function write(text) {
  redirect ??= getOption('--redirect-warnings') || process.env.NODE_REDIRECT_WARNINGS || '';
  if (redirect !== '') {
    try {
      require('internal/private_file').append(redirect, text);
      return;
    } catch {
      // The file cannot be written: the warning goes to stderr.
    }
  }
  // A program that has touched process.stderr may have replaced its write().
  const { stdioGetters } = require('internal/process/object');
  const own = ObjectGetOwnPropertyDescriptor(process, 'stderr');
  if (own !== undefined && ObjectHasOwn(own, 'get') && own.get === stdioGetters[1])
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
    ErrorPrototypeToString.call(warning);
}

function onWarning(warning) {
  if (!isInstance(warning) || isDisabled(warning))
    return;
  // Of a worker's own variables, which are not known when the listener is added.
  if (!internalBinding('worker').isMainThread && process.env.NODE_NO_WARNINGS === '1')
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
  // Made without a stack: captureStackTrace() below begins it at the caller.
  const error = new primordials.Error(warning);
  setOwnProperty(error, 'name', `${type || 'Warning'}`);
  if (code !== undefined)
    setOwnProperty(error, 'code', code);
  if (detail !== undefined)
    setOwnProperty(error, 'detail', detail);
  ErrorCaptureStackTrace(error, ctor || process.emitWarning);
  return error;
}

function emitWarning(warning, type, code, ctor) {
  let detail;
  if (type !== null && typeof type === 'object' && !ArrayIsArray(type)) {
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
  else if (!isInstance(warning))
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation)
      return;
    if (process.throwDeprecation) {
      process.nextTick(() => { throw warning; });
      return;
    }
  }
  process.nextTick(emitWarningEvent, warning);
}

function emitWarningEvent(warning) {
  process.emit('warning', warning);
}

module.exports = { emitWarning, onWarning };
