'use strict';
// Shared by the classes of the Streams Standard: queues with sizes, strategies, promises.

const { codes } = require('internal/errors');
const { isPromise } = require('internal/util/types');
const {
  MathMax, NumberIsNaN, Object, ObjectCreate, ObjectDefineProperty,
  ObjectGetOwnPropertyNames, ObjectGetPrototypeOf, ObjectHasOwn, ObjectSetPrototypeOf, Promise,
  PromiseReject, PromiseResolve, PromiseWithResolvers, ReflectApply, SafeArray, Symbol, SymbolFor,
  SymbolToStringTag,
} = primordials;

const ObjectPrototype = Object.prototype;

// promise.then(done, failed). Unlike then(), `await` does not look up the species of the promise.
async function then(promise, done, failed) {
  let value;
  try {
    value = await promise;
  } catch (err) {
    if (failed === undefined)
      throw err;
    return failed(err);
  }
  return done === undefined ? value : done(value);
}

// What a constructor of a stream gets.
function checkObject(value, name) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function'))
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'Object', value);
}

function checkStrategy(value, name) {
  if (value !== null)
    checkObject(value, name);
}

// The key of the object with the internal slots.
const kState = Symbol('state');

const nop = () => {};

function handled(promise) {
  then(promise, undefined, nop);
  return promise;
}

// In as many jobs as an async function takes that returns the promise. then() is not called.
async function handOn(promise) {
  await undefined;
  return await promise;
}

// A new promise of a value. Unlike PromiseResolve it takes two more jobs to follow a promise.
function resolvedWith(value) {
  if (isPromise(value))
    return handOn(value);
  const { promise, resolve } = PromiseWithResolvers.call(Promise);
  resolve(value);
  return promise;
}

// Calls a method of the program. Returns a promise of its result or error.
function callAsync(fn, self, ...args) {
  try {
    return PromiseResolve.call(Promise, ReflectApply(fn, self, args));
  } catch (err) {
    return PromiseReject.call(Promise, err);
  }
}

class SizedQueue {
  constructor() {
    this.clear();
  }

  clear() {
    this.items = new SafeArray();
    this.head = 0;
    this.size = 0;
  }

  get length() { return this.items.length - this.head; }

  push(value, size) {
    if (typeof size !== 'number' || !(size >= 0) || size === Infinity)
      throw new codes.ERR_INVALID_ARG_VALUE.RangeError('size', size);
    this.items.push({ __proto__: null, value, size });
    this.size += size;
  }

  peek() { return this.items[this.head].value; }

  shift() {
    const { value, size } = this.items[this.head];
    this.items[this.head++] = undefined;
    if (this.head === this.items.length)
      this.items = new SafeArray(), this.head = 0;
    this.size = MathMax(this.size - size, 0); // rounding must not make it negative
    return value;
  }
}

ObjectSetPrototypeOf(SizedQueue.prototype, null);

function highWaterMarkOf(strategy, fallback) {
  const mark = strategy?.highWaterMark;
  if (mark === undefined)
    return fallback;
  const number = +mark;
  if (NumberIsNaN(number) || number < 0)
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark', mark);
  return number;
}

function sizeOf(strategy) {
  const size = strategy?.size;
  if (size === undefined)
    return () => 1;
  if (typeof size !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE('strategy.size', 'Function', size);
  return (chunk) => (0, size)(chunk);
}

// A method of a source, sink or transformer. Inherited ones count, but not those of
// Object.prototype: a program's property there is not meant for all streams.
function methodOf(object, name, where) {
  if (object == null ||
      (ObjectGetPrototypeOf(object) === ObjectPrototype && !ObjectHasOwn(object, name)))
    return undefined;
  const method = object[name];
  if (method === undefined)
    return undefined;
  if (typeof method !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE(`${where}.${name}`, 'Function', method);
  return method;
}

// Makes an object of a class whose constructor always throws.
function create(Class, state) {
  const object = ObjectCreate(Class.prototype);
  object[kState] = state;
  return object;
}

function stateOf(object, Class) {
  const isOne = object !== null && typeof object === 'object' && object[kState] !== undefined &&
    object instanceof Class;
  if (!isOne)
    throw new codes.ERR_INVALID_THIS(Class.name);
  return object[kState];
}

function illegalConstructor() {
  throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
}

// Makes methods and accessors enumerable, as Web IDL requires, and sets the string tag.
function finish(Class) {
  const { prototype } = Class;
  const names = ObjectGetOwnPropertyNames(prototype);
  for (let i = 0; i < names.length; i++) {
    if (names[i] !== 'constructor')
      ObjectDefineProperty(prototype, names[i], { __proto__: null, enumerable: true });
  }
  ObjectDefineProperty(prototype, SymbolToStringTag,
                        { __proto__: null, configurable: true, value: Class.name });
}

const kInspect = SymbolFor('nodejs.util.inspect.custom');

function inspectAs(object, name, fields, depth, options) {
  if (depth < 0)
    return object;
  const { inspect } = require('internal/util/inspect');
  const inner = {
    __proto__: null, ...options, depth: options.depth == null ? null : options.depth - 1,
  };
  return `${name} ${inspect(fields, inner)}`;
}

module.exports = {
  SizedQueue, callAsync, checkObject, checkStrategy, create, finish, handOn, handled,
  highWaterMarkOf, illegalConstructor, inspectAs, kInspect, kState, methodOf, nop, resolvedWith,
  sizeOf, stateOf, then,
};
