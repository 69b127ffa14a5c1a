'use strict';
// structuredClone(), by HTML's algorithm.
// (1) `seen` maps each object met to its copy: cycles and shared references stay what they are.
// (2) Buffers of the transfer list are moved when they are met; so that nothing is lost when the
//     value cannot be cloned, a walk that touches no getter looks for such parts first.

const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
const { lazyDOMException } = require('internal/util');
const types = require('internal/util/types');
const { kBeforeTransfer, kClone, kTransfer, kIsDetached, isMarkedAsUncloneable,
        isMarkedAsUntransferable } = require('internal/messaging/transfer');
const define = Object.defineProperty;
const { isView } = ArrayBuffer;

const ERRORS = {
  __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
};
const hidden = (value) => ({ __proto__: null, value, writable: true, configurable: true });

const cloneError = (message) => lazyDOMException(message, 'DataCloneError');

function describe(value) {
  if (typeof value === 'function' || typeof value === 'symbol')
    return String(value);
  // An iterator's constructor is an accessor, which names nothing.
  const maker = value.constructor === globalThis.Iterator ? undefined : value.constructor;
  if (types.isSymbolObject(value) || typeof maker !== 'function' || !maker.name)
    return Object.prototype.toString.call(value);
  return `#<${maker.name}>`;
}

const uncloneable = (value) => cloneError(`${describe(value)} could not be cloned.`);

// How each kind is copied. A copier gets (value, state), puts the copy into state.seen before it
// goes deeper, and returns it.

function copyBuffer(buffer, state) {
  if (types.isSharedArrayBuffer(buffer))
    return state.keep(buffer, buffer);
  if (buffer.detached)
    throw cloneError('An ArrayBuffer is detached and could not be cloned.');
  if (state.transfer.has(buffer))
    return state.keep(buffer, buffer.transfer());
  if (!buffer.resizable)
    return state.keep(buffer, ArrayBuffer.prototype.slice.call(buffer, 0));
  const copy = new ArrayBuffer(buffer.byteLength, { maxByteLength: buffer.maxByteLength });
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return state.keep(buffer, copy);
}

const TypedArray = Object.getPrototypeOf(Uint8Array);
const typedName = Object.getOwnPropertyDescriptor(TypedArray.prototype, Symbol.toStringTag).get;

function copyView(view, state) {
  const name = typedName.call(view);   // undefined for a DataView; a Buffer is a Uint8Array
  const Type = name === undefined ? DataView : globalThis[name];
  const { byteOffset } = view;
  const length = name === undefined ? view.byteLength : view.length;
  return state.keep(view, new Type(clone(view.buffer, state), byteOffset, length));
}

function ownValue(object, key) {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  return descriptor !== undefined && 'value' in descriptor ? descriptor.value : undefined;
}

function copyError(error, state) {
  const Type = ERRORS[error.name] ?? Error;
  const message = ownValue(error, 'message');
  const copy = message === undefined ? new Type() : new Type(String(message));
  state.keep(error, copy);
  const { stack } = error;
  define(copy, 'stack', hidden(typeof stack === 'string' ? stack : undefined));
  if (Object.hasOwn(error, 'cause'))
    define(copy, 'cause', hidden(clone(error.cause, state)));
  return copy;
}

function copyDOMException(exception, state) {
  const { DOMException } = require('internal/domexception');
  const copy = new DOMException(exception.message, exception.name);
  define(copy, 'stack', hidden(exception.stack));
  return state.keep(exception, copy);
}

function copyMap(map, state) {
  const copy = state.keep(map, new Map());
  // All entries first: copying may run getters, and those may change the map.
  for (const { 0: key, 1: value } of [...Map.prototype.entries.call(map)])
    copy.set(clone(key, state), clone(value, state));
  return copy;
}

function copySet(set, state) {
  const copy = state.keep(set, new Set());
  for (const value of [...Set.prototype.values.call(set)])
    copy.add(clone(value, state));
  return copy;
}

