'use strict';
// node:buffer. The class is FastBuffer (internal/buffer); `Buffer` is the function of old that
// shares its prototype. Blob, File and what needs them are loaded when first asked for.

const {
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { validateArray, validateInteger, validateNumber } = require('internal/validators');
const binding = internalBinding('buffer');
const {
  FastBuffer, assertSize, fromString, kMaxLength, unpooled, unsafe,
} = require('internal/buffer');
const { codecOf, utf8 } = require('internal/buffer/codec');
const {
  checkUint8Array, compareBytes, fillRange, isUint8Array, part, prototypeMethods,
} = require('internal/buffer/methods');
const { addNumbers } = require('internal/buffer/lazy_numbers');
const shown = require('internal/buffer/limit');

const define = Object.defineProperty;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const typed = Object.getPrototypeOf(Uint8Array.prototype);
const { set, fill: fillBytes } = typed;
const arrayBufferLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
const sharedLength = globalThis.SharedArrayBuffer === undefined ? arrayBufferLength :
  Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get;
const lengthOf = Object.getOwnPropertyDescriptor(typed, 'length').get;

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

Object.setPrototypeOf(Buffer, Uint8Array);
Buffer.prototype = FastBuffer.prototype;
define(Buffer, Symbol.species, {
  __proto__: null, configurable: true, enumerable: false, get() { return FastBuffer; },
});
define(Buffer.prototype, 'constructor', {
  __proto__: null, value: Buffer, writable: true, enumerable: false, configurable: true,
});
addNumbers(Buffer.prototype);
Object.assign(Buffer.prototype, prototypeMethods);
define(Buffer.prototype, 'parent', {
  __proto__: null, enumerable: true, get() { return this instanceof Buffer ? this.buffer : undefined; },
});
define(Buffer.prototype, 'offset', {
  __proto__: null, enumerable: true, get() { return this instanceof Buffer ? this.byteOffset : undefined; },
});

// ---- Making buffers ----

// Of any realm: the prototype says nothing, only the object itself can answer.
function isAnyArrayBuffer(value) {
  const tag = value[Symbol.toStringTag];
  if (tag !== 'ArrayBuffer' && tag !== 'SharedArrayBuffer')
    return false;
  try {
    (tag === 'ArrayBuffer' ? arrayBufferLength : sharedLength).call(value);
    return true;
  } catch {
    return false;
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
  const most = buffer.byteLength - byteOffset;
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

// A copy of what has a length and elements.
function fromElements(elements) {
  if (!(elements.length > 0))
    return new FastBuffer();
  if (elements.length > 4096 || isView(elements)) {
    const buf = unsafe(elements.length, Buffer.poolSize);
    set.call(buf, elements);
    return buf;
  }
  const buf = unsafe(elements.length, Buffer.poolSize);
  for (let i = 0; i < buf.length; i++)
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
    if (isUint8Array(value) && value.valueOf === Object.prototype.valueOf)
      return fromElements(value);
    if (isAnyArrayBuffer(value))
      return fromArrayBuffer(value, encodingOrOffset, length);
    const primitive = value.valueOf && value.valueOf();
    if (primitive != null && primitive !== value &&
        (typeof primitive === 'string' || typeof primitive === 'object'))
      return Buffer.from(primitive, encodingOrOffset, length);
    const made = fromObject(value);
    if (made !== undefined)
      return made;
    if (typeof value[Symbol.toPrimitive] === 'function') {
      const text = value[Symbol.toPrimitive]('string');
      if (typeof text === 'string')
        return fromString(text, encodingOrOffset, Buffer.poolSize);
    }
  }
  throw new ERR_INVALID_ARG_TYPE(
    'first argument', ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
};

Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (!isView(view) || view instanceof DataView)
    throw new ERR_INVALID_ARG_TYPE('view', ['TypedArray'], view);
  let end = view.length;
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
      end = Math.min(end, offset + length);
    }
    view = view.slice(offset, end);
  }
  return fromElements(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
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
  return fillRange(unpooled(size), fill, typeof fill === 'string' ? encoding : undefined);
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
  checkUint8Array(buf1, 'buf1');
  checkUint8Array(buf2, 'buf2');
  return buf1 === buf2 ? 0 : compareBytes(buf1, buf2);
};

Buffer.isEncoding = function isEncoding(encoding) {
  return typeof encoding === 'string' && encoding.length !== 0 && codecOf(encoding) !== undefined;
};

// The real length, whatever a `length` of its own may say: what is not copied would show old memory.
function lengthAt(list, i) {
  if (!isUint8Array(list[i]))
    throw new ERR_INVALID_ARG_TYPE(`list[${i}]`, ['Buffer', 'Uint8Array'], list[i]);
  return lengthOf.call(list[i]);
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
    set.call(target, size === lengthOf.call(source) ? source : part(source, 0, size), at);
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
  // More was asked for than the list has: that memory was somebody else's.
  if (at < length)
    fillBytes.call(result, 0, at, length);
  return result;
};

Buffer.byteLength = function byteLength(string, encoding) {
  if (typeof string !== 'string') {
    if (isView(string) || (typeof string === 'object' && string !== null && isAnyArrayBuffer(string)))
      return string.byteLength;
    throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], string);
  }
  return (encoding === undefined ? utf8 : codecOf(encoding) ?? utf8).byteLength(string);
};

// ---- The module's functions ----

function checkBytes(input) {
  if (!isView(input) && !(typeof input === 'object' && input !== null && isAnyArrayBuffer(input)))
    throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
}

// C that has seen a buffer's memory pins it there, and it can no longer be transferred without a copy:
// so a copy of what is small is looked at instead.
function unpinned(input) {
  if (input.byteLength > 1024)
    return input;
  const bytes = isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
  return bytes.slice();
}

function isUtf8(input) {
  checkBytes(input);
  return input.byteLength === 0 || binding.isUtf8(unpinned(input));
}

function isAscii(input) {
  checkBytes(input);
  return input.byteLength === 0 || binding.isAscii(unpinned(input));
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

// Who asks for the limit of strings has it kept from then on.
const stringLimit = () => require('internal/buffer/string_limit').kStringMaxLength;
let constants;
define(module.exports, 'kStringMaxLength', { __proto__: null, enumerable: true, get: stringLimit });
define(module.exports, 'constants', {
  __proto__: null,
  enumerable: true,
  get() {
    return constants ??= Object.defineProperties({}, {
      MAX_LENGTH: { value: kMaxLength, enumerable: true },
      MAX_STRING_LENGTH: { value: stringLimit(), enumerable: true },
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

for (const [name, file] of [
  ['Blob', 'blob'], ['resolveObjectURL', 'blob'], ['File', 'file'],
]) {
  define(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true, get() { return require(`internal/${file}`)[name]; },
  });
}
