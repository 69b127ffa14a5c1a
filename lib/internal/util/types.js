'use strict';
// util.types: brand checks that do not depend on tags or prototypes.

const {
  ArrayBufferIsView, ArrayBufferPrototypeGetByteLength, ArrayPrototypeForEach,
  BigIntPrototypeValueOf, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectGetPrototypeOf: getPrototypeOf,
  ReflectApply, SymbolPrototypeValueOf, SymbolToStringTag,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { KIND, kindOf } = require('internal/util/kinds');

const isView = ArrayBufferIsView;
const nameOfTyped = (value) => TypedArrayPrototypeGetSymbolToStringTag.call(value);
const isFunction = (value) => typeof value === 'function';
const flavour = (value) => require('internal/util/flavour').functionFlavour(value);

function branded(method, value) {
  try {
    ReflectApply(method, value, []);
    return true;
  } catch {
    return false;
  }
}

// Namespaces whose bindings may still change are proxies.
const isLiveNamespace = (value) => require('internal/bootstrap/loader')
  .modules['internal/modules/esm/namespace']?.exports.isLive(value) === true;

// A namespace is sealed and its tag is read-only. Only an object made to look like one has both.
function looksLikeNamespace(value) {
  if (typeof value !== 'object' || value === null)
    return false;
  if (kindOf(value) === KIND.PROXY)
    return isLiveNamespace(value);
  if (kindOf(value) !== KIND.OTHER || getPrototypeOf(value) !== null)
    return false;
  const tag = getOwnPropertyDescriptor(value, SymbolToStringTag);
  return tag !== undefined && tag.value === 'Module' && !tag.configurable && !tag.writable &&
      !tag.enumerable;
}

function isInstanceOf(id, name, value) {
  if (typeof value !== 'object' || value === null || !process.versions.openssl)
    return false;
  try {
    return require(id)[name](value);
  } catch {
    return false;          // no such module in this build
  }
}

const types = {
  isArgumentsObject(value) { return kindOf(value) === KIND.ARGUMENTS; },
  isArrayBuffer(value) { return kindOf(value) === KIND.BUFFER &&
      branded(ArrayBufferPrototypeGetByteLength, value); },
  isAsyncFunction(value) { return isFunction(value) && flavour(value).async; },
  isBigIntObject(value) { return kindOf(value) === KIND.BOXED &&
      branded(BigIntPrototypeValueOf, value); },
  isBooleanObject(value) { return kindOf(value) === KIND.BOOLEAN; },
  isDate(value) { return kindOf(value) === KIND.DATE; },
  isExternal() { return false; },          // the engine has no such objects
  isGeneratorFunction(value) { return isFunction(value) && flavour(value).generator; },
  isGeneratorObject(value) { return kindOf(value) === KIND.GENERATOR; },
  isMap(value) { return kindOf(value) === KIND.MAP; },
  isMapIterator(value) { return kindOf(value) === KIND.MAP_ITERATOR; },
  isModuleNamespaceObject(value) { return looksLikeNamespace(value); },
  isNativeError(value) { return kindOf(value) === KIND.ERROR; },
  isNumberObject(value) { return kindOf(value) === KIND.NUMBER; },
  isPromise(value) { return kindOf(value) === KIND.PROMISE; },
  isProxy(value) { return kindOf(value) === KIND.PROXY && !isLiveNamespace(value); },
  isRegExp(value) { return kindOf(value) === KIND.REGEXP; },
  isSet(value) { return kindOf(value) === KIND.SET; },
  isSetIterator(value) { return kindOf(value) === KIND.SET_ITERATOR; },
  // The accessor of the other kind: most buffers are not shared, and an error costs 3 us.
  isSharedArrayBuffer(value) {
    return kindOf(value) === KIND.BUFFER && !branded(ArrayBufferPrototypeGetByteLength, value);
  },
  isStringObject(value) { return kindOf(value) === KIND.STRING; },
  isSymbolObject(value) { return kindOf(value) === KIND.BOXED &&
      branded(SymbolPrototypeValueOf, value); },
  isWeakMap(value) { return kindOf(value) === KIND.WEAK_MAP; },
  isWeakSet(value) { return kindOf(value) === KIND.WEAK_SET; },
  isAnyArrayBuffer(value) { return kindOf(value) === KIND.BUFFER; },
  isBoxedPrimitive(value) {
    const kind = kindOf(value);
    return kind === KIND.NUMBER || kind === KIND.STRING || kind === KIND.BOOLEAN ||
      (kind === KIND.BOXED && (types.isSymbolObject(value) || types.isBigIntObject(value)));
  },
  isArrayBufferView: isView,
  isDataView(value) { return isView(value) && nameOfTyped(value) === undefined; },
  isTypedArray(value) { return nameOfTyped(value) !== undefined; },
  isUint8Array(value) { return nameOfTyped(value) === 'Uint8Array'; },
  isUint8ClampedArray(value) { return nameOfTyped(value) === 'Uint8ClampedArray'; },
  isUint16Array(value) { return nameOfTyped(value) === 'Uint16Array'; },
  isUint32Array(value) { return nameOfTyped(value) === 'Uint32Array'; },
  isInt8Array(value) { return nameOfTyped(value) === 'Int8Array'; },
  isInt16Array(value) { return nameOfTyped(value) === 'Int16Array'; },
  isInt32Array(value) { return nameOfTyped(value) === 'Int32Array'; },
  isFloat16Array(value) { return nameOfTyped(value) === 'Float16Array'; },
  isFloat32Array(value) { return nameOfTyped(value) === 'Float32Array'; },
  isFloat64Array(value) { return nameOfTyped(value) === 'Float64Array'; },
  isBigInt64Array(value) { return nameOfTyped(value) === 'BigInt64Array'; },
  isBigUint64Array(value) { return nameOfTyped(value) === 'BigUint64Array'; },
};

ArrayPrototypeForEach.call(['isKeyObject', 'isCryptoKey'], (name) => {
  ObjectDefineProperty(types, name, {
    __proto__: null, configurable: false, enumerable: true,
    value(value) { return isInstanceOf('internal/crypto/keys', name, value); },
  });
});

module.exports = types;
