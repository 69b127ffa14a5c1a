'use strict';
// node:buffer. The class is FastBuffer (internal/buffer); `Buffer` is the function of old that
// shares its prototype. Blob, File and what needs them are loaded on first use.

const {
  ArrayBufferIsView: isView, ArrayBufferPrototypeGetByteLength, ArrayIsArray: isArray, MathMin,
  Object, ObjectAssign, ObjectDefineProperties, ObjectDefineProperty, ObjectSetPrototypeOf,
  SharedArrayBufferPrototypeGetByteLength, SymbolSpecies, SymbolToPrimitive,
  TypedArrayPrototypeFill, TypedArrayPrototypeGetLength, TypedArrayPrototypeGetSymbolToStringTag,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const {
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { validateArray, validateInteger, validateNumber } = require('internal/validators');
const binding = internalBinding('buffer');
const internal = require('internal/buffer');
const { FastBuffer, assertSize, byteLengthOf, fromString, kMaxLength, unpooled, unsafe } = internal;
const { byteCountOf, bytesOf, codecOf, utf8 } = require('internal/buffer/codec');
const {
  checkedLength, compareBytes, fillRange, isUint8Array, part, prototypeMethods,
} = require('internal/buffer/methods');
const { addNumbers } = require('internal/buffer/lazy_numbers');
const shown = require('internal/buffer/limit');

const define = ObjectDefineProperty;
// The program's own: a primordial is of another realm.
const { valueOf: plainValueOf } = Object.prototype;

let warn;
function Buffer(arg, encodingOrOffset, length) {
  warn ??= require('internal/buffer/deprecated').warnOnce;
  warn(new.target === undefined);
  if (typeof arg === 'number') {
    if (typeof encodingOrOffset === 'string')
      throw new ERR_INVALID_ARG_TYPE('string', 'string', arg);
    return Buffer.alloc(arg);
  }
  return Buffer.from(arg, encodingOrOffset, length);
}

ObjectSetPrototypeOf(Buffer, Uint8Array);
Buffer.prototype = FastBuffer.prototype;
define(Buffer, SymbolSpecies, {
  __proto__: null, configurable: true, enumerable: false, get() { return FastBuffer; },
});
define(Buffer.prototype, 'constructor', {
  __proto__: null, value: Buffer, writable: true, enumerable: false, configurable: true,
});
addNumbers(Buffer.prototype);
ObjectAssign(Buffer.prototype, prototypeMethods);
define(Buffer.prototype, 'parent', {
  __proto__: null, enumerable: true,
  get() { return this instanceof Buffer ? this.buffer : undefined; },
});
define(Buffer.prototype, 'offset', {
  __proto__: null, enumerable: true,
  get() { return this instanceof Buffer ? this.byteOffset : undefined; },
});

// ---- Making buffers ----

// Of any realm, so that the prototype does not decide.
let anyArrayBuffer;
function isAnyArrayBuffer(value) {
  if (isArray(value) || isView(value))
    return false;
  anyArrayBuffer ??= require('internal/util/types').isAnyArrayBuffer;
  return anyArrayBuffer(value);
}

// buffer.byteLength, whatever the program has made of that accessor.
function sizeOf(buffer) {
  try {
    return ArrayBufferPrototypeGetByteLength.call(buffer);
  } catch {
    return SharedArrayBufferPrototypeGetByteLength.call(buffer);
  }
}

function fromArrayBuffer(buffer, byteOffset, length) {
  if (byteOffset === undefined) {
    byteOffset = 0;
  } else {
    byteOffset = +byteOffset;
    if (byteOffset !== byteOffset)
      byteOffset = 0;
  }
  const most = sizeOf(buffer) - byteOffset;
  if (most < 0)
    throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (length !== undefined) {
    length = +length;
    if (length > 0) {
      if (length > most)
        throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    } else {
      length = 0;
    }
  }
  return new FastBuffer(buffer, byteOffset, length);
}

function fromView(view) {
  const length = TypedArrayPrototypeGetLength.call(view);
  if (length === 0)
    return new FastBuffer();
  const buf = unsafe(length, Buffer.poolSize);
  TypedArrayPrototypeSet.call(buf, view);
  return buf;
}

// A copy of what has a length and elements.
function fromElements(elements) {
  if (TypedArrayPrototypeGetSymbolToStringTag.call(elements) !== undefined)
    return fromView(elements);
  const { length } = elements;
  if (!(length > 0))
    return new FastBuffer();
  const buf = unsafe(length, Buffer.poolSize);
  if (length > 4096) {
    TypedArrayPrototypeSet.call(buf, elements);
    return buf;
  }
  const size = TypedArrayPrototypeGetLength.call(buf);
  for (let i = 0; i < size; i++)
    buf[i] = elements[i];
  return buf;
}

function fromObject(object) {
  if (object.length !== undefined || (object.buffer != null && isAnyArrayBuffer(object.buffer)))
    return typeof object.length === 'number' ? fromElements(object) : new FastBuffer();
  if (object.type === 'Buffer' && isArray(object.data))
    return fromElements(object.data);
  return undefined;
}

Buffer.poolSize = 64 * 1024;

Buffer.from = function from(value, encodingOrOffset, length) {
  if (typeof value === 'string')
    return fromString(value, encodingOrOffset, Buffer.poolSize);
  if (typeof value === 'object' && value !== null) {
    if (isUint8Array(value) && value.valueOf === plainValueOf)
      return fromView(value);
    if (isAnyArrayBuffer(value))
      return fromArrayBuffer(value, encodingOrOffset, length);
    const primitive = value.valueOf && value.valueOf();
    if (primitive != null && primitive !== value &&
        (typeof primitive === 'string' || typeof primitive === 'object'))
      return internal.bufferFrom(primitive, encodingOrOffset, length);
    const made = fromObject(value);
    if (made !== undefined)
      return made;
    if (typeof value[SymbolToPrimitive] === 'function') {
      const text = value[SymbolToPrimitive]('string');
      if (typeof text === 'string')
        return fromString(text, encodingOrOffset, Buffer.poolSize);
    }
  }
  throw new ERR_INVALID_ARG_TYPE(
    'first argument', ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
};

Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (!isView(view) || TypedArrayPrototypeGetSymbolToStringTag.call(view) === undefined)
    throw new ERR_INVALID_ARG_TYPE('view', ['TypedArray'], view);
  let end = TypedArrayPrototypeGetLength.call(view);
  if (end === 0)
    return new FastBuffer();
  if (offset !== undefined || length !== undefined) {
    if (offset !== undefined) {
      validateInteger(offset, 'offset', 0);
      if (offset >= end)
        return new FastBuffer();
    } else {
      offset = 0;
    }
    if (length !== undefined) {
      validateInteger(length, 'length', 0);
      end = MathMin(end, offset + length);
    }
  }
  const width = byteLengthOf(view) / TypedArrayPrototypeGetLength.call(view);
  return fromElements(bytesOf(view, (offset ?? 0) * width, end * width));
};

Buffer.of = function of(...items) {
  const buf = unsafe(items.length, Buffer.poolSize);
  for (let i = 0; i < items.length; i++)
    buf[i] = items[i];
  return buf;
};

Buffer.alloc = function alloc(size, fill, encoding) {
  assertSize(size);
  if (fill === undefined || fill === 0 || size <= 0)
    return new FastBuffer(size);
  if (typeof encoding !== 'string' && encoding !== undefined)
    throw new ERR_INVALID_ARG_TYPE('encoding', 'string', encoding);
  const buf = unpooled(size);
  return fillRange(buf, TypedArrayPrototypeGetLength.call(buf), fill,
                   typeof fill === 'string' ? encoding : undefined);
};

Buffer.allocUnsafe = function allocUnsafe(size, alignment) {
  assertSize(size);
  if (alignment !== undefined)
    return require('internal/buffer/aligned').aligned(size, alignment);
  return unsafe(size, Buffer.poolSize);
};

Buffer.allocUnsafeSlow = function allocUnsafeSlow(size, alignment) {
  assertSize(size);
  if (alignment !== undefined)
    return require('internal/buffer/aligned').aligned(size, alignment);
  return unpooled(size);
};

// ---- Asking about buffers ----

Buffer.isBuffer = function isBuffer(b) {
  return b instanceof Buffer;
};

Buffer.compare = function compare(buf1, buf2) {
  const length1 = checkedLength(buf1, 'buf1');
  const length2 = checkedLength(buf2, 'buf2');
  return buf1 === buf2 ? 0 : compareBytes(buf1, buf2, length1, length2);
};

Buffer.isEncoding = function isEncoding(encoding) {
  return typeof encoding === 'string' && encoding.length !== 0 && codecOf(encoding) !== undefined;
};

// The real length, whatever an own `length` is: bytes that are not copied would show old memory.
function lengthAt(list, i) {
  const length = byteCountOf(list[i]);
  if (length < 0)
    throw new ERR_INVALID_ARG_TYPE(`list[${i}]`, ['Buffer', 'Uint8Array'], list[i]);
  return length;
}

function totalLength(list) {
  let length = 0;
  for (let i = 0; i < list.length; i++)
    length += lengthAt(list, i);
  return length;
}

// A few bytes are copied in less time than the engine's set() is called.
function put(target, source, at, size) {
  if (size <= 24) {
    for (let i = 0; i < size; i++)
      target[at + i] = source[i];
  } else {
    const isWhole = size === TypedArrayPrototypeGetLength.call(source);
    TypedArrayPrototypeSet.call(target, isWhole ? source : part(source, 0, size), at);
  }
}

Buffer.concat = function concat(list, length) {
  validateArray(list, 'list');
  if (list.length === 0)
    return new FastBuffer();
  if (length === undefined)
    length = totalLength(list);
  else
    validateInteger(length, 'length', 0, kMaxLength);
  const result = unsafe(length, Buffer.poolSize);
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    const size = lengthAt(list, i);
    const room = length - at;
    put(result, list[i], at, size < room ? size : room);
    at += size < room ? size : room;
  }
  // The result is longer than the list: the rest of the memory has old data.
  if (at < length)
    TypedArrayPrototypeFill.call(result, 0, at, length);
  return result;
};

Buffer.byteLength = function byteLength(string, encoding) {
  if (typeof string !== 'string') {
    if (isView(string) ||
        (typeof string === 'object' && string !== null && isAnyArrayBuffer(string)))
      return isView(string) ? byteLengthOf(string) : sizeOf(string);
    throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], string);
  }
  return (encoding === undefined ? utf8 : codecOf(encoding) ?? utf8).byteLength(string);
};

