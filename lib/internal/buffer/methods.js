'use strict';
// Buffer.prototype, all but the numbers.
// (1) A method works on any Uint8Array; on anything else it throws a TypeError.
// (2) Loops in JavaScript serve the small cases, C the large ones. The limits are measured.
// (3) Lengths and offsets are read by the language's accessors: the program may have replaced them.

const {
  ArrayBufferIsView, ArrayPrototypeSlice, MathMax, MathMin, MathTrunc: trunc,
  NumberMAX_SAFE_INTEGER, SafeArray, StringPrototypeCharCodeAt, SymbolFor,
  TypedArrayPrototypeFill, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeIndexOf, TypedArrayPrototypeSet,
  Uint8Array,
} = primordials;
const {
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_BUFFER_SIZE,
    ERR_OUT_OF_RANGE,
    ERR_UNKNOWN_ENCODING,
  },
} = require('internal/errors');
const { validateBuffer } = require('internal/validators');
const binding = internalBinding('buffer');
const { staging, range } = binding;
const { FastBuffer, byteLengthOf, kMaxLength } = require('internal/buffer');
const codecs = require('internal/buffer/codec');
const {
  byteCountOf, bytesOf, codecOf, hasByteElements, isUint8Array, lengthOf, utf8, utf16le, latin1,
} = codecs;

const customInspect = SymbolFor('nodejs.util.inspect.custom');

function checkUint8Array(value, name) {
  if (!isUint8Array(value))
    throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], value);
}

// The same, and returns the length.
function checkedLength(value, name) {
  const length = byteCountOf(value);
  if (length < 0)
    throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], value);
  return length;
}

const isTypedArray = (value) => TypedArrayPrototypeGetSymbolToStringTag.call(value) !== undefined;

function checkThis(self) {
  if (!ArrayBufferIsView(self))
    throw new ERR_INVALID_ARG_TYPE('this', ['Buffer', 'Uint8Array'], self);
}

function lengthOfThis(self) {
  try {
    return TypedArrayPrototypeGetLength.call(self);
  } catch {
    checkThis(self);
    return self.length; // of a DataView
  }
}

function knownCodec(encoding) {
  const codec = codecOf(encoding);
  if (codec === undefined)
    throw new ERR_UNKNOWN_ENCODING(encoding);
  return codec;
}

// As an integer; what is no number counts as 0.
function toInteger(value, fallback) {
  value = +value;
  return value >= -NumberMAX_SAFE_INTEGER && value <= NumberMAX_SAFE_INTEGER ?
    trunc(value) : fallback;
}

function checkOffset(value, name, max = NumberMAX_SAFE_INTEGER) {
  if (typeof value !== 'number')
    throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (trunc(value) !== value)
    throw new ERR_OUT_OF_RANGE(name, 'an integer', value);
  if (value < 0 || value > max)
    throw new ERR_OUT_OF_RANGE(name, `>= 0 && <= ${max}`, value);
}

// ---- Text ----

