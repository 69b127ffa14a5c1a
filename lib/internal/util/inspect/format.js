'use strict';
// util.format(): printf-like text.

const {
  ArrayPrototypeIncludes, ArrayPrototypePop, ArrayPrototypePush, Date, FunctionPrototypeToString,
  JSONStringify, Number, NumberParseFloat, NumberParseInt, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, ObjectHasOwn, ObjectPrototypeIsPrototypeOf, SafeArray, String,
  StringPrototypeIndexOf, StringPrototypeSlice, SymbolToPrimitive,
} = primordials;
const { inspect } = require('internal/util/inspect');
const { numberText, bigintText } = require('internal/util/inspect/text');
const { KIND, kindOf } = require('internal/util/kinds');

const separated = (options) =>
  (options?.numericSeparator ?? inspect.defaultOptions.numericSeparator);

// Whether the program has defined toString() for this object. Those of the language's own
// prototypes do not count.
function hasOwnText(value) {
  if (value[SymbolToPrimitive] !== undefined &&
      !(value instanceof Date) && typeof value[SymbolToPrimitive] === 'function')
    return true;
  if (typeof value.toString !== 'function')
    return false;
  let holder = value;
  while (holder !== null && !ObjectHasOwn(holder, 'toString'))
    holder = ObjectGetPrototypeOf(holder);
  if (holder === null || holder === value)
    return holder !== null;
  const maker = ObjectGetOwnPropertyDescriptor(holder, 'constructor')?.value;
  return typeof maker !== 'function' ||
    !require('internal/util/inspect/names').isBuiltIn(maker.name);
}

// For a proxy the target decides, so no trap is called.
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
      return typeof value === 'function' ? FunctionPrototypeToString.call(value) :
        inspect(value, { __proto__: null, ...options, depth: 0, colors: false, compact: 3 });
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
  return numberText(typeof value === 'symbol' ? NaN : NumberParseInt(value), separated(options));
}

const asFloat = (value, options) =>
  numberText(typeof value === 'symbol' ? NaN : NumberParseFloat(value), separated(options));

function isCircular(value) {
  const path = new SafeArray();
  try {
    JSONStringify(value, function(key, item) {
      while (path.length > 0 && path[path.length - 1] !== this)
        ArrayPrototypePop.call(path);
      if (typeof item === 'object' && item !== null) {
        if (ArrayPrototypeIncludes.call(path, item))
          throw path;
        ArrayPrototypePush.call(path, item);
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
    return JSONStringify(value);
  } catch (error) {
    if (ObjectPrototypeIsPrototypeOf.call(primordials.TypeError.prototype, error) &&
        isCircular(value))
      return '[Circular]';
    throw error;
  }
}

const asAll = (value, options) =>
  inspect(value, { __proto__: null, ...options, showHidden: true, showProxy: true, depth: 4 });

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
  for (let at = StringPrototypeIndexOf.call(pattern, '%'); at !== -1 && at < pattern.length - 1;
    at = StringPrototypeIndexOf.call(pattern, '%', at)) {
    const letter = pattern[at + 1];
    const convert = CONVERSIONS[letter];
    if (letter === '%') {
      text += StringPrototypeSlice.call(pattern, from, at + 1);
      from = at += 2;
    } else if (convert !== undefined && used < args.length) {
      text += StringPrototypeSlice.call(pattern, from, at) + convert(args[used++], options);
      from = at += 2;
    } else {
      at += convert === undefined ? 1 : 2;
    }
  }
  return [text + StringPrototypeSlice.call(pattern, from), used];
}

function formatArgs(options, args) {
  const first = args[0];
  if (args.length === 1)
    return typeof first === 'string' ? first : inspect(first, options);
  let text = '';
  let used = 0;
  if (typeof first === 'string')
    ({ 0: text, 1: used } = fillIn(first, args, options));
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
  const { validateObject, kValidateObjectAllowObjects } = require('internal/validators');
  validateObject(inspectOptions, 'inspectOptions', kValidateObjectAllowObjects);
  return args.length === 0 ? '' : formatArgs(inspectOptions, args);
}

module.exports = { format, formatWithOptions, formatArgs };
