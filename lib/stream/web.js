'use strict';
// node:stream/web: the classes of the Streams Standard. Each is loaded when it is first read.

const { ObjectDefineProperty, ObjectKeys } = primordials;
const sources = {
  __proto__: null,
  readable: ['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamDefaultController'],
  byob: ['ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableByteStreamController'],
  writable: ['WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController'],
  transform: ['TransformStream', 'TransformStreamDefaultController'],
  strategies: ['ByteLengthQueuingStrategy', 'CountQueuingStrategy'],
  encoding: ['TextEncoderStream', 'TextDecoderStream'],
  compression: ['CompressionStream', 'DecompressionStream'],
};

const files = ObjectKeys(sources);
for (let i = 0; i < files.length; i++) {
  const names = sources[files[i]];
  for (let k = 0; k < names.length; k++) {
    ObjectDefineProperty(exports, names[k], {
      __proto__: null, configurable: true, enumerable: true,
      get: () => require(`internal/webstreams/${files[i]}`)[names[k]],
    });
  }
}
