'use strict';
// The remaining entries of an iterator of a map or set, without advancing it.
//
// A new iterator of the same collection is advanced until the engine's state of both is equal. The
// entries that it returns from there on are the result.

const {
  ArrayPrototypePush, MapPrototypeEntries, MapPrototypeForEach, MapPrototypeKeys,
  MapPrototypeValues, ReflectApply: apply, SafeArray, SetPrototypeEntries, SetPrototypeForEach,
  SetPrototypeValues,
} = primordials;
const { iteratedBy, sameState } = internalBinding('util');
const { KIND, kindOf } = require('internal/util/kinds');

// Functions of the realm that no program can reach; so are the iterators they return.
const MAP_WALKS = [MapPrototypeKeys, MapPrototypeValues, MapPrototypeEntries];
const SET_WALKS = [SetPrototypeValues, SetPrototypeEntries];

function restOf(iterator, collection, walk) {
  const fresh = apply(walk, collection, []);
  for (;;) {
    if (sameState(iterator, fresh)) {
      const rest = new SafeArray();
      for (let step = fresh.next(); !step.done; step = fresh.next())
        ArrayPrototypePush.call(rest, step.value);
      return rest;
    }
    if (fresh.next().done)
      return sameState(iterator, fresh) ? [] : undefined;
  }
}

// [entries, isPairs]: pairs are key, value, key, … Returns undefined if the iterator cannot be
// read.
function remaining(iterator) {
  const collection = iteratedBy(iterator);
  const isMap = kindOf(iterator) === KIND.MAP_ITERATOR;
  const walks = isMap ? MAP_WALKS : SET_WALKS;
  for (let i = 0; collection !== undefined && i < walks.length; i++) {
    const rest = restOf(iterator, collection, walks[i]);
    if (rest !== undefined) {
      const pairs = i === walks.length - 1;
      return [pairs ? flat(rest) : rest, pairs];
    }
  }
  return [[], false];
}

function flat(pairs) {
  const list = new SafeArray();
  for (let i = 0; i < pairs.length; i++)
    ArrayPrototypePush.call(list, pairs[i][0], pairs[i][1]);
  return list;
}

function flatPairs(map) {
  const list = new SafeArray();
  MapPrototypeForEach.call(map, (value, key) => { ArrayPrototypePush.call(list, key, value); });
  return list;
}

// As Node's binding of that name: also for collections; isPairs is returned only on request.
function previewEntries(object, isIterator) {
  const kind = kindOf(object);
  if (kind === KIND.MAP_ITERATOR || kind === KIND.SET_ITERATOR) {
    const answer = remaining(object);
    return isIterator ? answer : answer[0];
  }
  if (kind === KIND.MAP)
    return isIterator ? [flatPairs(object), true] : flatPairs(object);
  if (kind === KIND.SET) {
    const values = new SafeArray();
    SetPrototypeForEach.call(object, (value) => { ArrayPrototypePush.call(values, value); });
    return isIterator ? [values, false] : values;
  }
  return isIterator ? [[], false] : undefined;
}

module.exports = { previewEntries };
