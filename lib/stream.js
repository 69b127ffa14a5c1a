'use strict';
// node:stream: the classes of streams. Functions are loaded when they are first used.

const { ArrayBufferIsView, ObjectDefineProperty, SymbolFor, Uint8Array } = primordials;
const { Stream } = require('internal/streams/legacy');
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { Duplex } = require('internal/streams/duplex');
const { PassThrough, Transform } = require('internal/streams/transform');
const { bufferOver, getDefaultHighWaterMark, setDefaultHighWaterMark } =
  require('internal/streams/state');

module.exports = Stream;

// Defines a property that loads its module when it is first read, and is a plain data property
// from then on.
function lazily(name, load) {
  ObjectDefineProperty(Stream, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const value = load();
      set(value);
      return value;
    },
    set,
  });
  function set(value) {
    ObjectDefineProperty(Stream, name, {
      __proto__: null, value, configurable: true, enumerable: true, writable: true,
    });
  }
}

const QUERIES = ['isDestroyed', 'isDisturbed', 'isErrored', 'isReadable', 'isWritable'];
for (let i = 0; i < QUERIES.length; i++)
  lazily(QUERIES[i], () => require('internal/streams/utils')[QUERIES[i]]);
Stream.Readable = Readable;
Stream.Writable = Writable;
Stream.Duplex = Duplex;
Stream.Transform = Transform;
Stream.PassThrough = PassThrough;
lazily('duplexPair', () => require('internal/streams/duplexpair').duplexPair);
lazily('pipeline', () => {
  const { pipeline } = require('internal/streams/pipeline');
  ObjectDefineProperty(pipeline, SymbolFor('nodejs.util.promisify.custom'), {
    __proto__: null,
    enumerable: true,
    get: () => require('internal/streams/promises').pipeline,
  });
  return pipeline;
});
lazily('addAbortSignal', () => require('internal/streams/add_abort_signal').addAbortSignal);
lazily('finished', () => require('internal/streams/end_of_stream').eos);
lazily('destroy', () => require('internal/streams/destroy').destroyer);
lazily('compose', () => require('internal/streams/compose').compose);
Stream.setDefaultHighWaterMark = setDefaultHighWaterMark;
Stream.getDefaultHighWaterMark = getDefaultHighWaterMark;
ObjectDefineProperty(Stream, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => require('stream/promises'),
});
Stream.Stream = Stream;
Stream._isArrayBufferView = function isView(value) {
  return ArrayBufferIsView(value);
};
Stream._isUint8Array = function isUint8Array(value) {
  return value instanceof Uint8Array;
};
Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
  return bufferOver(chunk);
};