// These two have texts of their own under codes whose usual text is another.
function noString() {
  const error = new primordials.TypeError('argument must be a string');
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

function outOfIndex() {
  const error = new primordials.RangeError('Index out of range');
  error.code = 'ERR_OUT_OF_RANGE';
  throw error;
}

const isPlain = (value) => value === undefined || typeof value === 'number';

function toString(encoding, start, end) {
  const length = lengthOfThis(this);
  if (arguments.length === 0)
    return utf8.slice(this, 0, length, length);
  // Converting other arguments may run code of the program, which may resize the buffer.
  const isFixed = isPlain(start) && isPlain(end) &&
    (encoding === undefined || typeof encoding === 'string');
  if (start <= 0)
    start = 0;
  else if (start >= length)
    return '';
  else
    start = trunc(start) || 0;
  if (end === undefined || end > length)
    end = length;
  else
    end = trunc(end) || 0;
  if (end <= start)
    return '';
  const codec = encoding === undefined ? utf8 : knownCodec(encoding);
  if (isFixed)
    return codec.slice(this, start, end, length);
  if (end > lengthOfThis(this))
    outOfIndex();
  return codec.slice(this, start, end);
}

function write(string, offset, length, encoding) {
  if (typeof string !== 'string')
    throw noString();
  const size = lengthOfThis(this);
  // Without an offset nothing after it counts, as it has always been.
  if (offset === undefined)
    return utf8.write(this, string, 0, size);
  if (typeof offset === 'string' && length === undefined) { // write(string, encoding)
    encoding = offset;
    offset = 0;
    length = size;
  } else {
    checkOffset(offset, 'offset', size);
    const room = size - offset;
    if (length === undefined) {
      length = room;
    } else if (typeof length === 'string') { // write(string, offset, encoding)
      encoding = length;
      length = room;
    } else {
      checkOffset(length, 'length', size);
      if (length > room)
        length = room;
    }
  }
  return (encoding ? knownCodec(encoding) : utf8).write(this, string, offset, length);
}

function checkIndex(value, fallback) {
  if (value === undefined)
    return fallback;
  value = toInteger(value, 0);
  if (value < 0)
    outOfIndex();
  return value;
}

// The methods by encoding (latin1Slice, hexWrite ...): nobody documents them, many call them.
function slicer(codec) {
  return function(start, end) {
    const length = lengthOfThis(this);
    start = checkIndex(start, 0);
    end = checkIndex(end, length);
    if (end < start)
      end = start;
    if (end > length)
      outOfIndex();
    return start === end ? '' : codec.slice(this, start, end);
  };
}

// For the encodings of one byte and UTF-8 a length that does not fit is an error, for the others it
// is cut.
function writer(codec, isStrict) {
  return function(string, offset, length) {
    const size = lengthOfThis(this);
    if (typeof string !== 'string')
      throw noString();
    offset = offset === undefined ? 0 : toInteger(offset, 0);
    if (offset < 0 && !isStrict)
      outOfIndex();
    if (offset < 0 || offset > size)
      throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    const room = size - offset;
    length = length === undefined ? room : toInteger(length, 0);
    if (length < 0 && !isStrict)
      outOfIndex();
    if (length < 0 || (isStrict && length > room))
      throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    return codec.write(this, string, offset, MathMin(length, room));
  };
}

// ---- Comparing and searching ----

const LOOP = 48; // bytes that a loop compares in the time of a call

function compareBytes(a, b, na = TypedArrayPrototypeGetLength.call(a),
                      nb = TypedArrayPrototypeGetLength.call(b)) {
  const both = na < nb ? na : nb;
  if (both > LOOP)
    return binding.compare(a, b);
  for (let i = 0; i < both; i++) {
    if (a[i] !== b[i])
      return a[i] < b[i] ? -1 : 1;
  }
  return na < nb ? -1 : na > nb ? 1 : 0;
}

const part = (view, start, end) =>
  new Uint8Array(TypedArrayPrototypeGetBuffer.call(view),
                 TypedArrayPrototypeGetByteOffset.call(view) + start, end - start);

function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
  const sourceLength = checkedLength(this, 'this');
  const targetLength = checkedLength(target, 'target');
  if (arguments.length === 1)
    return compareBytes(this, target, sourceLength, targetLength);
  if (targetStart === undefined)
    targetStart = 0;
  else
    checkOffset(targetStart, 'targetStart');
  if (targetEnd === undefined)
    targetEnd = targetLength;
  else
    checkOffset(targetEnd, 'targetEnd', targetLength);
  if (sourceStart === undefined)
    sourceStart = 0;
  else
    checkOffset(sourceStart, 'sourceStart');
  if (sourceEnd === undefined)
    sourceEnd = sourceLength;
  else
    checkOffset(sourceEnd, 'sourceEnd', sourceLength);
  if (sourceStart >= sourceEnd)
    return targetStart >= targetEnd ? 0 : -1;
  if (targetStart >= targetEnd)
    return 1;
  return compareBytes(part(this, sourceStart, sourceEnd), part(target, targetStart, targetEnd));
}

function equals(otherBuffer) {
  const length = checkedLength(this, 'this');
  const otherLength = checkedLength(otherBuffer, 'otherBuffer');
  if (this === otherBuffer)
    return true;
  return length === otherLength && compareBytes(this, otherBuffer, length, length) === 0;
}

// Where the search begins, -1 when nothing can be found from there. A negative offset counts from
// the end of the buffer, wherever the search ends.
function searchStart(length, end, offset, size, forward) {
  if (offset < 0) {
    offset += length;
    if (offset < 0) {
      if (!forward && size !== 0)
        return -1;
      offset = 0;
    }
  }
  if (offset + size <= end)
    return offset;
  if (size === 0)
    return end;
  return forward ? -1 : end - 1;
}

