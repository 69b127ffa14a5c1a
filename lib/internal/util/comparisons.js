'use strict';
// Deep comparison in four modes, for assert and util.isDeepStrictEqual().
// (1) Two values are equal only if their tags and their kinds (internal slots, not
//     Symbol.toStringTag) are equal.
// (2) A cycle is equal only to a cycle that closes at the same depth: the paths from both roots are
//     recorded, and a repeated value must be at the same position of both paths.
// (3) A failed comparison restores the paths, so members of sets can be tried one after another.
// (4) To find named properties of an array or typed array, all its indices must be listed. For more
//     than LARGE elements only symbols are compared besides the elements.

const LOOSE = 0;    // ==, no symbols, no prototypes
const STRICT = 1;   // Object.is, symbols, prototypes
const SHAPE = 2;    // strict without prototypes
const LARGE = 1 << 14;
const HUGE = 1 << 24;   // longer arrays are taken for mostly holes: only their keys are seen
const PARTIAL = 3;  // strict without prototypes, and what only the left side has is ignored

const {
  ArrayBufferIsView, ArrayIsArray: isArray, ArrayPrototypeEvery, ArrayPrototypeFind,
  ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypePop,
  ArrayPrototypePush, BigIntPrototypeValueOf, BooleanPrototypeValueOf, DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset, DatePrototypeGetTime,
  MapPrototypeForEach, MapPrototypeGet, MapPrototypeGetSize, MapPrototypeHas, Number,
  NumberPrototypeValueOf, ObjectDefineProperty, ObjectGetOwnPropertySymbols:
  getOwnPropertySymbols, ObjectGetPrototypeOf: getPrototypeOf, ObjectHasOwn: hasOwn, ObjectIs: is,
  ObjectKeys: keysOf, ObjectPrototypePropertyIsEnumerable, ObjectPrototypeToString,
  ObjectSetPrototypeOf, ReflectApply, RegExpPrototypeGetFlags, RegExpPrototypeGetSource,
  SafeArray, SafeMap, SafeSet, SetPrototypeForEach, SetPrototypeGetSize, SetPrototypeHas,
  StringPrototypeSlice, StringPrototypeValueOf, SymbolPrototypeValueOf, SymbolToStringTag,
  TypedArrayPrototypeGetLength, TypedArrayPrototypeGetSymbolToStringTag, Uint8Array,
} = primordials;
const tagOf = (value) => ObjectPrototypeToString.call(value);
const isEnumerable = (object, key) => ObjectPrototypePropertyIsEnumerable.call(object, key);
const typedArrayTag = (value) => TypedArrayPrototypeGetSymbolToStringTag.call(value);

const { isInstance } = require('internal/error_stack');
let types;

// If the module that defines the class is not loaded, there are no instances.
const { modules } = require('internal/bootstrap/loader');
function isKeyObject(value) {
  const keys = modules['internal/crypto/keys'];
  return keys !== undefined && value instanceof keys.exports.KeyObject;
}

// The kind of an object. Tags from internal slots are reliable; others are verified, because any
// object can have a Symbol.toStringTag.
function kindOf(value, tag) {
  if (isArray(value))
    return 'Array';
  if (ArrayBufferIsView(value))
    return typedArrayTag(value) ?? 'DataView';
  const claimed = value[SymbolToStringTag];
  if (claimed === undefined)
    return tag === '[object Object]' && isKeyObject(value) ? 'KeyObject' :
      StringPrototypeSlice.call(tag, 8, -1);
  types ??= require('internal/util/types');
  for (let i = 0; i < slotKinds.length; i++) {
    const kind = slotKinds[i];
    if (types[`is${kind}`](value))
      return kind;
  }
  if (types.isBoxedPrimitive(value))
    return ArrayPrototypeFind.call(boxes, (name) => types[`is${name}Object`](value));
  return ArrayPrototypeIncludes.call(webKinds, claimed) ? claimed : 'Object';
}
const slotKinds = ['Map', 'Set', 'Promise', 'WeakMap', 'WeakSet', 'ArrayBuffer',
                   'SharedArrayBuffer', 'Date', 'RegExp', 'ArgumentsObject'];
