'use strict';
// stream: the classes, and the functions around them, which are loaded when first asked for.

const { Stream } = require('internal/streams/legacy');
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { Duplex } = require('internal/streams/duplex');
const { PassThrough, Transform } = require('internal/streams/transform');
const { getDefaultHighWaterMark, setDefaultHighWaterMark } = require('internal/streams/state');

module.exports = Stream;

// A property that looks like a plain one and loads its module on first use.
function lazily(name, load) {
  Object.defineProperty(Stream, name, {
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
    Object.defineProperty(Stream, name, {
      __proto__: null, value, configurable: true, enumerable: true, writable: true,
    });
  }
}

for (const name of ['isDestroyed', 'isDisturbed', 'isErrored', 'isReadable', 'isWritable'])
  lazily(name, () => require('internal/streams/utils')[name]);
Stream.Readable = Readable;
Stream.Writable = Writable;
Stream.Duplex = Duplex;
Stream.Transform = Transform;
Stream.PassThrough = PassThrough;
lazily('duplexPair', () => require('internal/streams/duplexpair').duplexPair);
lazily('pipeline', () => {
  const { pipeline } = require('internal/streams/pipeline');
  Object.defineProperty(pipeline, Symbol.for('nodejs.util.promisify.custom'), {
    __proto__: null,
    enumerable: true,
    get: () => require('internal/streams/promises').pipeline,
  });
  return pipeline;
});
lazily('addAbortSignal', () => require('internal/streams/add-abort-signal').addAbortSignal);
lazily('finished', () => require('internal/streams/end-of-stream').eos);
lazily('destroy', () => require('internal/streams/destroy').destroyer);
lazily('compose', () => require('internal/streams/compose').compose);
Stream.setDefaultHighWaterMark = setDefaultHighWaterMark;
Stream.getDefaultHighWaterMark = getDefaultHighWaterMark;
Object.defineProperty(Stream, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => require('stream/promises'),
});
Stream.Stream = Stream;
Stream._isArrayBufferView = function isView(value) {
  return ArrayBuffer.isView(value);
};
Stream._isUint8Array = function isUint8Array(value) {
  return value instanceof Uint8Array;
};
Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
  return require('buffer').Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
};