function searchByte(buf, value, start, end, forward) {
  if (start < 0 || end === 0)
    return -1;
  value = (value >>> 0) & 0xff;
  if (!forward)
    return lastByte(buf, value, start);
  const found = TypedArrayPrototypeIndexOf.call(buf, value, start);
  return found < end ? found : -1;
}

function searchCodec(value, encoding) {
  if (typeof value === 'string')
    return encoding === undefined ? utf8 : knownCodec(encoding);
  if (!isUint8Array(value))
    throw new ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
  return encoding !== undefined && codecOf(encoding) === utf16le ? utf16le : utf8;
}

// indexOf(value, start, end, encoding), of which start and end may be left out.
function search(buf, value, offset, end, encoding, forward) {
  validateBuffer(buf);
  if (!hasByteElements(buf))
    buf = bytesOf(buf);
  const length = TypedArrayPrototypeGetLength.call(buf);
  if (typeof offset === 'string') {
    encoding = offset;
    offset = undefined;
  } else if (typeof end === 'string') {
    encoding = end;
  }
  if (typeof end === 'string')
    end = undefined;
  end = end === undefined ? length : MathMin(MathMax(trunc(+end) || 0, 0), length);
  offset = +offset;
  if (offset !== offset)
    offset = forward ? 0 : length;
  offset = trunc(MathMin(MathMax(offset, -kMaxLength), kMaxLength));

  if (typeof value === 'number')
    return searchByte(buf, value, searchStart(length, end, offset, 1, forward), end, forward);
  const codec = searchCodec(value, encoding);
  const size = typeof value === 'string' ? codec.byteLength(value) :
    TypedArrayPrototypeGetLength.call(value);
  const start = searchStart(length, end, offset, size, forward);
  if (size === 0 || start < 0)
    return start;
  if (forward && typeof value === 'string' && end - start <= LOOP && codec.isText) {
    const found = findAscii(buf, value, start, end - size);
    if (found !== -2)
      return found;
  } else if (forward && typeof value !== 'string' && end - start <= LOOP && codec !== utf16le) {
    return findBytes(buf, value, size, start, end - size);
  }
  return find(end < length ? bytesOf(buf, 0, end) : buf, value, start, codec, forward);
}

function find(buf, value, start, codec, forward) {
  range[0] = start;
  range[1] = codec.id;
  range[2] = forward ? 1 : 0;
  return binding.indexOf(buf, value);
}

// In a small buffer; -2 when the text is not ASCII, so that its bytes are not its characters.
function findAscii(buf, text, start, last) {
  const size = text.length;
  for (let i = 0; i < size; i++) {
    if (StringPrototypeCharCodeAt.call(text, i) > 0x7f)
      return -2;
  }
  const first = StringPrototypeCharCodeAt.call(text, 0);
  for (let place = start; place <= last; place++) {
    if (buf[place] !== first)
      continue;
    let i = 1;
    while (i < size && buf[place + i] === StringPrototypeCharCodeAt.call(text, i))
      i++;
    if (i === size)
      return place;
  }
  return -1;
}

function findBytes(buf, bytes, size, start, last) {
  const first = bytes[0];
  for (let place = start; place <= last; place++) {
    if (buf[place] !== first)
      continue;
    let i = 1;
    while (i < size && buf[place + i] === bytes[i])
      i++;
    if (i === size)
      return place;
  }
  return -1;
}

function lastByte(buf, value, start) {
  const end = start - LOOP;
  for (let i = start; i >= 0 && i > end; i--) {
    if (buf[i] === value)
      return i;
  }
  if (end < 0)
    return -1;
  const one = new Uint8Array(1);
  one[0] = value;
  return find(buf, one, end, utf8, false);
}

function indexOf(value, start, end, encoding) {
  // Of all bytes: the engine's own method.
  if (typeof value === 'number' && start === undefined && end === undefined &&
      byteCountOf(this) >= 0)
    return TypedArrayPrototypeIndexOf.call(this, (value >>> 0) & 0xff);
  return search(this, value, start, end, encoding, true);
}

function lastIndexOf(value, start, end, encoding) {
  return search(this, value, start, end, encoding, false);
}

function includes(value, start, end, encoding) {
  return search(this, value, start, end, encoding, true) !== -1;
}

// ---- Filling and copying ----

// Repeats the first bytes of a range.
function fillPattern(buf, size, start, end) {
  range[0] = start;
  range[1] = end;
  range[2] = size;
  return size < end - start ? binding.repeat(buf) : buf;
}

