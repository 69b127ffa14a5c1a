'use strict';
// What may be cloned and what may be moved, beside the types of the language.
// (1) An object with [kClone]() gives its copy by that; one with [kTransfer]() can only be moved:
//     it gives its successor and is of no use afterwards.
//     For another thread, [kPack]() returns [module, function, data, ports, descriptor]: how the
//     copy or the successor is made there. The ports and the descriptor, if any, are moved along:
//     a descriptor belongs to the message until function(data, ports, descriptor) is called.
// (2) A program may forbid both for an object of its own; the mark is not inherited.

const { Symbol } = primordials;
const kClone = Symbol('kClone');
const kPack = Symbol('kPack');
const kTransfer = Symbol('kTransfer');
const kIsDetached = Symbol('kIsDetached');
const kBeforeTransfer = Symbol('kBeforeTransfer');    // throws when it cannot be moved now

const untransferable = new primordials.SafeWeakSet();
const uncloneable = new primordials.SafeWeakSet();
let anyIsUncloneable = false;
const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

function markAsUntransferable(object) {
  if (isObject(object))
    untransferable.add(object);
}

function isMarkedAsUntransferable(object) {
  return isObject(object) && untransferable.has(object);
}

function markAsUncloneable(object) {
  if (isObject(object)) {
    anyIsUncloneable = true;
    uncloneable.add(object);
  }
}

const isMarkedAsUncloneable = (object) => anyIsUncloneable && uncloneable.has(object);

module.exports = {
  kClone, kPack, kTransfer, kIsDetached, kBeforeTransfer, markAsUntransferable,
  isMarkedAsUntransferable, markAsUncloneable, isMarkedAsUncloneable,
};
