'use strict';
// What an iterator of a map or set still has to give, without taking it.
//
// A fresh iterator of the same collection is walked until the engine's view of both is the same:
// what it gives from there on is the answer.

const { ReflectApply: apply } = primordials;
// The engine's own, whatever the program made of the globals.
const Map = Object.getPrototypeOf(primordials.SafeMap);
const Set = Object.getPrototypeOf(primordials.SafeSet);
const { iteratedBy, sameState } = internalBinding('util');
const { KIND, kindOf } = require('internal/util/kinds');

const MAP_WALKS = [Map.prototype.keys, Map.prototype.values, Map.prototype.entries];
const SET_WALKS = [Set.prototype.values, Set.prototype.entries];
const mapNext = Object.getPrototypeOf(new Map().keys()).next;
const setNext = Object.getPrototypeOf(new Set().values()).next;

function restOf(iterator, collection, walk, next) {
  const fresh = apply(walk, collection, []);
  for (;;) {
    if (sameState(iterator, fresh)) {
      const rest = [];
      for (let step = apply(next, fresh, []); !step.done; step = apply(next, fresh, []))
        rest.push(step.value);
      return rest;
    }
    if (apply(next, fresh, []).done)
      return sameState(iterator, fresh) ? [] : undefined;
  }
}

// [entries, true when they are pairs: key, value, key, …]. Nothing when the iterator cannot be
// read.
function remaining(iterator) {
  const collection = iteratedBy(iterator);
  const isMap = kindOf(iterator) === KIND.MAP_ITERATOR;
  const walks = isMap ? MAP_WALKS : SET_WALKS;
  for (let i = 0; collection !== undefined && i < walks.length; i++) {
    const rest = restOf(iterator, collection, walks[i], isMap ? mapNext : setNext);
    if (rest !== undefined) {
      const pairs = i === walks.length - 1;
      return [pairs ? rest.flat() : rest, pairs];
    }
  }
  return [[], false];
}

function flatPairs(map) {
  return [...apply(MAP_WALKS[2], map, [])].flat();
}

// As Node's binding of that name: collections too, and the second answer only when asked for.
function previewEntries(object, isIterator) {
  const kind = kindOf(object);
  if (kind === KIND.MAP_ITERATOR || kind === KIND.SET_ITERATOR) {
    const answer = remaining(object);
    return isIterator ? answer : answer[0];
  }
  if (kind === KIND.MAP)
    return isIterator ? [flatPairs(object), true] : flatPairs(object);
  if (kind === KIND.SET) {
    const values = [...apply(SET_WALKS[0], object, [])];
    return isIterator ? [values, false] : values;
  }
  return isIterator ? [[], false] : undefined;
}

module.exports = { previewEntries };
