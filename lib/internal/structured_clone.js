'use strict';
// structuredClone(), by HTML's algorithm.
// (1) `seen` maps each object met to its copy: cycles and shared references stay what they are.
// (2) Buffers of the transfer list are moved when they are met; so that nothing is lost when the
//     value cannot be cloned, a walk that calls no getter finds such parts first.

const {
  Array, ArrayBuffer, ArrayBufferIsView: isView, ArrayBufferPrototypeGetByteLength,
  ArrayBufferPrototypeGetDetached, ArrayBufferPrototypeGetMaxByteLength,
  ArrayBufferPrototypeGetResizable, ArrayBufferPrototypeSlice, ArrayBufferPrototypeTransfer,
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypePush, BigIntPrototypeValueOf,
  BooleanPrototypeValueOf, DataView, DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset, Date, DatePrototypeGetTime,
  Float16Array, FunctionPrototypeToString, Map, MapPrototypeForEach, MapPrototypeSet,
  NumberPrototypeValueOf, Object, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, ObjectHasOwn,
  ObjectKeys, ObjectPrototypeToString, ReflectApply, RegExp, RegExpPrototypeExec,
  RegExpPrototypeGetSource, SafeArray, SafeMap, SafeSet, Set, SetPrototypeAdd,
  SetPrototypeForEach, String, StringPrototypeValueOf, SymbolIterator, SymbolToStringTag,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
const { lazyDOMException, setOwnProperty } = require('internal/util');
const types = require('internal/util/types');
const { kBeforeTransfer, kClone, kTransfer, kIsDetached, isMarkedAsUncloneable,
        isMarkedAsUntransferable } = require('internal/messaging/transfer');
const define = ObjectDefineProperty;

const ERRORS = {
  __proto__: null, Error: true, EvalError: true, RangeError: true, ReferenceError: true,
  SyntaxError: true, TypeError: true, URIError: true,
};
const hidden = (value) => ({ __proto__: null, value, writable: true, configurable: true });

const cloneError = (message) => lazyDOMException(message, 'DataCloneError');

function describe(value) {
  if (typeof value === 'function')
    return FunctionPrototypeToString.call(value);
  if (typeof value === 'symbol')
    return String(value);
  // An iterator's constructor is an accessor, which names nothing.
  const maker = value.constructor === globalThis.Iterator ? undefined : value.constructor;
  if (types.isSymbolObject(value) || typeof maker !== 'function' || !maker.name)
    return ObjectPrototypeToString.call(value);
  return `#<${maker.name}>`;
}

const uncloneable = (value) => cloneError(
  isUnsupported(value) ? 'Cannot clone object of unsupported type.' :
    `${describe(value)} could not be cloned.`);

// How each kind is copied. A copier gets (value, state), puts the copy into state.seen before it
// goes deeper, and returns it.

function copyBuffer(buffer, state) {
  if (types.isSharedArrayBuffer(buffer))
    return state.keep(buffer, buffer);
  if (ArrayBufferPrototypeGetDetached.call(buffer))
    throw cloneError('An ArrayBuffer is detached and could not be cloned.');
  if (state.transfer.has(buffer))
    return state.keep(buffer, ArrayBufferPrototypeTransfer.call(buffer));
  if (!ArrayBufferPrototypeGetResizable.call(buffer))
    return state.keep(buffer, ArrayBufferPrototypeSlice.call(buffer, 0));
  const copy = new ArrayBuffer(ArrayBufferPrototypeGetByteLength.call(buffer), {
    __proto__: null, maxByteLength: ArrayBufferPrototypeGetMaxByteLength.call(buffer),
  });
  TypedArrayPrototypeSet.call(new Uint8Array(copy), new Uint8Array(buffer));
  return state.keep(buffer, copy);
}

// Of the program's realm: it gets to see them.
const VIEWS = { __proto__: null, Float16Array };
const TYPED = ['BigInt64Array', 'BigUint64Array', 'Float32Array', 'Float64Array', 'Int16Array',
               'Int32Array', 'Int8Array', 'Uint16Array', 'Uint32Array', 'Uint8Array',
               'Uint8ClampedArray'];
for (let i = 0; i < TYPED.length; i++)
  VIEWS[TYPED[i]] = primordials.constructorOf(TYPED[i]);

function copyView(view, state) {
  // Undefined for a DataView; a Buffer is a Uint8Array.
  const name = TypedArrayPrototypeGetSymbolToStringTag.call(view);
  // Offset and length first: a buffer that is moved leaves a view of nothing.
  if (name === undefined) {
    const offset = DataViewPrototypeGetByteOffset.call(view);
    const length = DataViewPrototypeGetByteLength.call(view);
    const buffer = clone(DataViewPrototypeGetBuffer.call(view), state);
    return state.keep(view, new DataView(buffer, offset, length));
  }
  const offset = TypedArrayPrototypeGetByteOffset.call(view);
  const length = TypedArrayPrototypeGetLength.call(view);
  const buffer = clone(TypedArrayPrototypeGetBuffer.call(view), state);
  return state.keep(view, new VIEWS[name](buffer, offset, length));
}

function ownValue(object, key) {
  const descriptor = ObjectGetOwnPropertyDescriptor(object, key);
  return descriptor !== undefined && ObjectHasOwn(descriptor, 'value') ?
    descriptor.value : undefined;
}

function errorNamed(name, message) {
  const { errorClass } = require('internal/error_stack');
  const Type = errorClass(ERRORS[name] === true ? name : 'Error');
  return message === undefined ? new Type() : new Type(message);
}

function copyError(error, state) {
  const message = ownValue(error, 'message');
  const copy = errorNamed(error.name, message === undefined ? undefined : String(message));
  state.keep(error, copy);
  const { stack } = error;
  define(copy, 'stack', hidden(typeof stack === 'string' ? stack : undefined));
  if (ObjectHasOwn(error, 'cause'))
    define(copy, 'cause', hidden(clone(error.cause, state)));
  return copy;
}

function copyDOMException(exception, state) {
  const { DOMException } = require('internal/domexception');
  const copy = new DOMException(exception.message, exception.name);
  define(copy, 'stack', hidden(exception.stack));
  return state.keep(exception, copy);
}

// Of a map value, key, value, key …; of a set each value twice.
function partsOf(collection, forEach) {
  const parts = new SafeArray();
  ReflectApply(forEach, collection, [(value, key) => { parts.push(value, key); }]);
  return parts;
}

function copyMap(map, state) {
  const copy = state.keep(map, new Map());
  // All entries first: copying may run getters, and those may change the map.
  const parts = partsOf(map, MapPrototypeForEach);
  for (let i = 0; i < parts.length; i += 2)
    MapPrototypeSet.call(copy, clone(parts[i + 1], state), clone(parts[i], state));
  return copy;
}

function copySet(set, state) {
  const copy = state.keep(set, new Set());
  const parts = partsOf(set, SetPrototypeForEach);
  for (let i = 0; i < parts.length; i += 2)
    SetPrototypeAdd.call(copy, clone(parts[i], state));
  return copy;
}

function copyProperties(from, to, state) {
  const keys = ObjectKeys(from);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (ObjectHasOwn(from, key)) {
      const value = clone(from[key], state);
      define(to, key,
             { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    }
  }
  return to;
}

const isDOMException = (value) => types.isNativeError(value) &&
  require('internal/domexception').isDOMException(value);

// Objects with a method of their own; transferred ones were moved before anything was copied.
const hasOwnCopy = (value) => typeof value[kClone] === 'function';

const copyRegExp = (value) => new RegExp(
  RegExpPrototypeGetSource.call(value), require('internal/util/regexp_flags').flagsOf(value));

// Of a boxed primitive, but a symbol.
function unboxed(value) {
  if (types.isNumberObject(value))
    return NumberPrototypeValueOf.call(value);
  if (types.isStringObject(value))
    return StringPrototypeValueOf.call(value);
  return types.isBooleanObject(value) ? BooleanPrototypeValueOf.call(value) :
    BigIntPrototypeValueOf.call(value);
}

const copyHost = (value, state) => state.keep(value, value[kClone]());
const copyArray = (value, state) =>
  copyProperties(value, state.keep(value, new Array(value.length)), state);
const copyDate = (value, state) => state.keep(value, new Date(DatePrototypeGetTime.call(value)));
const copyPattern = (value, state) => state.keep(value, copyRegExp(value));
const copyBoxed = (value, state) => state.keep(value, Object(unboxed(value)));

// The tag is tested first: it loads nothing.
const isWasmModule = (value) => tagOf(value) === 'WebAssembly.Module' &&
  require('internal/webassembly').moduleBytes(value) !== undefined;
const copyWasmModule = (value, state) => {
  const { moduleBytes, moduleFrom } = require('internal/webassembly');
  return state.keep(value, moduleFrom(moduleBytes(value)));
};

const COPIERS = [
  [hasOwnCopy, copyHost],
  [ArrayIsArray, copyArray],
  [isView, copyView],
  [types.isAnyArrayBuffer, copyBuffer],
  [types.isMap, copyMap],
  [types.isSet, copySet],
  [types.isDate, copyDate],
  [types.isRegExp, copyPattern],
  [isDOMException, copyDOMException],
  [types.isNativeError, copyError],
  [types.isSymbolObject, (value) => { throw uncloneable(value); }],
  [types.isBoxedPrimitive, copyBoxed],
  [isWasmModule, copyWasmModule],
];

const REFUSED = ['isPromise', 'isProxy', 'isWeakMap', 'isWeakSet', 'isGeneratorObject',
                 'isMapIterator', 'isSetIterator', 'isModuleNamespaceObject', 'isExternal'];
const REFUSED_TAGS =
  /^(?:WeakRef|FinalizationRegistry|Array Iterator|Intl\.\w+|WebAssembly\.\w+)$/;

// What the language or the program calls this kind of object. No accessor is called for it.
function tagOf(value) {
  for (let holder = value; holder !== null; holder = ObjectGetPrototypeOf(holder)) {
    const own = ObjectGetOwnPropertyDescriptor(holder, SymbolToStringTag);
    if (own !== undefined)
      return ObjectHasOwn(own, 'value') && typeof own.value === 'string' ? own.value : '';
  }
  return '';
}

// Objects of the runtime that Node does not clone: their module, and its test for such an object,
// where what only inherits from one is cloned. The tag is tested first: it loads nothing.
const UNSUPPORTED = {
  __proto__: null, URL: ['url'], URLSearchParams: ['url'], URLPattern: ['url'],
  Headers: ['internal/fetch/headers', 'isHeaders'],
  FormData: ['internal/fetch/form_data', 'isFormData'],
  Request: ['internal/fetch/request', 'isRequest'],
  Response: ['internal/fetch/response', 'isResponse'],
};

function isUnsupported(value) {
  if (typeof value !== 'object' || value === null || types.isProxy(value))
    return false;
  const tag = tagOf(value);
  const place = UNSUPPORTED[tag];
  if (place === undefined)
    return false;
  const loaded = require(place[0]);
  return place.length === 1 ? value instanceof loaded[tag] : loaded[place[1]](value);
}

function copierOf(value) {
  // The most frequent case first: it needs no test by the engine.
  const prototype = types.isProxy(value) ? undefined : ObjectGetPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null)
    return types.isArgumentsObject(value) ? null : copyPlain;
  // process.env is a proxy; for programs it is a plain object.
  if (prototype === undefined && value === process.env)
    return copyPlain;
  for (let i = 0; i < REFUSED.length; i++) {
    const name = REFUSED[i];
    if (types[name](value))
      return null;
  }
  for (let i = 0; i < COPIERS.length; i++) {
    const { 0: is, 1: copy } = COPIERS[i];
    if (is(value))
      return copy;
  }
  const refused = RegExpPrototypeExec.call(REFUSED_TAGS, tagOf(value)) !== null ||
    isUnsupported(value);
  return refused ? null : copyPlain;
}

const copyPlain = (value, state) => copyProperties(value, state.keep(value, {}), state);

function clone(value, state) {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw uncloneable(value);
  if (typeof value !== 'object' || value === null)
    return value;
  const known = state.seen.get(value);
  if (known !== undefined)
    return known;
  refuseMarked(value, state.transfer);
  const copy = copierOf(value);
  if (copy === null)
    throw uncloneable(value);
  return copy(value, state);
}

function refuseMarked(value, transfer) {
  // The mark has no effect on buffers.
  if (isMarkedAsUncloneable(value) && !types.isAnyArrayBuffer(value))
    throw cloneError('Cannot clone object of unsupported type.');
  if (typeof value[kTransfer] === 'function' && !transfer.has(value)) {
    throw cloneError('Object that needs transfer was found in message but not listed in ' +
                     'transferList');
  }
}

// See (2).
function check(value, seen, transfer) {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw uncloneable(value);
  if (typeof value !== 'object' || value === null || seen.has(value))
    return;
  seen.add(value);
  refuseMarked(value, transfer);
  if (transfer.has(value))
    return;
  const copy = copierOf(value);
  if (copy === null)
    throw uncloneable(value);
  if (copy === copyMap || copy === copySet) {
    const parts = partsOf(value, copy === copyMap ? MapPrototypeForEach : SetPrototypeForEach);
    for (let i = 0; i < parts.length; i += 2) {
      check(parts[i + 1], seen, transfer);
      check(parts[i], seen, transfer);
    }
  } else if (copy === copyPlain || ArrayIsArray(value)) {
    const keys = ObjectKeys(value);
    for (let i = 0; i < keys.length; i++)
      check(ownValue(value, keys[i]), seen, transfer);
  }
}

// Options

function invalid(text) {
  const err = new primordials.TypeError(`Failed to execute 'structuredClone': ${text}`);
  return setOwnProperty(err, 'code', 'ERR_INVALID_ARG_TYPE');
}

function transferList(options) {
  if (options == null)
    return new SafeSet();
  if (typeof options !== 'object' && typeof options !== 'function')
    throw invalid('Options cannot be converted to a dictionary');
  const { transfer } = options;
  if (transfer === undefined)
    return new SafeSet();
  if (transfer === null || typeof transfer !== 'object' ||
      typeof transfer[SymbolIterator] !== 'function')
    throw invalid('transfer in Options cannot be converted to sequence.');
  // lint-ok: array-iteration the program's iterable
  const list = [...transfer];
  ArrayPrototypeForEach.call(list, (each, i) => {
    if (each === null || (typeof each !== 'object' && typeof each !== 'function'))
      throw invalid(`transfer in Options[${i}] is not an object.`);
  });
  return setOf(list, false);
}

// The transfer list as a set, refused when anything in it cannot be moved.
function setOf(list, hasSource) {
  const set = new SafeSet();
  for (let i = 0; i < list.length; i++) {
    const each = list[i];
    const moves = typeof each?.[kTransfer] === 'function';
    const isBuffer = !moves && types.isArrayBuffer(each);
    if (!moves && !isBuffer)
      throw cloneError('Found invalid value in transferList.');
    if (set.has(each))
      throw cloneError(`Transfer list contains duplicate ${each.constructor.name}`);
    if (moves && each[kIsDetached])
      throw cloneError(`${each.constructor.name} in transfer list is already detached`);
    if (isBuffer && ArrayBufferPrototypeGetDetached.call(each) ||
        isMarkedAsUntransferable(each) || isPool(each))
      throw cloneError('Cannot transfer object of unsupported type.');
    if (typeof each[kBeforeTransfer] === 'function')
      each[kBeforeTransfer]();
    set.add(each);
  }
  if (hasSource)
    throw cloneError('Transfer list contains source port');
  return set;
}

// Small Buffers share one piece of memory, which cannot be transferred.
const isPool = (value) => value[require('internal/buffer').untransferable] === true;

function structuredClone(value, options) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('The value argument must be specified');
  return cloneAndMove(value, transferList(options)).copy;
}

