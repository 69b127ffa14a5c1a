'use strict';
// Errors with codes, and errors of the system. Every program loads this file, so it holds no text:
// (1) `codes.ERR_X` is a small constructor made on first access; the table of messages
//     (internal/error_table) is loaded when the first error is constructed.
// (2) A coded error shows `TypeError [ERR_X]: message` in its stack and its toString(), while its
//     `name` stays the inherited one.
// (3) Stacks begin where the error was wanted: the formatter of stacks drops leading frames of this
//     file and of internal/validators.

const {
  ArrayIsArray, ArrayPrototypePush, Map, MapPrototypeGet, MapPrototypeSet, ObjectDefineProperty,
  ObjectKeys, ObjectSetPrototypeOf, Proxy, StringPrototypeStartsWith, Symbol,
} = primordials;
const {
  AggregateError, Error, ErrorCaptureStackTrace: captureStackTrace, RangeError, SyntaxError,
  TypeError, URIError,
} = primordials;
const define = ObjectDefineProperty;
const { kIsNodeError } = require('internal/error_stack');
// Where an error has this method, the report of a fatal error shows its { thrownAt, stack }.
const kEnhanceStack = Symbol('kEnhanceStack');

const hidden = (value) =>
  ({ __proto__: null, value, writable: true, enumerable: false, configurable: true });

const shown = (value) =>
  ({ __proto__: null, value, writable: true, enumerable: true, configurable: true });

function kindOf(Base) {
  const prototype = { __proto__: Base.prototype };
  define(prototype, 'constructor', hidden(Base));
  define(prototype, 'toString', hidden(function toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }));
  define(prototype, kIsNodeError, { __proto__: null, value: true });
  return { Base, prototype };
}

const bases = { __proto__: null, E: Error, T: TypeError, R: RangeError, S: SyntaxError,
  U: URIError };
const kinds = { __proto__: null };
let table;

function create(code, kind, args, above) {
  table ??= require('internal/error_table');
  const entry = table.lookup(code);
  if (entry === null)
    throw new codes.ERR_INTERNAL_ASSERTION(`Unknown error code ${code}`);
  kind ??= entry[0];
  if (kind === 'Y')
    return createSystem(code, entry[1], args[0], above);

  const { Base, prototype } = kinds[kind] ??= kindOf(bases[kind]);
  const err = ObjectSetPrototypeOf(new Base(), prototype);
  define(err, 'code', shown(code));
  define(err, 'message', hidden(table.text(err, entry[1], args)));
  captureStackTrace(err, above);
  return err;
}

// Codes that some callers raise as another kind than the usual one.
const VARIANTS = {
  __proto__: null,
  ERR_HTTP2_INVALID_SETTING_VALUE: ['RangeError'],
  ERR_INVALID_ARG_VALUE: ['RangeError'],
  ERR_INVALID_RETURN_VALUE: ['RangeError'],
  ERR_INVALID_STATE: ['TypeError', 'RangeError'],
  ERR_OPERATION_FAILED: ['TypeError'],
};

function constructorFor(code, kind) {
  function NodeError(...args) {
    return create(code, kind, args, NodeError);
  }
  return NodeError;
}

function makeCode(code) {
  const made = constructorFor(code);
  made.HideStackFramesError = made;
  const variants = VARIANTS[code];
  if (variants) {
    for (let i = 0; i < variants.length; i++)
      made[variants[i]] = constructorFor(code, variants[i][0]);
  }
  return made;
}

const codes = { __proto__: new Proxy({ __proto__: null }, {
  get(target, name, receiver) {
    if (typeof name !== 'string' || !StringPrototypeStartsWith.call(name, 'ERR_'))
      return undefined;
    const made = makeCode(name);
    define(receiver, name, { __proto__: null, value: made, enumerable: true });
    return made;
  },
}) };

// System errors say which call failed and how; info is what the caller knew.