const boxes = ['Number', 'String', 'Boolean', 'BigInt', 'Symbol'];
const webKinds = ['URL', 'KeyObject', 'CryptoKey'];

function isError(value, tag) {
  if (tag === '[object Error]' || isInstance(value))
    return true;
  return value[SymbolToStringTag] !== undefined &&
    (types ??= require('internal/util/types')).isNativeError(value);
}

// The keys after the first `count`.
function without(keys, count) {
  const rest = new SafeArray();
  for (let i = count; i < keys.length; i++)
    rest.push(keys[i]);
  return rest;
}

// push() would call a setter that the program has for an index.
function append(list, item) {
  ObjectDefineProperty(list, list.length, {
    __proto__: null, value: item, writable: true, enumerable: true, configurable: true,
  });
}

class Comparison {
  constructor(mode) {
    this.mode = mode;
    this.left = new SafeArray();
    this.right = new SafeArray();
    this.leftAt = null;
    this.rightAt = null;
  }

  same(a, b) {
    if (a === b)
      return a !== 0 || this.mode === LOOSE || is(a, b);
    if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null)
      return this.objects(a, b);
    return samePrimitive(a, b, this.mode);
  }

  objects(a, b) {
    const { mode } = this;
    if (mode === STRICT && !sameMaker(a, b))
      return false;
    const tag = tagOf(a);
    if (tag !== tagOf(b))
      return false;
    const kind = kindOf(a, tag);
    if (kind !== kindOf(b, tag))
      return false;
    const error = isError(a, tag);
    if (error !== isError(b, tag) || (error && !this.errors(a, b)))
      return false;
    const content = contents[kind];
    if (content !== undefined && !content(a, b, this))
      return false;
    const skip = indexed(kind, a);
    return this.inside(a, b, skip, kind);
  }

  // The properties and members of a and b, with both on the paths meanwhile.
  inside(a, b, skip, kind) {
    const known = this.meet(a, b);
    if (known !== undefined)
      return known;
    const result = this.keys(a, b, skip, skip === -1 ? -1 : indexed(kind, b)) &&
      (members[kind] === undefined || members[kind](a, b, this));
    this.leave(a, b);
    return result;
  }

  // Adds both to the paths. If one is on its path already, returns whether the cycles are equal.
  meet(a, b) {
    const { left, right } = this;
    const depth = left.length;
    let i;
    let j;
    if (this.leftAt !== null) {
      i = this.leftAt.get(a) ?? -1;
      j = this.rightAt.get(b) ?? -1;
    } else {
      i = ArrayPrototypeIndexOf.call(left, a);
      j = ArrayPrototypeIndexOf.call(right, b);
      if (depth === 32)
        this.index();
    }
    if (i !== -1 || j !== -1)
      return i === j;
    ArrayPrototypePush.call(left, a);
    ArrayPrototypePush.call(right, b);
    this.leftAt?.set(a, depth);
    this.rightAt?.set(b, depth);
    return undefined;
  }

  leave(a, b) {
    ArrayPrototypePop.call(this.left);
    ArrayPrototypePop.call(this.right);
    this.leftAt?.delete(a);
    this.rightAt?.delete(b);
  }

  // Long paths get an index, short ones are searched.
  index() {
    this.leftAt = new SafeMap();
    this.rightAt = new SafeMap();
    for (let i = 0; i < this.left.length; i++) {
      this.leftAt.set(this.left[i], i);
      this.rightAt.set(this.right[i], i);
    }
  }

  keys(a, b, skipA, skipB) {
    const large = skipB > LARGE;
    let wanted = large ? [] : keysOf(b);
    if (skipB > 0)
      wanted = without(wanted, skipB);
    const { mode } = this;
    let alike = large;
    if (mode !== PARTIAL && !large) {
      const present = keysOf(a);
      const first = skipA > 0 ? skipA : 0;
      if (present.length - first !== wanted.length)
        return false;
      let i = 0;
      while (i < wanted.length && present[first + i] === wanted[i])
        i++;
      alike = i === wanted.length;
    }
    const names = wanted.length;
    if (mode !== LOOSE && !this.symbols(a, b, wanted))
      return false;
    // If the names are equal and in the same order, only their values are compared.
    for (let i = alike ? names : 0; i < wanted.length; i++) {
      if (!isEnumerable(a, wanted[i]))
        return false;
    }
    for (let i = 0; i < wanted.length; i++) {
      if (!this.same(a[wanted[i]], b[wanted[i]]))
        return false;
    }
    return true;
  }

  // Adds the enumerable symbols of b to the keys. Returns false if a has others.
  symbols(a, b, wanted) {
    const ofB = getOwnPropertySymbols(b);
    let count = 0;
    for (let i = 0; i < ofB.length; i++) {
      if (isEnumerable(b, ofB[i])) {
        append(wanted, ofB[i]);
        count++;
      }
    }
    if (this.mode === PARTIAL)
      return true;
    const ofA = getOwnPropertySymbols(a);
    for (let i = 0; i < ofA.length; i++)
      count -= isEnumerable(a, ofA[i]) ? 1 : 0;
    return count === 0;
  }

  // Properties of errors that are compared although they are not enumerable.
  errors(a, b) {
    return a.name === b.name &&
      (a.message === b.message || (this.mode === PARTIAL && !hasOwn(b, 'message'))) &&
      this.hidden(a, b, 'cause') && this.hidden(a, b, 'errors');
  }

  hidden(a, b, key) {
    if (!hasOwn(b, key))
      return this.mode === PARTIAL || !hasOwn(a, key);
    if (!hasOwn(a, key))
      return false;
    const known = this.meet(a, b);
    if (known !== undefined)
      return known;
    const result = this.same(a[key], b[key]);
    this.leave(a, b);
    return result;
  }
}

