'use strict';
// How error messages name values, types and lists. Kept apart from the table of codes because
// assert and util use the same texts.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeJoin, JSONStringify, RegExpPrototypeExec,
  SafeArray, String, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeSlice,
  StringPrototypeToLowerCase,
} = primordials;
let inspectFn;
function inspect(value, options) {
  inspectFn ??= require('internal/util/inspect').inspect;
  return inspectFn(value, options);
}

// A value inside a sentence: strings as they are, everything else as the console shows it.
function describe(value) {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return value === 0 && 1 / value < 0 ? '-0' : `${value}`;
    case 'bigint':
      return `${value}n`;
    case 'object':
    case 'function':
      return value === null ? 'null' : inspect(value, { __proto__: null, depth: 0, colors: false,
        compact: 3 });
    default:
      return String(value);
  }
}

function determineSpecificType(value) {
  if (value == null)
    return `${value}`;
  if (typeof value === 'function')
    return `function ${value.name}`;
  if (typeof value === 'object') {
    const name = value.constructor?.name;
    return name ? `an instance of ${name}` : inspect(value, { __proto__: null, depth: -1 });
  }
  if (typeof value !== 'string')
    return `type ${typeof value} (${describe(value)})`;
  const short = value.length > 28 ? `${StringPrototypeSlice.call(value, 0, 25)}...` : value;
  const hasQuote = StringPrototypeIncludes.call(short, "'");
  return `type string (${hasQuote ? JSONStringify(short) : `'${short}'`})`;
}

function formatList(list, word = 'and') {
  if (list.length < 3)
    return ArrayPrototypeJoin.call(list, ` ${word} `);
  let text = list[0];
  for (let i = 1; i < list.length - 1; i++)
    text += `, ${list[i]}`;
  return `${text}, ${word} ${list[list.length - 1]}`;
}

const TYPES = ['string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint',
               'symbol'];
const CLASS = /^[A-Z][a-zA-Z0-9]*$/;

// The expected list falls apart into primitive types, classes and free text, named in this order.
function expectation(expected) {
  const types = new SafeArray();
  const classes = new SafeArray();
  const other = new SafeArray();
  const all = ArrayIsArray(expected) ? expected : [expected];
  for (let i = 0; i < all.length; i++) {
    const each = all[i];
    if (ArrayPrototypeIncludes.call(TYPES, each))
      types.push(StringPrototypeToLowerCase.call(each));
    else
      (RegExpPrototypeExec.call(CLASS, each) === null ? other : classes).push(each);
  }
  const object = types.indexOf('object');
  if (classes.length > 0 && object >= 0) {
    types.splice(object, 1);
    classes.push('Object');
  }

  const parts = new SafeArray();
  if (types.length > 0)
    parts.push(
      `${types.length > 1 ? 'one of type' : 'of type'} ${formatList(types, 'or')}`);
  if (classes.length > 0)
    parts.push(`an instance of ${formatList(classes, 'or')}`);
  if (other.length > 1)
    parts.push(`one of ${formatList(other, 'or')}`);
  else if (other.length === 1)
    parts.push(
      StringPrototypeToLowerCase.call(other[0]) === other[0] ? other[0] : `an ${other[0]}`);
  return parts.join(' or ');
}

function invalidArgType(name, expected, actual) {
  let subject = `"${name}" ${StringPrototypeIncludes.call(name, '.') ? 'property' : 'argument'}`;
  if (StringPrototypeEndsWith.call(name, ' argument'))
    subject = name;
  const received = determineSpecificType(actual);
  return `The ${subject} must be ${expectation(expected)}. Received ${received}`;
}

module.exports = { describe, determineSpecificType, formatList, invalidArgType };
