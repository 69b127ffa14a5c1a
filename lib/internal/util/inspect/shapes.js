'use strict';
// Has a long array any property besides its elements? Listing its keys would make a string for each
// element, so its shape is compared with that of arrays that were just made.

const { ReflectApply: apply } = primordials;
// The engine's own, whatever the program made of the globals.
const Set = Object.getPrototypeOf(primordials.SafeSet);
const { shapeOf } = internalBinding('util');
const typedTag =
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype),
      Symbol.toStringTag).get;

// The engine changes an array's shape with the kind of its elements too.
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

const shapes = new Set();
if (tellsApart()) {
  for (const array of ARRAYS) {
    shapes.add(shapeOf(array));
    shapes.add(shapeOf(array.map((x) => x)));
    shapes.add(shapeOf(Array.from(array)));
  }
}

function sampleOf(value) {
  const tag = apply(typedTag, value, []);
  if (tag === undefined)
    return undefined;
  const proto = Object.getPrototypeOf(value);
  const Class = globalThis[tag];
  if (proto === Class?.prototype)
    return new Class(1);
  const { Buffer } = require('buffer');
  return proto === Buffer.prototype ? Buffer.alloc(1) : undefined;
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
