'use strict';
// How error messages name values, types and lists. Kept apart from the table of codes because
// assert and util want the same words.

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
      return value === null ? 'null' : inspect(value, { depth: 0, colors: false, compact: 3 });
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
    return name ? `an instance of ${name}` : inspect(value, { depth: -1 });
  }
  if (typeof value !== 'string')
    return `type ${typeof value} (${describe(value)})`;
  const short = value.length > 28 ? `${value.slice(0, 25)}...` : value;
  return `type string (${short.includes("'") ? JSON.stringify(short) : `'${short}'`})`;
}

function formatList(list, word = 'and') {
  if (list.length < 3)
    return list.join(` ${word} `);
  return `${list.slice(0, -1).join(', ')}, ${word} ${list[list.length - 1]}`;
}

const TYPES = ['string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint',
               'symbol'];
const CLASS = /^[A-Z][a-zA-Z0-9]*$/;

// The expected list falls apart into primitive types, classes and free text, named in this order.
function expectation(expected) {
  const types = [];
  const classes = [];
  const other = [];
  for (const each of Array.isArray(expected) ? expected : [expected]) {
    if (TYPES.includes(each))
      types.push(each.toLowerCase());
    else
      (CLASS.test(each) ? classes : other).push(each);
  }
  const object = types.indexOf('object');
  if (classes.length > 0 && object >= 0) {
    types.splice(object, 1);
    classes.push('Object');
  }

  const parts = [];
  if (types.length > 0)
    parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${formatList(types, 'or')}`);
  if (classes.length > 0)
    parts.push(`an instance of ${formatList(classes, 'or')}`);
  if (other.length > 1)
    parts.push(`one of ${formatList(other, 'or')}`);
  else if (other.length === 1)
    parts.push(other[0].toLowerCase() === other[0] ? other[0] : `an ${other[0]}`);
  return parts.join(' or ');
}

function invalidArgType(name, expected, actual) {
  let subject = `"${name}" ${name.includes('.') ? 'property' : 'argument'}`;
  if (name.endsWith(' argument'))
    subject = name;
  const received = determineSpecificType(actual);
  return `The ${subject} must be ${expectation(expected)}. Received ${received}`;
}

module.exports = { describe, determineSpecificType, formatList, invalidArgType };
