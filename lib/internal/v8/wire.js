'use strict';
// The bytes of v8.serialize(): what V8 writes, format 15. A value is a tag and what belongs to it;
// numbers in the format are variable-length, seven bits to a byte, the lowest first.

const {
  DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset,
  ObjectDefineProperty, Symbol, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { setOwnProperty } = require('internal/util');
const VERSION = 15;
const OLDEST = 13;

const TAG = {
  __proto__: null,
  version: 0xff, padding: 0, hole: 0x2d, undefined: 0x5f, null: 0x30, true: 0x54, false: 0x46,
  int: 0x49, uint: 0x55, double: 0x4e, bigint: 0x5a, latin1: 0x22, twoByte: 0x63, utf8: 0x53,
  reference: 0x5e, object: 0x6f, endObject: 0x7b, dense: 0x41, endDense: 0x24, sparse: 0x61,
  endSparse: 0x40, date: 0x44, trueObject: 0x79, falseObject: 0x78, numberObject: 0x6e,
  bigintObject: 0x7a, stringObject: 0x73, regexp: 0x52, map: 0x3b, endMap: 0x3a, set: 0x27,
  endSet: 0x2c, buffer: 0x42, resizable: 0x7e, transferred: 0x74, shared: 0x75, view: 0x56,
  host: 0x5c, error: 0x72,
};

// Parts of an error.
const PART = { __proto__: null, message: 0x6d, stack: 0x73, cause: 0x63, end: 0x2e };

const ERROR_KINDS = {
  __proto__: null, EvalError: 0x45, RangeError: 0x52, ReferenceError: 0x46, SyntaxError: 0x53,
  TypeError: 0x54, URIError: 0x55,
};

// A view's letter, by the name of its type.
const VIEWS = {
  __proto__: null, Int8Array: 'b', Uint8Array: 'B', Uint8ClampedArray: 'C', Int16Array: 'w',
  Uint16Array: 'W', Int32Array: 'd', Uint32Array: 'D', Float16Array: 'h', Float32Array: 'f',
  Float64Array: 'F', BigInt64Array: 'q', BigUint64Array: 'Q', DataView: '?',
};
const LENGTH_TRACKING = 1;
const OF_RESIZABLE = 2;

// Bits of a regular expression's flags, from the lowest; the seventh has no letter.
const FLAGS = ['g', 'i', 'm', 'y', 'u', 's', '', 'd', 'v'];

// What the default classes call the views that they write as host objects.
const HOST_TYPES = [
  'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array',
  'Uint32Array', 'Float32Array', 'Float64Array', 'DataView', 'Buffer', 'BigInt64Array',
  'BigUint64Array', 'Float16Array',
];

const isTypedArray = (view) => TypedArrayPrototypeGetSymbolToStringTag.call(view) !== undefined;
const bufferOf = (view) => (isTypedArray(view) ?
  TypedArrayPrototypeGetBuffer.call(view) : DataViewPrototypeGetBuffer.call(view));
const byteLengthOf = (view) => (isTypedArray(view) ?
  TypedArrayPrototypeGetByteLength.call(view) : DataViewPrototypeGetByteLength.call(view));
const byteOffsetOf = (view) => (isTypedArray(view) ?
  TypedArrayPrototypeGetByteOffset.call(view) : DataViewPrototypeGetByteOffset.call(view));
const viewName = (view) => TypedArrayPrototypeGetSymbolToStringTag.call(view) ?? 'DataView';

// Programs add their own members to these objects: ours is a symbol and is not enumerable.
const kState = Symbol('state');
function setState(target, state) {
  ObjectDefineProperty(target, kState, { __proto__: null, value: state });
}

// An error of Node's native code: its stack does not show the code.
const typeError = (code, text) => setOwnProperty(new primordials.TypeError(text), 'code', code);

const needsNew = (name) => typeError(
  'ERR_CONSTRUCT_CALL_REQUIRED', `Class constructor ${name} cannot be invoked without 'new'`);

const needsView = (name) => typeError(
  'ERR_INVALID_ARG_TYPE', `${name} must be a TypedArray or a DataView`);

module.exports = { VERSION, OLDEST, TAG, PART, ERROR_KINDS, VIEWS, LENGTH_TRACKING, OF_RESIZABLE,
                   FLAGS, HOST_TYPES, viewName, bufferOf, byteLengthOf, byteOffsetOf, kState,
                   setState, needsNew, needsView };
