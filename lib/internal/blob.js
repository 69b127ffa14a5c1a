'use strict';
// Blob: bytes that do not change, in parts; and the registry of blob: URLs.
// (1) A blob copies its sources, so that later changes of the program's buffers do not show. The
//     parts of a file (internal/fs/blob.js) are read when their bytes are needed.
// (2) A slice shares the parts of its blob: nothing is copied until it is read.

const {
  ArrayBufferIsView: isView, ArrayPrototypeSome, MathMax, MathMin, MathTrunc, ObjectCreate,
  ObjectDefineProperty, ObjectPrototypeToString, RegExpPrototypeExec, SafeArray, SafeMap,
  SafeRegExp, StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeReplace,
  StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase, Symbol, SymbolFor,
  SymbolIterator, SymbolToStringTag, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS },
} = require('internal/errors');
const { validateDictionary } = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const { bytesOf, utf8 } = require('internal/buffer/codec');
const { encodeUtf8 } = internalBinding('buffer');
const { kClone, kPack } = require('internal/messaging/transfer');

const kParts = Symbol('kParts');
const kLength = Symbol('kLength');
const kType = Symbol('kType');
const customInspect = SymbolFor('nodejs.util.inspect.custom');
const CHUNK = 65536; // bytes that a stream gives at a time

const isBlob = (value) => typeof value === 'object' && value !== null &&
  value[kParts] !== undefined;

function check(blob) {
  if (!isBlob(blob))
    throw new ERR_INVALID_THIS('Blob');
  return blob;
}

function isArrayBuffer(value) {
  if (typeof value !== 'object' || value === null)
    return false;
  const tag = ObjectPrototypeToString.call(value);
  return tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]';
}

// The bytes of one source; only blobs may be shared.
function partsOf(source, endings) {
  if (isBlob(source))
    return source[kParts];
  if (isView(source))
    return [new Uint8Array(bytesOf(source))];
  if (isArrayBuffer(source))
    return [new Uint8Array(new Uint8Array(source))];
  let text = `${source}`;
  if (endings === 'native')
    text = StringPrototypeReplace.call(text, new SafeRegExp('\\r\\n|\\r', 'g'), '\n');
  return [new Uint8Array(encodeUtf8(text))];
}

// The standard allows printable ASCII, in lower case; any other type becomes the empty string.
const typeOf = (type) => (RegExpPrototypeExec.call(/^[\x20-\x7e]*$/, type) !== null ?
  StringPrototypeToLowerCase.call(type) : '');

function notASequence() {
  const error = new primordials.TypeError('Value cannot be converted to sequence.');
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

const isFile = (part) => !isView(part);
const lengthOf = (part) =>
  (isFile(part) ? part.length : TypedArrayPrototypeGetLength.call(part));

function totalOf(parts) {
  let length = 0;
  for (let i = 0; i < parts.length; i++)
    length += lengthOf(parts[i]);
  return length;
}

function make(parts, type) {
  const blob = ObjectCreate(Blob.prototype);
  hide(blob, kParts, parts);
  hide(blob, kLength, totalOf(parts));
  hide(blob, kType, type);
  return blob;
}

function refuseFiles(parts) {
  if (ArrayPrototypeSome.call(parts, isFile)) {
    const { ERR_INVALID_STATE } = require('internal/errors').codes;
    throw new ERR_INVALID_STATE('File-backed Blobs are not cloneable');
  }
}

// For another thread: all bytes in one piece.
function packParts(blob) {
  const bytes = new Uint8Array(blob[kLength]);
  const parts = blob[kParts];
  refuseFiles(parts);
  for (let i = 0, at = 0; i < parts.length; at += lengthOf(parts[i++]))
    TypedArrayPrototypeSet.call(bytes, parts[i], at);
  return { __proto__: null, bytes, type: blob[kType] };
}

function oneItem(item) {
  const list = new SafeArray();
  list.push(item);
  return list;
}

const unpack = ({ bytes, type }) => make(oneItem(bytes), type);

async function join(blob) {
  const bytes = new Uint8Array(blob[kLength]);
  let at = 0;
  const parts = blob[kParts];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    TypedArrayPrototypeSet.call(bytes, isFile(part) ? await part.read(0, part.length) : part, at);
    at += lengthOf(part);
  }
  return bytes;
}

function cut(parts, start, end) {
  const some = new SafeArray();
  let at = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const from = MathMax(start - at, 0);
    const to = MathMin(end - at, lengthOf(part));
    if (from < to)
      some.push(isFile(part) ? part.subarray(from, to) : bytesOf(part, from, to));
    at += lengthOf(part);
  }
  return some;
}