// For other built-ins: a program may replace the properties of Buffer.
ObjectAssign(internal, {
  __proto__: null, bufferFrom: Buffer.from, bufferAlloc: Buffer.alloc,
  bufferAllocUnsafe: Buffer.allocUnsafe, bufferAllocUnsafeSlow: Buffer.allocUnsafeSlow,
  bufferConcat: Buffer.concat, bufferByteLength: Buffer.byteLength, isBuffer: Buffer.isBuffer,
  isEncoding: Buffer.isEncoding,
});

// ---- The module's functions ----

function checkBytes(input) {
  if (!isView(input) && !(typeof input === 'object' && input !== null && isAnyArrayBuffer(input)))
    throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
}

// Memory that C has seen is pinned by the engine and cannot be transferred without a copy: C gets a
// copy of what is small.
function unpinned(input) {
  const bytes = isView(input) ? bytesOf(input) : new Uint8Array(input);
  return TypedArrayPrototypeGetLength.call(bytes) > 1024 ? bytes : new Uint8Array(bytes);
}

// A buffer that was transferred has no bytes, and no view can be made of it.
const isEmpty = (input) => (isView(input) ? byteLengthOf(input) : sizeOf(input)) === 0;

function isUtf8(input) {
  checkBytes(input);
  return isEmpty(input) || binding.isUtf8(unpinned(input));
}

