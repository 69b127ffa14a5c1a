'use strict';
// inspect(): names that must be searched for, properties of prototypes, custom functions.

const {
  Array, ArrayBuffer, ArrayIsArray, ArrayPrototypeIncludes, Function, Map, Object,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectGetPrototypeOf: getPrototypeOf,
  ObjectHasOwn, ObjectKeys, ObjectPrototypeIsPrototypeOf, ObjectPrototypeToString,
  ObjectSetPrototypeOf, Promise, ReflectApply, ReflectOwnKeys: ownKeys, RegExp, SafeArray,
  SafeMap, SafeSet, Set, String, StringPrototypeIncludes, StringPrototypeSlice,
  StringPrototypeSplit, Uint8Array,
} = primordials;
const { describe, inspect, prefixOf } = require('internal/util/inspect');
const { Leaf, Block } = require('internal/util/inspect/tree');
const { KIND, kindOf } = require('internal/util/kinds');

function isInstance(value, maker) {
  try {
    return value instanceof maker;
  } catch {
    return false;
  }
}

const CLASSES = { __proto__: null };
CLASSES[KIND.MAP] = 'Map';
CLASSES[KIND.SET] = 'Set';
CLASSES[KIND.MAP_ITERATOR] = 'MapIterator';
CLASSES[KIND.SET_ITERATOR] = 'SetIterator';
CLASSES[KIND.WEAK_MAP] = 'WeakMap';
CLASSES[KIND.WEAK_SET] = 'WeakSet';
CLASSES[KIND.PROMISE] = 'Promise';
CLASSES[KIND.BUFFER] = 'ArrayBuffer';
CLASSES[KIND.VIEW] = 'DataView';

// The name of an object without a constructor in its chain. V8 records the constructor, this engine
// does not: the kind decides.
function fallbackOf({ value, what, tag }) {
  if (CLASSES[what] !== undefined)
    return CLASSES[what];
  if (what === KIND.TYPED)
    return require('internal/util/inspect/exotic').typedName(value);
  if (typeof value === 'function')
    return 'Function';
  if (ArrayIsArray(value))
    return 'Array';
  try {
    const name = StringPrototypeSlice.call(ObjectPrototypeToString.call(value), 8, -1);
    return name === tag ? 'Object' : name;
  } catch {
    return 'Object';
  }
}

// Prototypes whose names do not depend on `constructor`, which a program can change.
const KNOWN = new SafeMap();
KNOWN.set(Object.prototype, 'Object');
KNOWN.set(Array.prototype, 'Array');
KNOWN.set(Function.prototype, 'Function');
KNOWN.set(ArrayBuffer.prototype, 'ArrayBuffer');
KNOWN.set(getPrototypeOf(Uint8Array.prototype), 'TypedArray');
KNOWN.set(Map.prototype, 'Map');
KNOWN.set(RegExp.prototype, 'RegExp');
KNOWN.set(Set.prototype, 'Set');
// The async context replaces its `constructor` by an accessor.
KNOWN.set(Promise.prototype, 'Promise');

function makerOf(value, holder) {
  const found = getOwnPropertyDescriptor(holder, 'constructor');
  return found !== undefined && typeof found.value === 'function' && found.value.name !== '' &&
    isInstance(value, found.value) ? found.value : undefined;
}

function constructorName(walk, subject) {
  const { value } = subject;
  for (let holder = value; holder !== null; holder = getPrototypeOf(holder)) {
    if (holder !== value && KNOWN.has(holder))
      return KNOWN.get(holder);
    const maker = makerOf(value, holder);
    if (maker !== undefined)
      return String(maker.name);
  }
  const proto = getPrototypeOf(value);
  return proto === null ? null :
    `${fallbackOf(subject)} <${prototypeName(walk, proto, subject.depth)}>`;
}

// The name for a prototype chain without any constructor.
function prototypeName(walk, proto, depth) {
  if (walk.limit !== null && depth > walk.limit)
    return 'Complex prototype';
  const next = getPrototypeOf(proto);
  if (next === null)
    return inspect(proto, { __proto__: null, ...walk.options, depth: -1, customInspect: false });
  const name = fallbackOf({ __proto__: null, value: proto, what: kindOf(proto), tag: '' });
  return `${name} <${prototypeName(walk, next, depth + 1)}>`;
}

