'use strict';
// The arguments of connect() and listen() as [options, callback].

const { Number, Object, ObjectGetPrototypeOf, Symbol } = primordials;
const ObjectPrototype = Object.prototype;
const kNormalized = Symbol('normalizedArgs');
// The method of a BoundSocket that gives its handle away.
const kAdopt = Symbol('adopt');

// A string that is no port number is the path of a unix socket.
const isPipeName = (value) => typeof value === 'string' && toPort(value) === false;

function toPort(value) {
  if (typeof value === 'object' || typeof value === 'function')
    return false;
  const number = Number(value);
  return number >= 0 ? number : false;
}

function normalizeArgs(args) {
  let result;
  if (args.length === 0)
    result = [{ __proto__: null }, null];
  else {
    const first = args[0];
    let options = { __proto__: null };
    if (typeof first === 'object' && first !== null)
      options = first;
    else if (isPipeName(first))
      options.path = first;
    else {
      options.port = first;
      if (args.length > 1 && typeof args[1] === 'string')
        options.host = args[1];
    }
    const last = args[args.length - 1];
    result = [options, typeof last === 'function' ? last : null];
  }
  result[kNormalized] = true;
  return result;
}

// Options to read from. Those that a program has set on Object.prototype do not count.
function ownOptions(options) {
  return options != null && ObjectGetPrototypeOf(options) === ObjectPrototype ?
    { __proto__: null, ...options } : options;
}

function checkBlockList(list) {
  if (!require('internal/net/blocklist').BlockList.isBlockList(list)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('options.blockList', 'net.BlockList', list);
  }
  return list;
}

module.exports = {
  checkBlockList, isPipeName, kAdopt, kNormalized, normalizeArgs, ownOptions, toPort,
};
