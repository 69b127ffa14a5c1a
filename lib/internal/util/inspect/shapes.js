'use strict';
// Whether a long array has properties besides its elements. Listing its keys would make a string
// per element, so its shape in the engine is compared with that of new arrays.

const {
  Array, ArrayPrototypeMap, ArrayPrototypeSlice, ObjectGetPrototypeOf, SafeSet,
  TypedArrayPrototypeGetSymbolToStringTag, Uint8Array,
} = primordials;
const { shapeOf } = internalBinding('util');

// The shape also depends on the kind of the elements.
const ARRAYS = [[], [1], [1.5], ['a'], [{}], [, 1], [1, 'a'], new Array(5), new Array(1e5)];

function tellsApart() {
  const extra = new Uint8Array(1);
  extra.property = 1;
  const list = ['a'];
  list.property = 1;
  return shapeOf(new Uint8Array(1)) === shapeOf(new Uint8Array(99)) &&
      shapeOf(extra) !== shapeOf(new Uint8Array(1)) &&
    shapeOf(list) !== shapeOf(['a']);
}

const shapes = new SafeSet();
if (tellsApart()) {
  for (let i = 0; i < ARRAYS.length; i++) {
    const array = ARRAYS[i];
    shapes.add(shapeOf(array));
    try {
      shapes.add(shapeOf(ArrayPrototypeMap.call(array, (x) => x)));
      shapes.add(shapeOf(ArrayPrototypeSlice.call(array)));
    } catch {
      // The program has replaced Symbol.species: its arrays take the slow path.
    }
  }
}

function sampleOf(value) {
  const tag = TypedArrayPrototypeGetSymbolToStringTag.call(value);
  if (tag === undefined)
    return undefined;
  const proto = ObjectGetPrototypeOf(value);
  const Class = globalThis[tag];
  if (proto === Class?.prototype)
    return new Class(1);
  const { Buffer } = require('buffer');
  const { bufferAlloc } = require('internal/buffer');
  return proto === Buffer.prototype ? bufferAlloc(1) : undefined;
}

function isBare(value) {
  if (shapes.size === 0)
    return false;
  const shape = shapeOf(value);
  if (shapes.has(shape))
    return true;
  const sample = sampleOf(value);
  if (sample === undefined || shapeOf(sample) !== shape)
    return false;
  shapes.add(shape);
  return true;
}

module.exports = { isBare };
