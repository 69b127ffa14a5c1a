'use strict';
// stream/web: the classes of the Streams Standard, each loaded when it is first asked for.

const sources = {
  readable: ['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamDefaultController'],
  byob: ['ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableByteStreamController'],
  writable: ['WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController'],
  transform: ['TransformStream', 'TransformStreamDefaultController'],
  strategies: ['ByteLengthQueuingStrategy', 'CountQueuingStrategy'],
  encoding: ['TextEncoderStream', 'TextDecoderStream'],
  compression: ['CompressionStream', 'DecompressionStream'],
};

for (const [file, names] of Object.entries(sources)) {
  for (const name of names) {
    Object.defineProperty(exports, name, {
      __proto__: null, configurable: true, enumerable: true,
      get: () => require(`internal/webstreams/${file}`)[name],
    });
  }
}