function fillString(buf, value, start, end, encoding) {
  if (encoding !== undefined && typeof encoding !== 'string')
    throw new ERR_INVALID_ARG_TYPE('encoding', 'string', encoding);
  const codec = encoding === undefined ? utf8 : knownCodec(encoding);
  if (value.length === 0)
    return TypedArrayPrototypeFill.call(buf, 0, start, end);
  if (start >= end)
    return buf;
  const most = codec.byteLength(value);
  if (codec.isText && most <= end - start) {
    codec.write(buf, value, start, most);
    return most === 1 ? TypedArrayPrototypeFill.call(buf, buf[start], start, end) :
      fillPattern(buf, most, start, end);
  }
  const pattern = new Uint8Array(most);
  const size = codec.write(pattern, value, 0, most);
  if (size === 0)
    throw new ERR_INVALID_ARG_VALUE('value', value);
  if (size === 1)
    return TypedArrayPrototypeFill.call(buf, pattern[0], start, end);
  const room = MathMin(size, end - start);
  TypedArrayPrototypeSet.call(
    buf, room === most ? pattern : part(pattern, 0, room), start);
  return fillPattern(buf, size, start, end);
}

function fillView(buf, value, start, end) {
  const bytes = isUint8Array(value) ? value : bytesOf(value);
  const size = TypedArrayPrototypeGetLength.call(bytes);
  if (size === 0)
    throw new ERR_INVALID_ARG_VALUE('value', value);
  if (start >= end)
    return buf;
  const room = MathMin(size, end - start);
  TypedArrayPrototypeSet.call(buf, room === size ? bytes : part(bytes, 0, room), start);
  return fillPattern(buf, size, start, end);
}

function fillRange(buf, length, value, offset, end, encoding) {
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') {
      encoding = offset;
      offset = undefined;
      end = undefined;
    } else if (typeof end === 'string') {
      encoding = end;
      end = undefined;
    }
  }
  if (offset === undefined) {
    offset = 0;
    end = length;
  } else {
    checkOffset(offset, 'offset');
    if (end === undefined)
      end = length;
    else
      checkOffset(end, 'end', length);
  }
  if (typeof value === 'string')
    return fillString(buf, value, offset, end, encoding);
  if (offset >= end)
    return buf;
  if (ArrayBufferIsView(value))
    return fillView(buf, value, offset, end);
  return TypedArrayPrototypeFill.call(buf, value & 255, offset, end);
}

function fill(value, offset, end, encoding) {
  return fillRange(this, checkedLength(this, 'this'), value, offset, end, encoding);
}

const SHORT_COPY = 32; // bytes that two loops copy in the time that a view takes

// Returns how many bytes were copied. The ranges may overlap.
function copyBytes(source, target, targetStart, sourceStart, sourceEnd) {
  const from = hasByteElements(source) ? source : bytesOf(source);
  const to = hasByteElements(target) ? target : bytesOf(target);
  return copyRange(from, TypedArrayPrototypeGetLength.call(from), to,
                   TypedArrayPrototypeGetLength.call(to), targetStart, sourceStart, sourceEnd);
}

function copyRange(from, size, to, toSize, targetStart, sourceStart, sourceEnd) {
  const most = (sourceEnd < size ? sourceEnd : size) - sourceStart;
  const room = toSize - targetStart;
  const count = most < room ? most : room;
  if (count <= 0)
    return 0;
  if (count === size) {
    TypedArrayPrototypeSet.call(to, from, targetStart);
  } else if (count <= SHORT_COPY) {
    for (let i = 0; i < count; i++)
      staging[i] = from[sourceStart + i];
    for (let i = 0; i < count; i++)
      to[targetStart + i] = staging[i];
  } else {
    TypedArrayPrototypeSet.call(to, part(from, sourceStart, sourceStart + count), targetStart);
  }
  return count;
}

function copyIndex(value, name, fallback) {
  if (value === undefined)
    return fallback;
  value = toInteger(value, fallback);
  if (value < 0)
    throw new ERR_OUT_OF_RANGE(name, '>= 0', value);
  return value;
}

