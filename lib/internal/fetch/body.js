'use strict';
// The body of a request or response: its source, and the ways to read it.
//
// (1) A body has one source: bytes, a blob, a stream of the program, or an incoming message. The
//     ReadableStream is made only when the program reads `body`: text() and the like read the
//     source directly.
// (2) A body is read once. It is used when `isUsed` is set, or its stream is disturbed or locked.

const {
  JSONParse, ObjectDefineProperty, Promise, PromiseReject, PromiseWithResolvers, SafeArray,
  StringPrototypeCharCodeAt, StringPrototypeSlice, SymbolAsyncIterator,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { shield } = require('internal/prototypes');
const { bytesOf, utf8 } = require('internal/buffer/codec');
const { encodeUtf8 } = internalBinding('buffer');
const { bytesOfBlob, isBlob, makeBlob } = require('internal/blob');
const { isAnyArrayBuffer, isArrayBufferView, isUint8Array } = require('internal/util/types');
const { isFormData } = require('internal/fetch/form_data');
const { kIsDisturbed } = require('internal/streams/utils');
const { isObject, typeError, usvString } = require('internal/fetch/webidl');

const webStream = () => require('internal/webstreams/readable').ReadableStream;
const isStream = (value) => isObject(value) && value instanceof webStream();

class Body {
  constructor(source, length, type) {
    this.source = source;   // Uint8Array, Blob, Incoming, or null
    this.stream = null;     // ReadableStream
    this.length = length;   // null: not known
    this.type = type;       // the Content-Type that goes with it, or null
    this.isUsed = false;
    this.error = undefined; // after an abort: what a read is rejected with
  }

  isUnusable() {
    return this.isUsed || (this.stream !== null &&
      (this.stream.locked || this.stream[kIsDisturbed] === true));
  }

  isDisturbed() {
    return this.isUsed || (this.stream !== null && this.stream[kIsDisturbed] === true);
  }

  getStream() {
    if (this.stream === null)
      this.stream = this.isUsed ? usedStream() : openStream(this);
    return this.stream;
  }

  clone() {
    const { source } = this;
    const copy = new Body(source, this.length, this.type);
    if (this.stream === null && (isUint8Array(source) || isBlob(source)))
      return copy;
    const pair = this.getStream().tee();
    this.stream = pair[0];
    copy.stream = pair[1];
    this.source = copy.source = null;
    return copy;
  }
}
shield(Body.prototype, ['source', 'stream', 'length', 'type', 'isUsed', 'error']);

// ---- What a body is made of ----

function extract(value) {
  if (isStream(value)) {
    if (value.locked || value[kIsDisturbed])
      throw typeError('Response body object should not be disturbed or locked');
    const body = new Body(null, null, null);
    body.stream = value;
    return body;
  }
  if (typeof value === 'string' || !isObject(value))
    return textBody(usvString(value), 'text/plain;charset=UTF-8');
  if (isParams(value))
    return textBody(`${value}`, 'application/x-www-form-urlencoded;charset=UTF-8');
  if (isAnyArrayBuffer(value))
    return bytesBody(new Uint8Array(new Uint8Array(value)));
  if (isArrayBufferView(value))
    return bytesBody(new Uint8Array(bytesOf(value)));
  if (isFormData(value)) {
    const { type, parts } = require('internal/fetch/multipart').encode(value);
    const blob = new (require('internal/blob').Blob)(parts);
    return new Body(blob, blob.size, type);
  }
  if (isBlob(value))
    return new Body(value, value.size, value.type === '' ? null : value.type);
  if (typeof value[SymbolAsyncIterator] === 'function') {
    const body = new Body(null, null, null);
    body.stream = streamOf(value);
    return body;
  }
  return textBody(usvString(value), 'text/plain;charset=UTF-8');
}

const isParams = (value) => value instanceof require('internal/url').URLSearchParams;

function textBody(text, type) {
  const body = bytesBody(new Uint8Array(encodeUtf8(text)));
  body.type = type;
  return body;
}

const bytesBody = (bytes) => new Body(bytes, TypedArrayPrototypeGetLength.call(bytes), null);

// ---- As a stream ----

function usedStream() {
  const stream = new (webStream())({
    __proto__: null, type: 'bytes', start(controller) { controller.close(); },
  });
  stream.getReader();
  return stream;
}

function openStream(body) {
  const { source } = body;
  if (isBlob(source))
    return source.stream();
  if (isUint8Array(source))
    return bytesStream(source);
  return source.openStream();
}

function bytesStream(bytes) {
  return new (webStream())({
    __proto__: null,
    type: 'bytes',
    pull(controller) {
      if (TypedArrayPrototypeGetLength.call(bytes) > 0)
        controller.enqueue(new Uint8Array(bytes));
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

// The chunks of an async iterable, each as Buffer.from() reads it.
function streamOf(iterable) {
  const { bufferFrom } = require('internal/buffer');
  let iterator = null;
  return new (webStream())({
    __proto__: null,
    type: 'bytes',
    start() { iterator = iterable[SymbolAsyncIterator](); },
    async pull(controller) {
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        const bytes = new Uint8Array(bufferFrom(value));
        if (TypedArrayPrototypeGetLength.call(bytes) > 0) {
          controller.enqueue(bytes);
          return;
        }
      }
    },
    async cancel(reason) { await iterator.return?.(reason); },
  }, { __proto__: null, highWaterMark: 0 });
}

// ---- As a whole ----

// A promise of the bytes; reads the body up.
function readAll(body) {
  const { source, stream } = body;
  if (body.error !== undefined)
    return PromiseReject.call(Promise, body.error);
  body.isUsed = true;
  if (stream !== null)
    return readStream(stream);
  if (isUint8Array(source))
    return source;
  if (isBlob(source))
    return bytesOfBlob(source);
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  source.readAll(resolve, reject);
  return promise;
}

async function readStream(stream) {
  const reader = stream.getReader();
  const chunks = new SafeArray();
  let total = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done)
      break;
    if (!isUint8Array(value))
      throw typeError('Received non-Uint8Array chunk');
    chunks.push(value);
    total += TypedArrayPrototypeGetByteLength.call(value);
  }
  return joinChunks(chunks, total);
}

function joinChunks(chunks, total) {
  if (chunks.length === 1)
    return chunks[0];
  const bytes = new Uint8Array(total);
  let at = 0;
  for (let i = 0; i < chunks.length; i++) {
    TypedArrayPrototypeSet.call(bytes, chunks[i], at);
    at += TypedArrayPrototypeGetByteLength.call(chunks[i]);
  }
  return bytes;
}

function textOf(bytes) {
  const length = TypedArrayPrototypeGetLength.call(bytes);
  if (length === 0)
    return '';
  const text = utf8.slice(bytes, 0, length);
  return StringPrototypeCharCodeAt.call(text, 0) === 0xfeff ? StringPrototypeSlice.call(text, 1) :
    text;
}

// Bytes that the caller owns alone, from the start of their memory.
function ownBytes(bytes) {
  return new Uint8Array(bytes);
}

function formDataOf(bytes, type) {
  const mime = type === null ? null : require('internal/mime').parseType(type);
  if (mime?.essence === 'multipart/form-data') {
    const { decode } = require('internal/fetch/multipart');
    return decode(require('internal/buffer').bufferFrom(bytes), mime.params.get('boundary') ??
      undefined);
  }
  if (mime?.essence === 'application/x-www-form-urlencoded') {
    const data = new (require('internal/fetch/form_data').FormData)();
    const params = new (require('internal/url').URLSearchParams)(textOf(bytes));
    params.forEach((value, name) => data.append(name, value));
    return data;
  }
  throw typeError('Content-Type was not one of "multipart/form-data" or ' +
    '"application/x-www-form-urlencoded".');
}

const mimeTextOf = (type) =>
  (type === null ? '' : require('internal/mime').parseType(type)?.text ?? '');

const READERS = {
  __proto__: null,
  arrayBuffer: (bytes) => TypedArrayPrototypeGetBuffer.call(ownBytes(bytes)),
  blob: (bytes, type) => makeBlob([ownBytes(bytes)], mimeTextOf(type)),
  bytes: ownBytes,
  formData: formDataOf,
  json: (bytes) => require('internal/json_parse').wrap(JSONParse)(textOf(bytes)),
  text: textOf,
};

async function consume(body, type, read) {
  if (body === null)
    return read(new Uint8Array(0), type);
  if (body.isUnusable())
    throw typeError('Body is unusable: Body has already been read');
  return read(await readAll(body), type);
}

// The methods of Request and Response that read. bodyOf(object) checks `this`; typeOf(object) is
// its Content-Type.
function addReaders(constructor, bodyOf, typeOf) {
  const { prototype } = constructor;
  const names = ['blob', 'arrayBuffer', 'text', 'json', 'formData', 'bytes'];
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const read = READERS[name];
    const { [name]: method } = {
      // A promise that is returned unawaited would be read by its `then`, which can be replaced.
      async [name]() { return await consume(bodyOf(this), typeOf(this), read); },
    };
    define(prototype, name, method);
  }
  const { textStream } = {
    textStream() {
      const body = bodyOf(this);
      const { TextDecoderStream } = require('stream/web');
      const stream = body === null ? bytesStream(new Uint8Array(0)) : body.getStream();
      return stream.pipeThrough(new TextDecoderStream());
    },
  };
  define(prototype, 'textStream', textStream);
}

function define(prototype, name, value) {
  ObjectDefineProperty(prototype, name, {
    __proto__: null, configurable: true, enumerable: true, writable: true, value,
  });
}

module.exports = { Body, addReaders, bytesBody, extract, isStream, joinChunks, readAll };