ObjectSetPrototypeOf(Comparison.prototype, null);

function samePrimitive(a, b, mode) {
  if (a !== a && b !== b)
    return true;
  // lint-ok: equality what the mode is for
  return mode === LOOSE && !isReference(a) && !isReference(b) && a == b;
}

const isReference = (value) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null);

// Compares inherited constructors instead of prototypes. An own `constructor` does not count.
function sameMaker(a, b) {
  if (a.constructor === undefined || hasOwn(a, 'constructor') || hasOwn(b, 'constructor'))
    return getPrototypeOf(a) === getPrototypeOf(b);
  return a.constructor === b.constructor;
}

// The number of own keys that are indices, which members[] compares.
function indexed(kind, value) {
  if (kind === 'Array')
    return countIndices(value);
  if (kind === 'String')
    return value.length;
  return kind !== 'DataView' && ArrayBufferIsView(value) ?
    TypedArrayPrototypeGetLength.call(value) : -1;
}

// The indices that a huge array has.
function indicesOf(array) {
  const keys = keysOf(array);
  const indices = new SafeArray();
  for (let i = 0; i < keys.length; i++) {
    const index = Number(keys[i]);
    if (index >>> 0 === index)
      indices.push(index);
  }
  return indices;
}

function countIndices(array) {
  const { length } = array;
  if (length > HUGE)
    return indicesOf(array).length;
  let holes = 0;
  for (let i = 0; i < length; i++) {
    if (array[i] === undefined && !hasOwn(array, i))
      holes++;
  }
  return length - holes;
}

const sameBox = (valueOf) => (a, b) =>
  is(ReflectApply(valueOf, a, []), ReflectApply(valueOf, b, []));
const timeOf = (date) => DatePrototypeGetTime.call(date);