function copy(target, targetStart, sourceStart, sourceEnd) {
  if (!isPlain(targetStart) || !isPlain(sourceStart) || !isPlain(sourceEnd)) {
    // Before the sizes are read: this may run code of the program, which may resize a buffer.
    targetStart = +targetStart;
    sourceStart = sourceStart === undefined ? undefined : +sourceStart;
    sourceEnd = sourceEnd === undefined ? undefined : +sourceEnd;
  }
  const size = byteCountOf(this);
  const toSize = byteCountOf(target);
  if (size < 0 || toSize < 0)
    return copyViews(this, target, targetStart, sourceStart, sourceEnd);
  targetStart = copyIndex(targetStart, 'targetStart', 0);
  sourceStart = sourceIndex(sourceStart, size);
  sourceEnd = copyIndex(sourceEnd, 'sourceEnd', size);
  return copyRange(this, size, target, toSize, targetStart, sourceStart, sourceEnd);
}

function sourceIndex(value, size) {
  if (value === undefined)
    return 0;
  value = toInteger(value, 0);
  if (value < 0 || value > size)
    throw new ERR_OUT_OF_RANGE('sourceStart', `>= 0 && <= ${size}`, value);
  return value;
}

// Of views whose elements are no bytes.
function copyViews(source, target, targetStart, sourceStart, sourceEnd) {
  if (!ArrayBufferIsView(source))
    throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  if (!ArrayBufferIsView(target))
    throw new ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], target);
  targetStart = copyIndex(targetStart, 'targetStart', 0);
  sourceStart = sourceIndex(sourceStart, byteLengthOf(source));
  sourceEnd = copyIndex(sourceEnd, 'sourceEnd', Infinity);
  return copyBytes(source, target, targetStart, sourceStart, sourceEnd);
}

// ---- Views ----

function bound(value, length) {
  if (value >= 0 && value <= length && (value | 0) === value)
    return value;
  value = +value;
  if (value !== value)
    return 0;
  value = trunc(value);
  if (value < 0) {
    value += length;
    return value > 0 ? value : 0;
  }
  return value < length ? value : length;
}

function subarray(start, end) {
  const size = byteCountOf(this);
  const length = size >= 0 ? size : lengthOf(this);
  start = start === undefined ? 0 : bound(start, length);
  end = end === undefined ? length : bound(end, length);
  const count = end > start ? end - start : 0;
  return size >= 0 || isTypedArray(this) ?
    new FastBuffer(TypedArrayPrototypeGetBuffer.call(this),
                   TypedArrayPrototypeGetByteOffset.call(this) + start, count) :
    new FastBuffer(this.buffer, this.byteOffset + start, count);
}

// Not our subarray() but this object's: on a plain Uint8Array the result is one too.
function slice(start, end) {
  return this.subarray(start, end);
}

function swapper(width, swap) {
  return function() {
    checkUint8Array(this, 'this');
    const length = TypedArrayPrototypeGetLength.call(this);
    if (length % width !== 0)
      throw new ERR_INVALID_BUFFER_SIZE(`${width * 8}-bits`);
    if (length > 64)
      return swap(this);
    for (let i = 0; i < length; i += width) {
      for (let low = i, high = i + width - 1; low < high; low++, high--) {
        const byte = this[low];
        this[low] = this[high];
        this[high] = byte;
      }
    }
    return this;
  };
}

function toJSON() {
  const bytes = new SafeArray();
  const length = lengthOf(this);
  for (let i = 0; i < length; i++)
    bytes.push(this[i]);
  return { type: 'Buffer', data: ArrayPrototypeSlice.call(bytes) };
}

let inspector;
function inspect(recurseTimes, context) {
  inspector ??= require('internal/buffer/inspect');
  return inspector.inspectBuffer(this, context);
}

const prototypeMethods = {
  asciiSlice: slicer(codecs.ascii),
  base64Slice: slicer(codecs.base64),
  base64urlSlice: slicer(codecs.base64url),
  latin1Slice: slicer(latin1),
  hexSlice: slicer(codecs.hex),
  ucs2Slice: slicer(utf16le),
  utf8Slice: slicer(utf8),
  asciiWrite: writer(codecs.ascii, true),
  base64Write: writer(codecs.base64),
  base64urlWrite: writer(codecs.base64url),
  latin1Write: writer(latin1, true),
  hexWrite: writer(codecs.hex),
  ucs2Write: writer(utf16le),
  utf8Write: writer(utf8, true),
  copy, toString, equals, inspect, compare, indexOf, lastIndexOf, includes, fill, write, toJSON,
  subarray, slice, swap16: swapper(2, binding.swap16), swap32: swapper(4, binding.swap32),
  swap64: swapper(8, binding.swap64),
  toLocaleString: toString,
  [customInspect]: inspect,
};

module.exports = { checkedLength, compareBytes, copyBytes, fillRange, isUint8Array, part,
                   prototypeMethods };