function bound(value, length, name) {
  if (typeof value === 'bigint' || typeof value === 'symbol') {
    const kind = typeof value === 'bigint' ? 'BigInt' : 'Symbol';
    const error = new primordials.TypeError(
      `${name} is a ${kind} and cannot be converted to a number.`);
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  value = MathTrunc(+value) || 0;
  return value < 0 ? MathMax(length + value, 0) : MathMin(value, length);
}

class Blob {
  constructor(sources = [], options = kEmptyObject) {
    if (sources === null || typeof sources !== 'object' ||
        typeof sources[SymbolIterator] !== 'function')
      throw notASequence();
    validateDictionary(options, 'options');
    const { type = '', endings = 'transparent' } = options ?? kEmptyObject;
    if (`${endings}` !== 'transparent' && `${endings}` !== 'native')
      throw new ERR_INVALID_ARG_VALUE('options.endings', `${endings}`);
    const parts = new SafeArray();
    // lint-ok: array-iteration the program's iterable
    for (const source of sources) {
      const some = partsOf(source, `${endings}`);
      for (let i = 0; i < some.length; i++)
        parts.push(some[i]);
    }
    hide(this, kParts, parts);
    hide(this, kLength, totalOf(parts));
    hide(this, kType, typeOf(`${type}`));
  }

  get type() { return check(this)[kType]; }

  get size() { return check(this)[kLength]; }

  slice(start = 0, end = this.size, contentType = '') {
    const length = check(this)[kLength];
    const from = bound(start, length, 'start');
    const to = MathMax(bound(end, length, 'end'), from);
    return make(cut(this[kParts], from, to), typeOf(`${contentType}`));
  }

  async arrayBuffer() {
    return TypedArrayPrototypeGetBuffer.call(await join(check(this)));
  }

  async text() {
    const bytes = await join(check(this));
    const length = TypedArrayPrototypeGetLength.call(bytes);
    const text = length === 0 ? '' : utf8.slice(bytes, 0, length);
    const hasMark = length > 0 && StringPrototypeCharCodeAt.call(text, 0) === 0xfeff;
    return hasMark ? StringPrototypeSlice.call(text, 1) : text;
  }

  async bytes() { return await join(check(this)); }

  stream() {
    const parts = check(this)[kParts];
    const { ReadableStream } = require('stream/web');
    let i = 0;
    let at = 0;
    return new ReadableStream({
      __proto__: null,
      type: 'bytes',
      async pull(controller) {
        while (i < parts.length && at >= lengthOf(parts[i])) {
          if (at === 0 && isFile(parts[i]))
            await parts[i].read(0, 0);    // an empty file may have been filled
          i++;
          at = 0;
        }
        if (i === parts.length) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        const part = parts[i];
        const end = MathMin(at + CHUNK, lengthOf(part));
        const chunk = isFile(part) ? await part.read(at, end) :
          new Uint8Array(bytesOf(part, at, end));
        at += lengthOf(chunk);
        controller.enqueue(chunk);
      },
    });
  }

  textStream() {
    const { TextDecoderStream } = require('stream/web');
    return this.stream().pipeThrough(new TextDecoderStream());
  }

  [kClone]() {
    refuseFiles(this[kParts]);
    return make(this[kParts], this[kType]);
  }

  [kPack]() {
    return ['internal/blob', 'unpack', packParts(this)];
  }

  [customInspect](depth, options) {
    if (depth < 0)
      return '[Blob]';
    const { inspect } = require('internal/util/inspect');
    const inner = { __proto__: null, ...options, depth: options.depth == null ? null :
                    options.depth - 1 };
    return `Blob ${inspect({ size: this.size, type: this.type }, inner)}`;
  }
}

// An own property that is not enumerable.
function hide(object, key, value) {
  ObjectDefineProperty(object, key, { __proto__: null, value, writable: true, configurable: true });
}

const names = ['type', 'size', 'slice', 'arrayBuffer', 'text', 'bytes', 'stream', 'textStream'];
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(Blob.prototype, names[i], { __proto__: null, enumerable: true });
ObjectDefineProperty(Blob.prototype, SymbolToStringTag,
                     { __proto__: null, configurable: true, value: 'Blob' });

// ---- blob: URLs ----

const registry = new SafeMap();
const PREFIX = 'blob:nodedata:';

function createObjectURL(obj) {
  if (!isBlob(obj))
    throw new ERR_INVALID_ARG_TYPE('obj', 'Blob', obj);
  const id = require('internal/crypto/random').randomUUID();
  registry.set(id, make(obj[kParts], obj[kType]));
  return PREFIX + id;
}

function idOf(url) {
  url = `${url}`;
  if (!StringPrototypeStartsWith.call(url, PREFIX))
    return undefined;
  const end = StringPrototypeIndexOf.call(url, '#');
  return StringPrototypeSlice.call(url, PREFIX.length, end === -1 ? undefined : end);
}

function revokeObjectURL(url) {
  registry.delete(idOf(url));
}

function resolveObjectURL(url) {
  return registry.get(idOf(url));
}

const makeBlob = (parts, type) => make(parts, typeOf(type));

module.exports = {
  Blob, bytesOfBlob: join, makeBlob, createObjectURL, isBlob, packParts, resolveObjectURL,
  revokeObjectURL, unpack,
};