// Checks without recursion: (a, b, comparison) → false if the values differ.
const contents = {
  __proto__: null,
  Number: sameBox(NumberPrototypeValueOf),
  String: sameBox(StringPrototypeValueOf),
  Boolean: sameBox(BooleanPrototypeValueOf),
  BigInt: sameBox(BigIntPrototypeValueOf),
  Symbol: sameBox(SymbolPrototypeValueOf),
  Date: (a, b) => is(timeOf(a), timeOf(b)),
  RegExp: samePatterns,
  Array: (a, b, { mode }) => (mode === PARTIAL ? a.length >= b.length : a.length === b.length),
  Map: (a, b, { mode }) => sameSize(MapPrototypeGetSize.call(a), MapPrototypeGetSize.call(b), mode),
  Set: (a, b, { mode }) => sameSize(SetPrototypeGetSize.call(a), SetPrototypeGetSize.call(b), mode),
  Promise: () => false,
  WeakMap: () => false,
  WeakSet: () => false,
  ArrayBuffer: sameBuffers,
  SharedArrayBuffer: sameBuffers,
  DataView: (a, b, { mode }) => sameNumbers(bytesOf(a), bytesOf(b), mode),
  URL: (a, b) => a.href === b.href,
  KeyObject: (a, b) => require('internal/crypto/keys').sameKeys(a, b),
  CryptoKey: sameCryptoKeys,
};
ArrayPrototypeForEach.call(
  ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float16', 'Float32',
   'Float64', 'BigInt64', 'BigUint64'], (kind) => {
    const floats = kind[0] === 'F';
    contents[`${kind}Array`] = (a, b, { mode }) => sameNumbers(a, b, mode, floats);
  });

const sameSize = (a, b, mode) => (mode === PARTIAL ? a >= b : a === b);

function samePatterns(a, b) {
  return RegExpPrototypeGetSource.call(a) === RegExpPrototypeGetSource.call(b) &&
    RegExpPrototypeGetFlags.call(a) === RegExpPrototypeGetFlags.call(b) &&
    a.lastIndex === b.lastIndex;
}

function sameBuffers(a, b, { mode }) {
  return sameNumbers(new Uint8Array(a), new Uint8Array(b), mode);
}

function bytesOf(view) {
  return new Uint8Array(DataViewPrototypeGetBuffer.call(view),
                        DataViewPrototypeGetByteOffset.call(view),
                        DataViewPrototypeGetByteLength.call(view));
}

// Only floats need more than ===: 0 and -0, NaN.
function sameNumbers(a, b, mode, floats) {
  const length = TypedArrayPrototypeGetLength.call(a);
  const wanted = TypedArrayPrototypeGetLength.call(b);
  if (mode === PARTIAL && length > wanted)
    return holdsInOrder(a, length, b, wanted);
  if (length !== wanted)
    return false;
  const subtle = floats && mode !== LOOSE;
  for (let i = 0; i < length; i++) {
    if (subtle ? !is(a[i], b[i]) : a[i] !== b[i])
      return false;
  }
  return true;
}

function holdsInOrder(a, length, b, wanted) {
  let found = 0;
  for (let i = 0; i < length && found < wanted; i++)
    found += is(a[i], b[found]) ? 1 : 0;
  return found === wanted;
}

function sameCryptoKeys(a, b, comparison) {
  const { sameMaterial } = require('internal/crypto/cryptokey');
  return a.extractable === b.extractable && comparison.same(a.algorithm, b.algorithm) &&
    comparison.same(a.usages, b.usages) && sameMaterial(a, b);
}

// The contents besides properties, by kind.
const members = { __proto__: null, Array: sameElements, Set: sameSets, Map: sameMaps };

const elementsAt = (array, indices) => indices.map((i) => array[i]);

function sameElements(a, b, comparison) {
  if (comparison.mode === PARTIAL) {
    return a.length > HUGE ?
      elementsInOrder(elementsAt(a, indicesOf(a)), elementsAt(b, indicesOf(b)), comparison) :
      elementsInOrder(a, b, comparison);
  }
  if (a.length > HUGE) {
    const left = indicesOf(a);
    const right = indicesOf(b);
    return left.length === right.length && ArrayPrototypeEvery.call(
      left, (index, i) => index === right[i] && comparison.same(a[index], b[index]));
  }
  for (let i = 0; i < a.length; i++) {
    const left = a[i];
    const right = b[i];
    if ((left === undefined || right === undefined) && hasOwn(a, i) !== hasOwn(b, i))
      return false;
    if (!comparison.same(left, right))
      return false;
  }
  return true;
}

