'use strict';
// Conversion of arguments by Web IDL, with undici's messages for wrong ones, and the shape of Web
// IDL classes: enumerable members, a tag, checks of `this`.

const {
  ObjectDefineProperty, ObjectGetOwnPropertyNames, ObjectGetPrototypeOf,
  ReflectApply, String, StringPrototypeCharCodeAt, StringPrototypeToWellFormed, Symbol,
  SymbolIterator, SymbolToStringTag,
} = primordials;
const typeError = (message) => new primordials.TypeError(message);

function requireArguments(count, given, where) {
  if (given < count) {
    const some = count === 1 ? 'argument' : 'arguments';
    throw typeError(`${where}: ${count} ${some} required, but${given > 0 ? ' only' : ''} ` +
      `${given} found.`);
  }
}

function byteString(value, where, name) {
  if (typeof value === 'symbol')
    throw typeError(`${where}: ${name} is a symbol, which cannot be converted to a ByteString.`);
  const text = `${value}`;
  for (let i = 0; i < text.length; i++) {
    const unit = StringPrototypeCharCodeAt.call(text, i);
    if (unit > 255) {
      throw typeError('Cannot convert argument to a ByteString because the character at ' +
        `index ${i} has a value of ${unit} which is greater than 255.`);
    }
  }
  return text;
}

const usvString = (value) => StringPrototypeToWellFormed.call(`${value}`);

function illegalInvocation() {
  const error = typeError('Illegal invocation');
  error.code = 'ERR_INVALID_THIS';
  return error;
}

function oneOf(value, values) {
  const text = `${value}`;
  let list = '';
  for (let i = 0; i < values.length; i++) {
    if (values[i] === text)
      return text;
    list += `${i > 0 ? ', ' : ''}${values[i]}`;
  }
  throw typeError(`undefined: ${text} is not an accepted type. Expected one of ${list}.`);
}

const isObject = (value) => value !== null &&
  (typeof value === 'object' || typeof value === 'function');

function dictionary(value, where) {
  if (value !== undefined && !isObject(value) && value !== null)
    throw typeError(`${where}: ${describe(value)} can not be converted to a dictionary.`);
  return value ?? { __proto__: null };
}

function describe(value) {
  if (typeof value === 'string')
    return `"${value}"`;
  return isObject(value) ? require('internal/util/inspect').inspect(value) : String(value);
}

const IteratorPrototype =
  ObjectGetPrototypeOf(ObjectGetPrototypeOf(ObjectGetPrototypeOf((function*() {})())));

// What all members of an interface have.
function finishInterface(constructor, tag) {
  const { prototype } = constructor;
  const names = ObjectGetOwnPropertyNames(prototype);
  for (let i = 0; i < names.length; i++) {
    if (names[i] !== 'constructor')
      ObjectDefineProperty(prototype, names[i], { __proto__: null, enumerable: true });
  }
  ObjectDefineProperty(prototype, SymbolToStringTag, {
    __proto__: null, configurable: true, value: tag,
  });
}

// Adds entries(), keys(), values(), forEach() and [Symbol.iterator]() to a class. listOf(object)
// returns its pairs as an array of [name, value], and checks the object.
function makeIterable(constructor, tag, listOf) {
  const { prototype } = constructor;
  const steps = {
    __proto__: IteratorPrototype,
    next() {
      if (typeof this !== 'object' || this === null || this[kPairs] === undefined) {
        throw typeError("'next' called on an object that does not implement interface " +
          `${tag} Iterator.`);
      }
      const pairs = listOf(this[kPairs]);
      if (this[kAt] >= pairs.length)
        return { value: undefined, done: true };
      const pair = pairs[this[kAt]++];
      const kind = this[kKind];
      return { value: kind === 2 ? [pair[0], pair[1]] : pair[kind], done: false };
    },
  };
  ObjectDefineProperty(steps, SymbolToStringTag, {
    __proto__: null, configurable: true, value: `${tag} Iterator`,
  });
  const iterate = (object, kind) => {
    listOf(object);
    return hidden({ __proto__: steps }, object, kind);
  };
  const methods = {
    __proto__: null,
    keys() { return iterate(this, 0); },
    values() { return iterate(this, 1); },
    entries() { return iterate(this, 2); },
    forEach(callback, thisArg = undefined) {
      listOf(this);
      requireArguments(1, arguments.length, `${tag}.forEach`);
      if (typeof callback !== 'function') {
        throw typeError(`Failed to execute 'forEach' on '${tag}': parameter 1 is not of type ` +
          "'Function'.");
      }
      for (let i = 0; i < listOf(this).length; i++) {
        const pair = listOf(this)[i];
        ReflectApply(callback, thisArg, [pair[1], pair[0], this]);
      }
    },
  };
  const names = ['keys', 'values', 'entries', 'forEach'];
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(prototype, names[i], {
      __proto__: null, configurable: true, enumerable: true, writable: true,
      value: methods[names[i]],
    });
  }
  ObjectDefineProperty(prototype, SymbolIterator, {
    __proto__: null, configurable: true, writable: true, value: methods.entries,
  });
}

const kPairs = Symbol('pairs');
const kAt = Symbol('at');
const kKind = Symbol('kind');

function hidden(iterator, object, kind) {
  const set = (key, value) => ObjectDefineProperty(iterator, key, {
    __proto__: null, writable: true, value,
  });
  set(kPairs, object);
  set(kAt, 0);
  set(kKind, kind);
  return iterator;
}

module.exports = {
  byteString, describe, dictionary, finishInterface, illegalInvocation, isObject,
  makeIterable, oneOf, requireArguments, typeError, usvString,
};
