'use strict';
// Symbols by which objects of the runtime take part in cloning and transfer.
// (1) [kClone]() returns a copy of the object. [kTransfer]() returns its successor; the object is
//     unusable afterwards, and an object that has only this method cannot be cloned. For another
//     thread, [kPack]() returns [module, function, data, ports, descriptor], by which that thread
//     makes the copy or successor. The ports and the descriptor, if any, are transferred along: the
//     message owns the descriptor until function(data, ports, descriptor) is called.
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
