'use strict';
// TextEncoderStream and TextDecoderStream.

const { StringPrototypeCharCodeAt, StringPrototypeSlice } = primordials;
const { TextDecoder, TextEncoder } = require('internal/encoding');
const { kEmptyObject } = require('internal/util');
const { finish, inspectAs, kInspect } = require('internal/webstreams/util');
const { TransformStream } = require('internal/webstreams/transform');

const kMore = { __proto__: null, stream: true };

function checkThis(isOne, name) {
  if (!isOne)
    throw new (require('internal/errors').codes.ERR_INVALID_THIS)(name);
}

class TextEncoderStream {
  #transform;
  #high = ''; // the first half of a pair that the next chunk may complete

  constructor() {
    const encoder = new TextEncoder();
    this.#transform = new TransformStream({
      __proto__: null,
      transform: (chunk, controller) => {
        let text = this.#high + `${chunk}`;
        this.#high = '';
        const last = StringPrototypeCharCodeAt.call(text, text.length - 1);
        if (last >= 0xd800 && last <= 0xdbff) {
          this.#high = text[text.length - 1];
          text = StringPrototypeSlice.call(text, 0, -1);
        }
        if (text !== '')
          controller.enqueue(encoder.encode(text));
      },
      flush: (controller) => {
        if (this.#high !== '')
          controller.enqueue(encoder.encode(this.#high));
      },
    });
  }

  get encoding() { return #transform in this ? 'utf-8' : undefined; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
  [kInspect](depth, options) {
    checkThis(this != null && #transform in this, 'TextEncoderStream');
    return inspectAs(this, 'TextEncoderStream',
                     { encoding: 'utf-8', readable: this.readable, writable: this.writable },
                     depth, options);
  }
}
finish(TextEncoderStream);

class TextDecoderStream {
  #decoder;
  #transform;

  constructor(encoding = 'utf-8', options = kEmptyObject) {
    const decoder = this.#decoder = new TextDecoder(encoding, options);
    this.#transform = new TransformStream({
      __proto__: null,
      transform(chunk, controller) {
        const text = decoder.decode(chunk, kMore);
        if (text)
          controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text)
          controller.enqueue(text);
      },
    });
  }

  get encoding() { return this.#decoder.encoding; }
  get fatal() { return this.#decoder.fatal; }
  get ignoreBOM() { return this.#decoder.ignoreBOM; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
  [kInspect](depth, options) {
    checkThis(this != null && #transform in this, 'TextDecoderStream');
    return inspectAs(this, 'TextDecoderStream',
                     { encoding: this.encoding, fatal: this.fatal, ignoreBOM: this.ignoreBOM,
                       readable: this.readable, writable: this.writable }, depth, options);
  }
}
finish(TextDecoderStream);

module.exports = { TextDecoderStream, TextEncoderStream };