function isAscii(input) {
  checkBytes(input);
  return isEmpty(input) || binding.isAscii(unpinned(input));
}

function invalidCharacter(message) {
  return require('internal/util').lazyDOMException(message, 'InvalidCharacterError');
}

function btoa(input) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('input');
  const result = binding.btoa(`${input}`);
  if (result === -1)
    throw invalidCharacter('Invalid character');
  return result;
}

function atob(input) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('input');
  const result = binding.atob(`${input}`);
  if (result === -1)
    throw invalidCharacter('Invalid character');
  if (result === -2)
    throw invalidCharacter('The string to be decoded is not correctly encoded.');
  return result;
}

module.exports = {
  Buffer,
  transcode(source, fromEncoding, toEncoding) {
    return require('internal/buffer/transcode').transcode(source, fromEncoding, toEncoding);
  },
  isUtf8,
  isAscii,
  kMaxLength,
  btoa,
  atob,
};

// Reading the limit of strings makes the runtime enforce it from then on.
const stringLimit = () => require('internal/buffer/string_limit').kStringMaxLength;
let constants;
define(module.exports, 'kStringMaxLength', { __proto__: null, enumerable: true, get: stringLimit });
define(module.exports, 'constants', {
  __proto__: null,
  enumerable: true,
  get() {
    return constants ??= ObjectDefineProperties({}, {
      __proto__: null,
      MAX_LENGTH: { __proto__: null, value: kMaxLength, enumerable: true },
      MAX_STRING_LENGTH: { __proto__: null, value: stringLimit(), enumerable: true },
    });
  },
});
define(module.exports, 'INSPECT_MAX_BYTES', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return shown.bytes; },
  set(value) {
    validateNumber(value, 'INSPECT_MAX_BYTES', 0);
    shown.bytes = value;
  },
});

const lazy = (name, file) => define(module.exports, name, {
  __proto__: null, configurable: true, enumerable: true,
  get() { return require(`internal/${file}`)[name]; },
});
lazy('Blob', 'blob');
lazy('resolveObjectURL', 'blob');
lazy('File', 'file');
