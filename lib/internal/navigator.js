'use strict';
// `navigator`: what a program can learn of its surroundings as in a browser. Each answer is worked
// out when it is first asked for.

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
    return this.#answers.language ??= new Intl.DateTimeFormat().resolvedOptions().locale;
  }

  get languages() {
    return this.#answers.languages ??= Object.freeze([this.language]);
  }

  get userAgent() {
    return this.#answers.agent ??= `Node.js/${/\d+/.exec(process.version)[0]}`;
  }

  get platform() {
    return this.#answers.platform ??= process.arch === 'x64' ? 'Linux x86_64' : `Linux ${process.arch}`;
  }
}
for (const name of ['hardwareConcurrency', 'language', 'languages', 'userAgent', 'platform'])
  Object.defineProperty(Navigator.prototype, name, { __proto__: null, enumerable: true });

module.exports = { Navigator, navigator: new Navigator(kPrivate) };