function copyProperties(from, to, state) {
  for (const key of Object.keys(from)) {
    if (Object.hasOwn(from, key)) {
      const value = clone(from[key], state);
      define(to, key,
             { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    }
  }
  return to;
}

const isDOMException = (value) => types.isNativeError(value) &&
  require('internal/domexception').isDOMException(value);

// What has a way of its own; a thing that moves was moved before anything was copied.
const hasOwnCopy = (value) => typeof value[kClone] === 'function';

const COPIERS = [
  [hasOwnCopy, (value, state) => state.keep(value, value[kClone]())],
  [Array.isArray, (value, state) =>
    copyProperties(value, state.keep(value, new Array(value.length)), state)],
  [isView, copyView],
  [types.isAnyArrayBuffer, copyBuffer],
  [types.isMap, copyMap],
  [types.isSet, copySet],
  [types.isDate, (value, state) => state.keep(value, new Date(Date.prototype.getTime.call(value)))],
  [types.isRegExp, (value, state) => state.keep(value, new RegExp(value.source, value.flags))],
  [isDOMException, copyDOMException],
  [types.isNativeError, copyError],
  [types.isSymbolObject, (value) => { throw uncloneable(value); }],
  [types.isBoxedPrimitive, (value, state) => state.keep(value, Object(value.valueOf()))],
];

const REFUSED = ['isPromise', 'isProxy', 'isWeakMap', 'isWeakSet', 'isGeneratorObject',
                 'isMapIterator', 'isSetIterator', 'isModuleNamespaceObject', 'isExternal'];
const REFUSED_TAGS =
  /^\[object (?:WeakRef|FinalizationRegistry|Array Iterator|Intl\.\w+|WebAssembly\.\w+)\]$/;

function copierOf(value) {
  // The commonest case without any question to the engine.
  const prototype = types.isProxy(value) ? undefined : Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null)
    return copyPlain;
  // A proxy of ours that is a plain object for everybody else.
  if (prototype === undefined && value === process.env)
    return copyPlain;
  for (const name of REFUSED) {
    if (types[name](value))
      return null;
  }
  for (const { 0: is, 1: copy } of COPIERS) {
    if (is(value))
      return copy;
  }
  return REFUSED_TAGS.test(Object.prototype.toString.call(value)) ? null : copyPlain;
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
  if (isMarkedAsUncloneable(value))
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
    for (const each of [...value])
      for (const part of copy === copyMap ? each : [each])
        check(part, seen, transfer);
  } else if (copy === copyPlain || Array.isArray(value)) {
    for (const key of Object.keys(value))
      check(ownValue(value, key), seen, transfer);
  }
}

// Options

function invalid(text) {
  const err = new TypeError(`Failed to execute 'structuredClone': ${text}`);
  err.code = 'ERR_INVALID_ARG_TYPE';
  return err;
}

function transferList(options) {
  if (options == null)
    return new Set();
  if (typeof options !== 'object' && typeof options !== 'function')
    throw invalid('Options cannot be converted to a dictionary');
  const { transfer } = options;
  if (transfer === undefined)
    return new Set();
  if (transfer === null || typeof transfer !== 'object' ||
      typeof transfer[Symbol.iterator] !== 'function')
    throw invalid('transfer in Options cannot be converted to sequence.');
  const list = [...transfer];
  list.forEach((each, i) => {
    if (each === null || (typeof each !== 'object' && typeof each !== 'function'))
      throw invalid(`transfer in Options[${i}] is not an object.`);
  });
  return setOf(list, false);
}

// The transfer list as a set, refused when anything in it cannot be moved.
function setOf(list, hasSource) {
  const set = new Set();
  for (const each of list) {
    const moves = typeof each?.[kTransfer] === 'function';
    if (!moves && !types.isArrayBuffer(each))
      throw cloneError('Found invalid value in transferList.');
    if (set.has(each))
      throw cloneError(`Transfer list contains duplicate ${each.constructor.name}`);
    if (moves && each[kIsDetached])
      throw cloneError(`${each.constructor.name} in transfer list is already detached`);
    if (each.detached || isMarkedAsUntransferable(each) || isPool(each))
      throw cloneError('Cannot transfer object of unsupported type.');
    if (typeof each[kBeforeTransfer] === 'function')
      each[kBeforeTransfer]();
    set.add(each);
  }
  if (hasSource)
    throw cloneError('Transfer list contains source port');
  return set;
}

// Small Buffers share one piece of memory: nobody may take it away from the others.
const isPool = (value) => value[require('internal/buffer').untransferable] === true;

function structuredClone(value, options) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('The value argument must be specified');
  return cloneAndMove(value, transferList(options)).copy;
}

function cloneAndMove(value, transfer) {
  const state = {
    seen: new Map(),
    transfer,
    keep(original, copy) {
      this.seen.set(original, copy);
      return copy;
    },
  };
  const moved = [];
  if (transfer.size > 0) {
    check(value, new Set(), transfer);
    for (const each of transfer) {
      if (!types.isArrayBuffer(each))
        moved.push(state.keep(each, each[kTransfer]()));
    }
  }
  const copy = clone(value, state);
  // What was listed and not met is given up all the same.
  for (const each of transfer) {
    if (types.isArrayBuffer(each) && !each.detached)
      each.transfer();
  }
  return { copy, moved };
}

// What a port sends: the copy, and the things that moved. hasSource: the port is in its own list.
function cloneForMessage(value, list, hasSource) {
  const { copy, moved } = cloneAndMove(value, setOf(list, hasSource));
  return { message: copy, moved };
}

const isCloneable = (value) => copierOf(value) !== null;

module.exports = { structuredClone, cloneForMessage, describe, isCloneable };
