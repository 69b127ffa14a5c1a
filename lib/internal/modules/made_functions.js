'use strict';
// import() in text given to Function(): programs hide it there from compilers that would make a
// require() of it. The engine's own import() leads nowhere, so the text is rewritten like a file's.
//
// (1) Nothing is replaced until a file with both words is compiled (internal/modules/rewritten).
// (2) Text without an import() is the engine's business, and so are its mistakes.
// (3) What is imported is looked for from the file that called Function().

const { natives } = require('internal/bootstrap/loader');
const {
  ArrayPrototypeJoin, ArrayPrototypeSlice, ObjectDefineProperty: defineProperty,
  ObjectSetPrototypeOf: setPrototypeOf, ReflectConstruct: construct, RegExpPrototypeExec,
  StringPrototypeSplit,
} = primordials;
const Native = primordials.Function;
const NativeError = natives.Error;
const LOAD = '_$load';
const MAY_IMPORT = /\bimport\s*(?:\(|\/[*/]|\.\s*source\b)/;

function mayImport(args) {
  for (let i = 0; i < args.length; i++) {
    if (typeof args[i] === 'string' && RegExpPrototypeExec.call(MAY_IMPORT, args[i]) !== null)
      return true;
  }
  return false;
}

// The nearest frame of a file; "" when there is none. Lines are "name@url:line:column".
function callingFile() {
  const lines = StringPrototypeSplit.call(new NativeError().stack, '\n');
  for (let i = 0; i < lines.length; i++) {
    const found = RegExpPrototypeExec.call(/@((?:\/|file:).*?)(?::\d+)*$/, lines[i]);
    if (found !== null)
      return found[1];
  }
  return '';
}

function rewrite(args) {
  const { withoutImports, loadFrom } = require('internal/modules/rewritten');
  const last = args.length - 1;
  const params = ArrayPrototypeJoin.call(ArrayPrototypeSlice.call(args, 0, last), ',');
  const text = `return function anonymous(${params}\n) {\n${args[last]}\n}`;
  return Native(LOAD, withoutImports(text))(loadFrom(callingFile()));
}

function Wrapped(...args) {
  const target = new.target === undefined || new.target === Wrapped ? Native : new.target;
  const plain = construct(Native, args, target);
  if (!mayImport(args))
    return plain;
  const made = rewrite(args);
  return target === Native ? made : setPrototypeOf(made, target.prototype);
}

function put(target, name) {
  defineProperty(target, name, {
    __proto__: null, value: Wrapped, writable: true, enumerable: false, configurable: true,
  });
}

let installed = false;
function install() {
  if (installed)
    return;
  installed = true;
  defineProperty(Wrapped, 'name', { __proto__: null, value: 'Function', configurable: true });
  defineProperty(Wrapped, 'length', { __proto__: null, value: 1, configurable: true });
  const { prototype } = Native;
  defineProperty(Wrapped, 'prototype', { __proto__: null, value: prototype, writable: false });
  put(Native.prototype, 'constructor');
  if (globalThis.Function === Native)
    put(globalThis, 'Function');
  // The constructors of the other kinds inherit from it.
  setPrototypeOf((async () => {}).constructor, Wrapped);
  setPrototypeOf((function* () {}).constructor, Wrapped);
  setPrototypeOf((async function* () {}).constructor, Wrapped);
}

module.exports = { install };