function cloneAndMove(value, transfer) {
  const state = {
    __proto__: null, seen: new SafeMap(),
    transfer,
    keep(original, copy) {
      this.seen.set(original, copy);
      return copy;
    },
  };
  const moved = new SafeArray();
  if (transfer.size > 0) {
    check(value, new SafeSet(), transfer);
    transfer.forEach((each) => {
      if (!types.isArrayBuffer(each))
        ArrayPrototypePush.call(moved, state.keep(each, each[kTransfer]()));
    });
  }
  const copy = clone(value, state);
  // Buffers in the list that are not part of the value are detached, too.
  transfer.forEach((each) => {
    if (types.isArrayBuffer(each) && !ArrayBufferPrototypeGetDetached.call(each))
      ArrayBufferPrototypeTransfer.call(each);
  });
  return { __proto__: null, copy, moved };
}

// What a port sends: the copy, and the things that moved. hasSource: the port is in its own list.
function cloneForMessage(value, list, hasSource) {
  const { copy, moved } = cloneAndMove(value, setOf(list, hasSource));
  return { __proto__: null, message: copy, moved };
}

const isCloneable = (value) => copierOf(value) !== null;

// For messages to other threads (internal/messaging/encode), which are written by the same rules.
const internals = {
  __proto__: null, cloneError, copierOf, errorNamed, partsOf, refuseMarked, setOf, uncloneable,
  unboxed, VIEWS, VIEW_NAMES: new SafeArray(),
  COPIERS: {
    __proto__: null, plain: copyPlain, array: copyArray, view: copyView, buffer: copyBuffer,
    map: copyMap, set: copySet, date: copyDate, regExp: copyPattern, error: copyError,
    domException: copyDOMException, boxed: copyBoxed, host: copyHost,
    wasmModule: copyWasmModule,
  },
};
{
  const names = ObjectKeys(VIEWS);
  for (let i = 0; i < names.length; i++)
    internals.VIEW_NAMES.push(names[i]);
}

module.exports = { structuredClone, cloneForMessage, describe, internals, isCloneable };
