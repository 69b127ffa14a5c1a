'use strict';
// CountQueuingStrategy and ByteLengthQueuingStrategy.

const { ArrayIsArray, ObjectDefineProperty } = primordials;
const { codes } = require('internal/errors');
const { finish, inspectAs, kInspect } = require('internal/webstreams/util');

function markOf(init) {
  if (init === null || typeof init !== 'object' || ArrayIsArray(init))
    throw new codes.ERR_INVALID_ARG_TYPE('init', 'Object', init);
  if (init.highWaterMark === undefined)
    throw new codes.ERR_MISSING_OPTION('init.highWaterMark');
  return +init.highWaterMark;
}

// One function for all instances, as the standard requires.
const byteLength = ObjectDefineProperty((chunk) => chunk.byteLength, 'name',
                                         { __proto__: null, value: 'size', configurable: true });
const one = ObjectDefineProperty(() => 1, 'name',
                                  { __proto__: null, value: 'size', configurable: true });

class ByteLengthQueuingStrategy {
  #mark;
  constructor(init) { this.#mark = markOf(init); }
  get highWaterMark() { return this.#mark; }
  get size() { return #mark in this ? byteLength : undefined; }
  [kInspect](depth, options) {
    return inspectAs(this, 'ByteLengthQueuingStrategy', { highWaterMark: this.#mark }, depth,
                     options);
  }
}
finish(ByteLengthQueuingStrategy);

class CountQueuingStrategy {
  #mark;
  constructor(init) { this.#mark = markOf(init); }
  get highWaterMark() { return this.#mark; }
  get size() { return #mark in this ? one : undefined; }
  [kInspect](depth, options) {
    return inspectAs(this, 'CountQueuingStrategy', { highWaterMark: this.#mark }, depth, options);
  }
}
finish(CountQueuingStrategy);

module.exports = { ByteLengthQueuingStrategy, CountQueuingStrategy };
