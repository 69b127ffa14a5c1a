'use strict';
// File: a Blob with a name and a time.

const {
  DateNow, MathTrunc, ObjectDefineProperty, StringPrototypeToWellFormed, SymbolFor,
  SymbolToStringTag,
} = primordials;
const { codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { validateDictionary } = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const { Blob } = require('internal/blob');

const customInspect = SymbolFor('nodejs.util.inspect.custom');

const { kClone, kPack } = require('internal/messaging/transfer');

class File extends Blob {
  #name;
  #lastModified;

  constructor(fileBits, fileName, options = kEmptyObject) {
    if (arguments.length < 2)
      throw new ERR_MISSING_ARGS('fileBits', 'fileName');
    validateDictionary(options, 'options');
    super(fileBits, options);
    const { lastModified = DateNow() } = options ?? kEmptyObject;
    this.#name = StringPrototypeToWellFormed.call(`${fileName}`);
    this.#lastModified = MathTrunc(+lastModified) || 0;
  }

  get name() {
    if (!(#name in this))
      throw new ERR_INVALID_THIS('File');
    return this.#name;
  }

  get lastModified() {
    if (!(#name in this))
      throw new ERR_INVALID_THIS('File');
    return this.#lastModified;
  }

  [kClone]() {
    return new File([this], this.#name,
                    { __proto__: null, type: this.type, lastModified: this.#lastModified });
  }

  [kPack]() {
    const packed = require('internal/blob').packParts(this);
    packed.name = this.#name;
    packed.lastModified = this.#lastModified;
    return ['internal/file', 'unpack', packed];
  }

  [customInspect](depth, options) {
    if (depth < 0)
      return this;
    const { inspect } = require('internal/util/inspect');
    const inner = { __proto__: null, ...options, depth: options.depth == null ? null :
                    options.depth - 1 };
    const { size, type, name, lastModified } = this;
    return `File ${inspect({ size, type, name, lastModified }, inner)}`;
  }
}

const names = ['name', 'lastModified'];
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(File.prototype, names[i], { __proto__: null, enumerable: true });
ObjectDefineProperty(File.prototype, SymbolToStringTag,
                     { __proto__: null, configurable: true, value: 'File' });

const unpack = ({ bytes, type, name, lastModified }) =>
  new File([bytes], name, { __proto__: null, type, lastModified });

module.exports = { File, unpack };
