'use strict';
// File: a Blob with a name and a time.

const { codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { validateDictionary } = require('internal/validators');
const { Blob } = require('internal/blob');

const customInspect = Symbol.for('nodejs.util.inspect.custom');

const { kClone } = require('internal/messaging/transfer');

class File extends Blob {
  #name;
  #lastModified;

  constructor(fileBits, fileName, options = {}) {
    if (arguments.length < 2)
      throw new ERR_MISSING_ARGS('fileBits', 'fileName');
    validateDictionary(options, 'options');
    super(fileBits, options);
    const { lastModified = Date.now() } = options ?? {};
    this.#name = `${fileName}`.toWellFormed();
    this.#lastModified = Math.trunc(+lastModified) || 0;
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
    return new File([this], this.#name, { type: this.type, lastModified: this.#lastModified });
  }

  [customInspect](depth, options) {
    if (depth < 0)
      return this;
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    const { size, type, name, lastModified } = this;
    return `File ${inspect({ size, type, name, lastModified }, inner)}`;
  }
}

for (const name of ['name', 'lastModified'])
  Object.defineProperty(File.prototype, name, { __proto__: null, enumerable: true });
Object.defineProperty(File.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'File' });

module.exports = { File };
