'use strict';
const { ObjectFromEntries, ReflectApply, SafeMap, SafeSet, Uint8Array } = primordials;

class Base { constructor(value) { this.value = value; } }
class Good extends Base { constructor(value) { super(value); } }
class Bad extends Base {}   // bad: array-iteration

exports.good = async (list, callback, ...args) => {
  for (let i = 0; i < list.length; i++)
    callback(list[i]);
  const set = new SafeSet();
  for (const item of set)
    callback(item);
  for (const key of new SafeMap().keys())
    callback(key);
  for await (const item of list)
    callback(item);
  const copy = { __proto__: null, ...list };
  return [ReflectApply(callback, copy, args), new Good(1), new Uint8Array(2)];
};

exports.bad = function(list, callback, ...args) {
  for (const item of list)   // bad: array-iteration
    callback(item);
  callback(...args);   // bad: array-iteration
  callback(...arguments);   // bad: array-iteration
  const [first] = list;   // bad: array-iteration
  const copy = [...list];   // bad: array-iteration
  const bytes = new Uint8Array([1, 2]);   // bad: array-iteration
  const table = ObjectFromEntries(copy);   // bad: array-iteration
  return [first, bytes, table, new Bad(1)];
};

exports.pairs = function*(map) {
  yield* map;   // bad: array-iteration
};