function systemMessage(text, context) {
  let message = `${text}: ${context.syscall} returned ${context.code} (${context.message})`;
  if (context.path !== undefined)
    message += ` ${context.path}`;
  if (context.dest !== undefined)
    message += ` => ${context.dest}`;
  return message;
}

class SystemError extends Error {
  constructor(code, text, context, above) {
    super();
    define(this, 'code', shown(code));
    define(this, 'name', hidden('SystemError'));
    define(this, 'message', hidden(systemMessage(text, context)));
    define(this, 'info', { __proto__: null, value: context, enumerable: true, configurable: true });
    define(this, 'errno', mirror(context, 'errno'));
    define(this, 'syscall', mirror(context, 'syscall'));
    if (context.path !== undefined)
      define(this, 'path', mirror(context, 'path', true));
    if (context.dest !== undefined)
      define(this, 'dest', mirror(context, 'dest', true));
    define(this, kIsNodeError, { __proto__: null, value: true, configurable: true });
    captureStackTrace(this, above ?? SystemError);
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

// Writing err.path must change err.info.path and the other way round. Paths live there as bytes.
function mirror(context, key, bytes = false) {
  return {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: () => (bytes ? context[key]?.toString() : context[key]),
    set(value) {
      context[key] = bytes && value ?
        require('internal/buffer').bufferFrom(value.toString()) : value;
    },
  };
}

let CodedSystemError;
function createSystem(code, text, context, above) {
  CodedSystemError ??= class NodeError extends SystemError {
    constructor(...args) { super(args[0], args[1], args[2], args[3]); }
  };
  return new CodedSystemError(code, text, context, above);
}

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    if (options !== undefined && (typeof options !== 'object' || options === null))
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'object', options);
    super(message, options);
    define(this, 'code', shown('ABORT_ERR'));
    define(this, 'name', shown('AbortError'));
  }
}

// Errors of libuv calls. The texts come from the loop, once, when first needed.

let uvBinding;
let uvMap;
const UNKNOWN = ['UNKNOWN', 'unknown error'];

// errno -> [name, message], a new Map each time.
function uvErrorMap() {
  const map = new Map();
  const list = lazyUv().errorList();
  for (let i = 0; i < list.length; i++)
    MapPrototypeSet.call(map, list[i][0], [list[i][1], list[i][2]]);
  return map;
}

function lazyUv() {
  return uvBinding ??= internalBinding('uv');
}

function uvErrmapGet(errno) {
  uvMap ??= uvErrorMap();
  return MapPrototypeGet.call(uvMap, errno);
}

function uvName(errno) {
  return lazyUv().errname(errno);
}

function assign(err, properties) {
  const keys = ObjectKeys(properties);
  for (let i = 0; i < keys.length; i++)
    define(err, keys[i], shown(properties[keys[i]]));
  return err;
}

// The message is complete before the error exists, so that the stack's first line has it.
function systemFailure(message, properties) {
  return assign(new Error(message), properties);
}

// Paths may be bytes.
const textOf = (path) => (typeof path === 'string' ? path : path?.toString());

function uvException(context) {
  // What it does not have it does not inherit.
  const given = { __proto__: null, ...context };
  const { 0: code, 1: text } = uvErrmapGet(given.errno) ?? UNKNOWN;
  let message = `${code}: ${given.message || text}, ${given.syscall}`;
  const path = textOf(given.path);
  const dest = textOf(given.dest);
  if (path)
    message += ` '${path}'`;
  if (dest)
    message += ` -> '${dest}'`;
  const err = new Error(message);
  const keys = ObjectKeys(given);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key !== 'message' && key !== 'path' && key !== 'dest')
      define(err, key, shown(given[key]));
  }
  define(err, 'code', shown(code));
  if (path)
    define(err, 'path', shown(path));
  if (dest)
    define(err, 'dest', shown(dest));
  return err;
}

