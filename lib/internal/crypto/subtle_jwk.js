'use strict';
// Converts a JWK as WebIDL's dictionary JsonWebKey: each member is read once.

const { SafeArray, SymbolIterator } = primordials;
const { text, wrongType } = require('internal/crypto/subtle_algorithms');

// In the order in which they are read, with their types.
const MEMBERS = [
  ['alg', 'text'], ['crv', 'text'], ['d', 'text'], ['dp', 'text'], ['dq', 'text'], ['e', 'text'],
  ['ext', 'flag'], ['k', 'text'], ['key_ops', 'texts'], ['kty', 'text'], ['n', 'text'],
  ['oth', 'list'], ['p', 'text'], ['q', 'text'], ['qi', 'text'], ['use', 'text'], ['x', 'text'],
  ['y', 'text'],
];

const isObject = (value) => (typeof value === 'object' && value !== null) ||
  typeof value === 'function';

function sequence(value, prefix, what) {
  if (!isObject(value) || typeof value[SymbolIterator] !== 'function')
    throw wrongType(`${prefix}${what} cannot be converted to sequence.`);
  const list = new SafeArray();
  // lint-ok: array-iteration the program's iterable
  for (const item of value)
    list.push(item);
  return list;
}

function texts(value, prefix, what) {
  const list = sequence(value, prefix, what);
  for (let i = 0; i < list.length; i++)
    list[i] = text(list[i], prefix, `${what}[${i}]`);
  return list;
}

const CONVERT = {
  __proto__: null, text, texts, list: sequence, flag: (value) => !!value,
};

function dictionary(value, prefix, what) {
  const jwk = { __proto__: null };
  if (value === undefined || value === null)
    return jwk;
  if (!isObject(value))
    throw wrongType(`${prefix}${what} cannot be converted to a dictionary`);
  for (let i = 0; i < MEMBERS.length; i++) {
    const { 0: name, 1: type } = MEMBERS[i];
    const member = value[name];
    if (member !== undefined)
      jwk[name] = CONVERT[type](member, prefix, `${name} in ${what}`);
  }
  return jwk;
}

module.exports = { dictionary, sequence };