// Partial mode: all elements of b occur in a, in the same order. Holes are not elements.
function elementsInOrder(a, b, comparison) {
  let next = 0;
  for (let i = 0; i < b.length; i++) {
    if (b[i] === undefined && !hasOwn(b, i))
      continue;
    while (next < a.length && !(hasOwn(a, next) && comparison.same(a[next], b[i])))
      next++;
    if (next++ >= a.length)
      return false;
  }
  return true;
}

// The members of a set without its iterator, which a program can replace.
function valuesOf(set) {
  const values = new SafeArray();
  SetPrototypeForEach.call(set, (value) => { ArrayPrototypePush.call(values, value); });
  return values;
}

function entriesOf(map) {
  const entries = new SafeArray();
  MapPrototypeForEach.call(map, (value, key) => { ArrayPrototypePush.call(entries,
    [key, value]); });
  return entries;
}

function sameSets(a, b, comparison) {
  const wanted = new SafeArray();
  const values = valuesOf(b);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!SetPrototypeHas.call(a, value)) {
      if (comparison.mode !== LOOSE && (typeof value !== 'object' || value === null))
        return false;
      ArrayPrototypePush.call(wanted, value);
    }
  }
  if (wanted.length === 0)
    return true;
  const offered = valuesOf(a).filter((value) => !SetPrototypeHas.call(b, value));
  return pairUp(wanted, offered, comparison.mode, (left, right) => comparison.same(left, right));
}

function sameMaps(a, b, comparison) {
  const loose = comparison.mode === LOOSE;
  const wanted = new SafeArray();
  const taken = new SafeSet();
  const entries = entriesOf(b);
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    const { 0: key, 1: value } = entry;
    if (MapPrototypeHas.call(a, key) && comparison.same(MapPrototypeGet.call(a, key), value)) {
      taken.add(key);
    } else {
      if (!loose && (typeof key !== 'object' || key === null))
        return false;
      ArrayPrototypePush.call(wanted, entry);
    }
  }
  if (wanted.length === 0)
    return true;
  const offered = entriesOf(a).filter((entry) => !taken.has(entry[0]));
  return pairUp(wanted, offered, comparison.mode, (left, right) =>
    comparison.same(left[0], right[0]) && comparison.same(left[1], right[1]));
}

// Matches each wanted item with a different offered one. Strict equality is transitive, so the
// first free match is final; in other modes earlier matches are exchanged if needed (bipartite
// matching).
function pairUp(wanted, offered, mode, same) {
  const owner = new SafeArray(offered.length).fill(-1);
  const exchange = mode === LOOSE || mode === PARTIAL;

  function place(item, tried) {
    for (let n = 0; n < offered.length; n++) {
      const i = (n + item) % offered.length;
      if (owner[i] !== -1 || !same(offered[i], wanted[item]))
        continue;
      owner[i] = item;
      return true;
    }
    for (let i = 0; exchange && i < offered.length; i++) {
      if (tried.has(i) || !same(offered[i], wanted[item]))
        continue;
      tried.add(i);
      if (place(owner[i], tried)) {
        owner[i] = item;
        return true;
      }
    }
    return false;
  }

  return ArrayPrototypeEvery.call(wanted, (_, item) => place(item, new SafeSet()));
}

const compare = (a, b, mode) => new Comparison(mode).same(a, b);

module.exports = {
  isDeepEqual: (a, b) => compare(a, b, LOOSE),
  isDeepStrictEqual: (a, b, skipPrototype) => compare(a, b, skipPrototype ? SHAPE : STRICT),
  isPartialStrictEqual: (a, b) => compare(a, b, PARTIAL),
};
