'use strict';
// WebAssembly: the engine's, whose promises keep the process alive.
//
// (1) The engine compiles on threads of its own and settles the promise when the loop next polls.
//     It does not report which compilations are in progress, so all promises that it returned are
//     checked after each such work (housekeeping.c).
// (2) Nothing is attached to a promise: that would mark its rejection as handled.
// (3) The engine does not return the bytes of a module. A copy of them lives as long as the module,
//     so that it can be cloned.

const {
  ArrayBufferIsView, ArrayBufferPrototypeSlice, DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset, ObjectDefineProperty,
  PromisePrototypeThen, ReflectConstruct, SafeArray, SafeWeakMap, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { wasm } = require('internal/bootstrap/loader');
const { isAnyArrayBuffer } = require('internal/util/types');
const { awaitEngine, setHook, kEngineWork } = internalBinding('task_queue');
const { getPromiseDetails } = internalBinding('util');

const PENDING = 0, FULFILLED = 1;
let pending = new SafeArray();    // { promise, bytes }

// ---- The bytes of modules (3) ----

const bytesOf = new SafeWeakMap();
const { Module: EngineModule } = wasm;

function copyBytes(source) {
  if (!ArrayBufferIsView(source))
    return ArrayBufferPrototypeSlice.call(source, 0);
  const isTyped = TypedArrayPrototypeGetSymbolToStringTag.call(source) !== undefined;
  const buffer = isTyped ? TypedArrayPrototypeGetBuffer.call(source) :
    DataViewPrototypeGetBuffer.call(source);
  const start = isTyped ? TypedArrayPrototypeGetByteOffset.call(source) :
    DataViewPrototypeGetByteOffset.call(source);
  const length = isTyped ? TypedArrayPrototypeGetByteLength.call(source) :
    DataViewPrototypeGetByteLength.call(source);
  return ArrayBufferPrototypeSlice.call(buffer, start, start + length);
}

// Shared memory, or no memory at all: the engine says what it thinks of it.
function bytesFrom(source) {
  try {
    return copyBytes(source);
  } catch {
    return undefined;
  }
}

function record(value, bytes) {
  const module = value instanceof EngineModule ? value : value?.module;
  if (bytes !== undefined && module instanceof EngineModule)
    bytesOf.set(module, bytes);
}

// What a module was made of; undefined: it is not known.
function moduleBytes(module) {
  if (!bytesOf.has(module))
    release();
  return bytesOf.get(module);
}

function moduleFrom(bytes) {
  const module = new EngineModule(bytes);
  bytesOf.set(module, bytes);
  return module;
}

const wrong = (text) => new primordials.TypeError(`WebAssembly.Module(): ${text}`);

function replaceModule() {
  const Module = function Module(source) {
    if (new.target === undefined)
      throw wrong("WebAssembly.Module must be invoked with 'new'");
    if (!ArrayBufferIsView(source) && !isAnyArrayBuffer(source))
      throw wrong('Argument 0 must be a buffer source');
    const bytes = bytesFrom(source);
    const module = ReflectConstruct(EngineModule, [source], new.target);
    record(module, bytes);
    return module;
  };
  const keys = ['customSections', 'exports', 'imports'];
  for (let i = 0; i < keys.length; i++) {
    ObjectDefineProperty(Module, keys[i], {
      __proto__: null, value: EngineModule[keys[i]], writable: true, enumerable: true,
      configurable: true,
    });
  }
  ObjectDefineProperty(Module, 'prototype', {
    __proto__: null, value: EngineModule.prototype, writable: false,
  });
  ObjectDefineProperty(EngineModule.prototype, 'constructor', {
    __proto__: null, value: Module, writable: true, configurable: true, enumerable: false,
  });
  ObjectDefineProperty(wasm, 'Module', {
    __proto__: null, value: Module, writable: true, enumerable: false, configurable: true,
  });
}

// ---- Promises ----

function release() {
  const left = new SafeArray();
  for (let i = 0; i < pending.length; i++) {
    const { promise, bytes } = pending[i];
    const { 0: state, 1: value } = getPromiseDetails(promise);
    if (state === PENDING)
      left.push(pending[i]);
    else if (state === FULFILLED)
      record(value, bytes);
  }
  pending = left;
  if (left.length === 0)
    awaitEngine(false);
}

// Where the engine does not let a promise be read, its outcome is asked for, despite (2).
let unread = 0;
function releaseUnread() {
  if (--unread === 0 && pending.length === 0)
    awaitEngine(false);
}

function hold(promise, bytes) {
  const details = getPromiseDetails(promise);
  if (details === undefined) {
    unread++;
    PromisePrototypeThen.call(promise, releaseUnread, releaseUnread);
  } else if (details[0] === PENDING) {
    pending.push({ __proto__: null, promise, bytes });
  } else {
    return;
  }
  awaitEngine(true);
}

function keepAlive(name) {
  const original = wasm[name];
  if (typeof original !== 'function')
    return;
  // A plain call: by Reflect.apply() of another realm the rejection would be that realm's.
  const { [name]: replacement } = {
    [name](source, imports, options) {
      const bytes = source instanceof EngineModule ? undefined : bytesFrom(source);
      const promise = original(source, imports, options);
      hold(promise, bytes);
      return promise;
    },
  };
  ObjectDefineProperty(replacement, 'length', {
    __proto__: null, value: original.length, configurable: true,
  });
  ObjectDefineProperty(wasm, name, {
    __proto__: null, value: replacement, writable: true, enumerable: true, configurable: true,
  });
}

// ---- Streaming ----

function addStreaming(name) {
  const { [name]: method } = {
    async [name](source, imports) {
      return await require('internal/webassembly_streaming')[name](source, imports);
    },
  };
  ObjectDefineProperty(method, 'length', { __proto__: null, value: 1, configurable: true });
  ObjectDefineProperty(wasm, name, {
    __proto__: null, value: method, writable: true, enumerable: true, configurable: true,
  });
}

setHook(kEngineWork, release);
keepAlive('compile');
keepAlive('instantiate');

replaceModule();
addStreaming('compileStreaming');
addStreaming('instantiateStreaming');

module.exports = { WebAssembly: wasm, moduleBytes, moduleFrom };