function errnoException(errno, syscall, original) {
  const code = uvName(errno);
  const message = original ? `${syscall} ${code} ${original}` : `${syscall} ${code}`;
  return systemFailure(message, { errno, code, syscall });
}

function hostPort(address, port) {
  if (port && port > 0)
    return ` ${address}:${port}`;
  return address ? ` ${address}` : '';
}

function exceptionWithHostPort(errno, syscall, address, port, additional) {
  const code = uvName(errno);
  let message = `${syscall} ${code}${hostPort(address, port)}`;
  if (additional)
    message += ` - Local (${additional})`;
  const err = systemFailure(message, { errno, code, syscall, address });
  if (port)
    define(err, 'port', shown(port));
  return err;
}

function uvExceptionWithHostPort(errno, syscall, address, port) {
  const { 0: code, 1: text } = uvErrmapGet(errno) ?? UNKNOWN;
  const message = `${syscall} ${code}: ${text}${hostPort(address, port)}`;
  const err = systemFailure(message, { code, errno, syscall, address });
  if (port)
    define(err, 'port', shown(port));
  return err;
}

const EAI_NODATA = -3007;
const EAI_NONAME = -3008;

function dnsException(codeOrErrno, syscall, hostname) {
  let errno;
  let code = codeOrErrno;
  if (typeof codeOrErrno === 'number') {
    errno = codeOrErrno;
    // What the resolver calls "no data" and "no name" users know as "not found".
    code = errno === EAI_NODATA || errno === EAI_NONAME ? 'ENOTFOUND' : uvName(errno);
  }
  const message = `${syscall} ${code}${hostname ? ` ${hostname}` : ''}`;
  const err = systemFailure(message, { errno, code, syscall });
  if (hostname)
    define(err, 'hostname', shown(hostname));
  return err;
}

function connResetException(message) {
  return systemFailure(message, { code: 'ECONNRESET' });
}

function genericNodeError(message, properties) {
  return systemFailure(message, properties);
}

function aggregateTwoErrors(inner, outer) {
  if (!inner || !outer || inner === outer)
    return inner || outer;
  if (ArrayIsArray(outer.errors)) {
    ArrayPrototypePush.call(outer.errors, inner);
    return outer;
  }
  const err = new AggregateError([outer, inner], outer.message);
  define(err, 'code', shown(outer.code));
  return err;
}

class NodeAggregateError extends AggregateError {
  constructor(errors, message) {
    super(errors, message);
    define(this, 'code', shown(errors[0]?.code));
  }
}
define(NodeAggregateError.prototype, 'constructor', hidden(AggregateError));

// See (3): nothing to do at the call, so a validator costs what its checks cost.
function hideStackFrames(fn) {
  fn.withoutStackTrace = fn;
  return fn;
}

const isErrorLike = (value) => typeof value === 'object' && value !== null && 'stack' in value &&
  'message' in value;

function isStackOverflowError(err) {
  return err instanceof RangeError &&
    StringPrototypeStartsWith.call(`${err.message}`, 'Maximum call stack size exceeded');
}

module.exports = {
  AbortError,
  ConnResetException: connResetException,
  DNSException: dnsException,
  ErrnoException: errnoException,
  ExceptionWithHostPort: exceptionWithHostPort,
  NodeAggregateError,
  SystemError,
  UVException: uvException,
  UVExceptionWithHostPort: uvExceptionWithHostPort,
  aggregateTwoErrors,
  codes,
  connResetException,
  dnsException,
  errnoException,
  exceptionWithHostPort,
  genericNodeError,
  hideStackFrames,
  isErrorLike,
  isStackOverflowError,
  kEnhanceStack,
  kIsNodeError,
  uvErrmapGet,
  uvErrorMap,
  uvException,
  uvExceptionWithHostPort,
  get determineSpecificType() { return require('internal/error_text').determineSpecificType; },
  get formatList() { return require('internal/error_text').formatList; },
};
