'use strict';
// util.format(): printf-like text.

const { ReflectApply: apply } = primordials;
const { inspect } = require('internal/util/inspect');
const { numberText, bigintText } = require('internal/util/inspect/text');
const { KIND, kindOf } = require('internal/util/kinds');

const functionToString = Function.prototype.toString;
const separated = (options) =>
  (options?.numericSeparator ?? inspect.defaultOptions.numericSeparator);

// Does the program say how this object is written? What the language's own prototypes say is not
// worth showing.
function hasOwnText(value) {
  if (value[Symbol.toPrimitive] !== undefined &&
      !(value instanceof Date) && typeof value[Symbol.toPrimitive] === 'function')
    return true;
  if (typeof value.toString !== 'function')
    return false;
  let holder = value;
  while (holder !== null && !Object.hasOwn(holder, 'toString'))
    holder = Object.getPrototypeOf(holder);
  if (holder === null || holder === value)
    return holder !== null;
  const maker = Object.getOwnPropertyDescriptor(holder, 'constructor')?.value;
  return typeof maker !== 'function' ||
    !require('internal/util/inspect/names').isBuiltIn(maker.name);
}

// Whether a proxy has a text of its own is asked of what stands behind it: no trap is sprung by looking.
function isWritten(value) {
  const bare = kindOf(value) === KIND.PROXY ?
    require('internal/util/inspect/exotic').innermost(value) : value;
  return bare !== null && hasOwnText(bare);
}

function asString(value, options) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return numberText(value, separated(options));
    case 'bigint': return bigintText(value, separated(options));
    case 'object': case 'function':
      if (value === null)
        return 'null';
      if (isWritten(value))
        return String(value);
      return typeof value === 'function' ? apply(functionToString, value, []) :
        inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
    default: return String(value);
  }
}

function asNumber(value, options) {
  if (typeof value === 'bigint')
    return bigintText(value, separated(options));
  return numberText(typeof value === 'symbol' ? NaN : Number(value), separated(options));
}

function asInteger(value, options) {
  if (typeof value === 'bigint')
    return bigintText(value, separated(options));
  return numberText(typeof value === 'symbol' ? NaN : parseInt(value), separated(options));
}

const asFloat = (value, options) =>
  numberText(typeof value === 'symbol' ? NaN : parseFloat(value), separated(options));

function isCircular(value) {
  const path = [];
  try {
    JSON.stringify(value, function(key, item) {
      while (path.length > 0 && path[path.length - 1] !== this)
        path.pop();
      if (typeof item === 'object' && item !== null) {
        if (path.includes(item))
          throw path;
        path.push(item);
      }
      return item;
    });
    return false;
  } catch (error) {
    return error === path;
  }
}

function asJson(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError && isCircular(value))
      return '[Circular]';
    throw error;
  }
}

const asAll = (value, options) =>
  inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });

const CONVERSIONS = {
  __proto__: null,
  s: asString, d: asNumber, i: asInteger, f: asFloat, j: asJson, o: asAll,
  O: (value, options) => inspect(value, options), c: () => '',
};

// [text, number of arguments used]
function fillIn(pattern, args, options) {
  let text = '';
  let from = 0;
  let used = 1;
  for (let at = pattern.indexOf('%'); at !== -1 && at < pattern.length - 1;
    at = pattern.indexOf('%', at)) {
    const letter = pattern[at + 1];
    const convert = CONVERSIONS[letter];
    if (letter === '%') {
      text += pattern.slice(from, at + 1);
      from = at += 2;
    } else if (convert !== undefined && used < args.length) {
      text += pattern.slice(from, at) + convert(args[used++], options);
      from = at += 2;
    } else {
      at += convert === undefined ? 1 : 2;
    }
  }
  return [text + pattern.slice(from), used];
}

function formatArgs(options, args) {
  const [first] = args;
  if (args.length === 1)
    return typeof first === 'string' ? first : inspect(first, options);
  let text = '';
  let used = 0;
  if (typeof first === 'string')
    [text, used] = fillIn(first, args, options);
  for (; used < args.length; used++) {
    const value = args[used];
    if (used > 0)
      text += ' ';
    text += typeof value === 'string' ? value : inspect(value, options);
  }
  return text;
}

function format(...args) {
  return args.length === 0 ? '' : formatArgs(undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
  require('internal/validators').validateObject(inspectOptions, 'inspectOptions',
                                                { allowArray: true, allowFunction: true });
  return args.length === 0 ? '' : formatArgs(inspectOptions, args);
}

module.exports = { format, formatWithOptions, formatArgs };
