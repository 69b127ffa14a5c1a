'use strict';
// `navigator`: what a program can learn about its environment, as in a browser. Each value is
// computed when it is first read.

const { ObjectDefineProperty, ObjectFreeze, RegExpPrototypeExec, Symbol } = primordials;
const { codes: { ERR_ILLEGAL_CONSTRUCTOR } } = require('internal/errors');

const kPrivate = Symbol('kPrivate');

class Navigator {
  #answers = { __proto__: null };

  constructor(token = undefined) {
    if (token !== kPrivate)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  get hardwareConcurrency() {
    return this.#answers.concurrency ??= require('os').availableParallelism();
  }

  get language() {
    const { Intl } = primordials.realm;
    return this.#answers.language ??= new Intl.DateTimeFormat().resolvedOptions().locale;
  }

  get languages() {
    return this.#answers.languages ??= ObjectFreeze([this.language]);
  }

  get userAgent() {
    return this.#answers.agent ??= `Node.js/${RegExpPrototypeExec.call(/\d+/, process.version)[0]}`;
  }

  get locks() {
    return require('internal/locks').locks;
  }

  get platform() {
    return this.#answers.platform ??=
      process.arch === 'x64' ? 'Linux x86_64' : `Linux ${process.arch}`;
  }
}
const names = ['locks', 'hardwareConcurrency', 'language', 'languages', 'userAgent', 'platform'];
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(Navigator.prototype, names[i], { __proto__: null, enumerable: true });

module.exports = { Navigator, navigator: new Navigator(kPrivate) };
