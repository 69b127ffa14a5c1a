'use strict';
const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSlice: slice, FunctionPrototypeCall, MathMax,
  ObjectKeys, Promise, PromiseResolve, SafeMap, StringPrototypeSlice,
} = primordials;
const path = require('path');
const push = ArrayPrototypePush;

const { FinalizationRegistry, Map, Symbol, WeakRef } = primordials;
const kNames = Symbol('names');

class Queue {
  [kNames] = new Map();
  items = [];
  shift() { return this.items[0]; }
  push(item) { this.items.push(item); }   // bad: builtin-method
}

exports.good = (text, callback) => {
  const queue = new Queue();
  queue.push(text);
  queue.shift();
  const map = new SafeMap();
  map.set(text, 1);
  push.call(queue.items, text);
  PromiseResolve.call(Promise, 1);
  FunctionPrototypeCall.call(callback, queue, text);
  internalBinding('tcp_wrap').bind(1, text);
  return slice.call(queue.items, path.normalize(StringPrototypeSlice.call(text, 1)));
};

exports.bad = (text, value, callback, ...rest) => {
  text.charCodeAt(0);   // bad: builtin-method
  text.slice(1);   // bad: builtin-method
  rest.push(1);   // bad: builtin-method
  ObjectKeys(value).map(callback);   // bad: builtin-method
  /x/.test(text);   // bad: builtin-method
  `${value}`.indexOf('x');   // bad: builtin-method
  (value + '').at(0);   // bad: builtin-method
  callback.call(value, 1);   // bad: builtin-method
  callback.apply(value, rest);   // bad: builtin-method
  callback.bind(null);   // bad: builtin-method
  MathMax.call(null, 1);   // bad: builtin-method
  push.apply(rest, rest);   // bad: builtin-method
  value.hasOwnProperty(1);   // bad: builtin-method
  (1.5).toString();   // bad: builtin-method
  const load = async () => text;
  load().then(callback);   // bad: builtin-method
};

exports.symbols = (queue) => {
  queue[kNames].get(1);   // bad: builtin-method
  new WeakRef(queue).deref();   // bad: builtin-method
  new FinalizationRegistry(path).register(queue);   // bad: builtin-method
  path.call(queue);   // bad: builtin-method
  return queue[kNames].size;   // bad: builtin-method
};

exports.guards = (value, other) => {
  if (typeof value === 'string')
    value.slice(1);   // bad: builtin-method
  else
    value.slice(1);
  if (!ArrayIsArray(other))
    return other.includes(1);
  return other.includes(1);   // bad: builtin-method
};

let later = null;
exports.set = (on) => { later = on ? [] : null; };
exports.get = () => later?.concat(1);   // bad: builtin-method