// The text for objects below `depth`.
function shortName(subject) {
  const name = StringPrototypeSlice.call(prefixOf(subject, fallbackOf(subject)), 0, -1);
  return subject.name === null ? name : `[${name}]`;
}

// A module's namespace throws while one of its bindings has no value yet.
function keysThatExist(value, error) {
  if (!require('internal/util/types').isModuleNamespaceObject(value))
    throw error;
  const keys = ownKeys(value);
  const found = new SafeArray();
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] === 'string')
      found.push(keys[i]);
  }
  return found;
}

// Constructors of the language itself.
const LANGUAGE = StringPrototypeSplit.call(
  'Object Function Array Number Boolean String Symbol BigInt Date Promise ' +
  'RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError ' +
  'URIError SuppressedError ArrayBuffer TypedArray Uint8Array Int8Array Uint16Array Int16Array ' +
  'Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray ' +
  'BigUint64Array BigInt64Array DataView Map Set WeakMap WeakSet WeakRef Proxy Iterator ' +
  'FinalizationRegistry DisposableStack AsyncDisposableStack', ' ');

const isBuiltIn = (name) => ArrayPrototypeIncludes.call(LANGUAGE, name);

const isMethod = (described) =>
  ObjectHasOwn(described, 'value') && typeof described.value === 'function';

// Keys of the program's prototypes, without methods.
function inheritedKeys(walk, { value }) {
  const found = new SafeArray();
  const seen = new SafeSet();
  let holder = getPrototypeOf(value);
  for (; holder !== null; holder = getPrototypeOf(holder)) {
    if (KNOWN.has(holder))
      break;
    const maker = getOwnPropertyDescriptor(holder, 'constructor');
    if (maker !== undefined && typeof maker.value === 'function' && isBuiltIn(maker.value.name))
      break;
    const keys = ownKeys(holder);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === 'constructor' || seen.has(key) || ObjectHasOwn(value, key) ||
          isMethod(getOwnPropertyDescriptor(holder, key)))
        continue;
      seen.add(key);
      found.push({ __proto__: null, key, holder });
    }
  }
  return found.length === 0 ? undefined : found;
}

function isOverflow(error) {
  return ObjectPrototypeIsPrototypeOf.call(primordials.RangeError.prototype, error) &&
    StringPrototypeIncludes.call(`${error.message}`, 'call stack');
}

function overflowed(error, subject) {
  if (!isOverflow(error))
    throw error;
  const name = StringPrototypeSlice.call(prefixOf(subject, fallbackOf(subject)), 0, -1);
  return new Leaf(`[${name}: Inspection interrupted prematurely. ` +
      'Maximum call stack size exceeded.]', 'special');
}

// Custom functions

function optionsFor(walk) {
  // lint-ok: options-own the program gets to see it, an object like any other
  return { ...walk.options, ...walk.given, stylize: walk.options.stylize };
}

// Options for a custom function of another realm: no object of this realm is reachable from them.
function foreignOptions(walk) {
  const options = { __proto__: null, ...optionsFor(walk) };
  const keys = ObjectKeys(options);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof options[key] === 'function' ||
        (typeof options[key] === 'object' && options[key] !== null))
      delete options[key];
  }
  options.stylize = ObjectSetPrototypeOf((text, style) => {
    let styled;
    try {
      styled = `${walk.options.stylize(text, style)}`;
    } catch {
      // The value cannot be converted to a string.
    }
    return typeof styled === 'string' ? styled : text;
  }, null);
  return options;
}

// Returns undefined if the function returns the object itself, which is then described as usual.
function describeByCustom(walk, value, target, maker, depth, level) {
  const isForeign = kindOf(value) === KIND.PROXY ||
    !ObjectPrototypeIsPrototypeOf.call(Object.prototype, value);
  const left = walk.limit === null ? null : walk.limit - depth;
  const result = ReflectApply(maker, value, [
    left, isForeign ? foreignOptions(walk) : optionsFor(walk), isForeign ? undefined : inspect,
  ]);
  if (result === value || result === target)
    return undefined;
  if (typeof result === 'object' && result !== null)
    return describe(walk, result, depth, level);
  if (typeof result !== 'string')
    return describe(walk, result, depth, level);
  return new Block(result, undefined, level);
}

module.exports = {
  constructorName, fallbackOf, shortName, keysThatExist, inheritedKeys, overflowed,
  describeByCustom, isBuiltIn,
};
