'use strict';
// WebAssembly as ES modules: `import { f } from './x.wasm'` makes an instance, whose imports are
// modules in turn; `import source` gets the WebAssembly.Module.
//
// (1) Which names a module imports and exports is read from its bytes: the engine does not list
//     imports of all types.
// (2) An exported global is its value when the instance is made. A WebAssembly module that imports
//     it gets the WebAssembly.Global.
// (3) The engine has no compile-time builtins: those of strings are imports like others.

const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectPrototypeIsPrototypeOf,
  ObjectSetPrototypeOf, SafeArray, StringFromCharCode, StringFromCodePoint,
  StringPrototypeCharCodeAt, StringPrototypeCodePointAt, StringPrototypeConcat,
  StringPrototypeStartsWith, StringPrototypeSubstring, SymbolToStringTag,
} = primordials;
const { moduleFrom } = require('internal/webassembly');
const { wasm: engine } = require('internal/bootstrap/loader');
const { emitExperimentalWarning } = require('internal/util');
const { copyBytes, decodeBytes, memoryOf, sizeOf } = require('internal/util/bytes');
const { Record, Values, AMBIGUOUS, DONE, recordOf } = require('internal/modules/esm/record');
const { readBinding } = require('internal/modules/esm/namespace');
const { CompileError, Global, Instance, LinkError, Module } = engine;

// ---- The bytes (1) ----

const IMPORTS = 2;
const EXPORTS = 7;

// The engine has compiled these bytes: they are well-formed.
class Reader {
  bytes;
  at;

  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() { return this.bytes[this.at++]; }

  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128)
        return value;
    }
  }

  text() {
    const size = this.number();
    this.at += size;
    return decodeBytes(copyBytes(this.bytes, this.at - size, this.at), 'utf8');
  }

  limits() {
    const flags = this.number();
    this.number();
    if ((flags & 1) !== 0)
      this.number();
  }

  // (ref null? heaptype) has a second part, the other types have none.
  valueType() {
    const byte = this.byte();
    if (byte === 0x63 || byte === 0x64)
      this.number();
  }

  // What stands behind the name of an import.
  description() {
    switch (this.byte()) {
      case 0: return void this.number();
      case 1:
        this.valueType();
        return this.limits();
      case 2: return this.limits();
      case 3:
        this.valueType();
        return void this.byte();
      default:
        this.byte();
        this.number();
    }
  }
}

// { imports: [{ module, name }], exports: [name] }
function namesOf(bytes) {
  const imports = new SafeArray();
  const exports = new SafeArray();
  const reader = new Reader(bytes, 8);
  while (reader.at < sizeOf(bytes)) {
    const section = reader.byte();
    const size = reader.number();
    const end = reader.at + size;
    const count = section === IMPORTS || section === EXPORTS ? reader.number() : 0;
    for (let i = 0; i < count; i++) {
      if (section === IMPORTS) {
        imports.push({ __proto__: null, module: reader.text(), name: reader.text() });
        reader.description();
      } else {
        exports.push(reader.text());
        reader.byte();
        reader.number();
      }
    }
    reader.at = end;
  }
  return { __proto__: null, imports, exports };
}

// ---- Strings (3) ----

const STRINGS = 'wasm:js-string';
const CONSTANTS = 'wasm:js/string-constants';

function trap() {
  throw new engine.RuntimeError('illegal cast');
}

const text = (value) => (typeof value === 'string' ? value : trap());

const stringFunctions = {
  '__proto__': null,
  'cast': text,
  'test': (value) => (typeof value === 'string' ? 1 : 0),
  'length': (value) => text(value).length,
  'concat': (a, b) => StringPrototypeConcat.call(text(a), text(b)),
  'equals': (a, b) => ((a === null ? a : text(a)) === (b === null ? b : text(b)) ? 1 : 0),
  'compare': (a, b) => (text(a) < text(b) ? -1 : a === b ? 0 : 1),
  'substring': (value, start, end) => (text(value) && start >>> 0 <= end >>> 0 ?
    StringPrototypeSubstring.call(value, start >>> 0, end >>> 0) : ''),
  'fromCharCode': (code) => StringFromCharCode(code),
  'fromCodePoint': (code) => (code >>> 0 <= 0x10ffff ? StringFromCodePoint(code >>> 0) : trap()),
  'charCodeAt': (value, at) => (at >>> 0 < text(value).length ?
    StringPrototypeCharCodeAt.call(value, at >>> 0) : trap()),
  'codePointAt': (value, at) => (at >>> 0 < text(value).length ?
    StringPrototypeCodePointAt.call(value, at >>> 0) : trap()),
};

const isBuiltin = ({ module, name }) =>
  module === CONSTANTS || (module === STRINGS && stringFunctions[name] !== undefined);

// ---- Records ----

const reserved = (name) => StringPrototypeStartsWith.call(name, 'wasm:') ||
  StringPrototypeStartsWith.call(name, 'wasm-js:');

function checkReserved({ imports, exports }, url) {
  for (let i = 0; i < imports.length; i++) {
    const { module, name } = imports[i];
    if (StringPrototypeStartsWith.call(module, 'wasm-js:'))
      throw new LinkError(`Invalid Wasm import "${module}" in ${url}`);
    if (reserved(name))
      throw new LinkError(`Invalid Wasm import name "${name}" in ${url}`);
  }
  for (let i = 0; i < exports.length; i++) {
    if (reserved(exports[i]))
      throw new LinkError(`Invalid Wasm export name "${exports[i]}" in ${url}`);
  }
}

// Fields, which are defined and not assigned: no setter of the program is called.
class WasmRecord extends Record {
  module;
  imports;
  exports;
  requests = new SafeArray();     // specifiers
  instance = undefined;
  source = undefined;

  constructor(url, module, { imports, exports }) {
    super(url);
    this.module = module;
    this.imports = imports;
    this.exports = exports;
    for (let i = 0; i < imports.length; i++) {
      if (!isBuiltin(imports[i]) && !this.requests.includes(imports[i].module))
        this.requests.push(imports[i].module);
    }
  }

  dependencies() {
    return this.requests.map((specifier) => recordOf(specifier, this.url, { __proto__: null }));
  }

  resolveExport(name) {
    return this.exports.includes(name) ? { __proto__: null, record: this, local: name } : null;
  }

  exportNames() { return this.exports.slice(); }
  stable() { return this.values !== undefined; }

  read(name) {
    if (this.values === undefined)
      throw new primordials.ReferenceError(`Cannot access '${name}' before initialization`);
    return this.values[name];
  }

  valueFor(wanted) {
    if (wanted.module === CONSTANTS)
      return wanted.name;
    if (isBuiltin(wanted))
      return stringFunctions[wanted.name];
    const { module, name } = wanted;
    const binding = this.deps[this.requests.indexOf(module)].resolveExport(name);
    if (binding === null || binding === AMBIGUOUS)
      return undefined;       // the engine refuses it
    const { record, local } = binding;
    return record instanceof WasmRecord && record.instance !== undefined ?
      record.instance.exports[local] : readBinding(binding);
  }

  run() {
    emitExperimentalWarning('Importing WebAssembly module instances');
    const given = { __proto__: null };
    for (let i = 0; i < this.imports.length; i++) {
      const { module, name } = this.imports[i];
      given[module] ??= { __proto__: null };
      given[module][name] = this.valueFor(this.imports[i]);
    }
    this.instance = new Instance(this.module, given);
    const { exports } = this.instance;
    const values = { __proto__: null };
    for (let i = 0; i < this.exports.length; i++) {
      const { [i]: name } = this.exports;
      values[name] = valueOf(exports[name]);
    }
    this.values = values;
  }

  // See sourceRecordOf().
  makeSource() {
    if (this.source === undefined) {
      makeAbstract();
      this.source = new Values(this.url, () => ({ __proto__: null, default: this.module }));
      this.source.run();
      this.source.state = DONE;
    }
    return this.source;
  }
}

function valueOf(exported) {
  if (!ObjectPrototypeIsPrototypeOf.call(Global.prototype, exported))
    return exported;
  try {
    return exported.value;
  } catch {
    return undefined;     // a vector: no value of JavaScript
  }
}

function makeRecord(url, bytes) {
  let module;
  try {
    module = moduleFrom(memoryOf(copyBytes(bytes)));
  } catch (error) {
    throw new CompileError(`${url}: ${error.message}`);
  }
  const names = namesOf(bytes);
  checkReserved(names, url);
  return new WasmRecord(url, module, names);
}

// ---- %AbstractModuleSource%, which the engine lacks ----

let isMade = false;

function makeAbstract() {
  if (isMade)
    return;
  isMade = true;
  function AbstractModuleSource() {
    throw new primordials.TypeError('Illegal invocation');
  }
  const { get } = ObjectGetOwnPropertyDescriptor({
    get [SymbolToStringTag]() {
      return ObjectPrototypeIsPrototypeOf.call(Module.prototype, this) ? 'WebAssembly.Module' :
        undefined;
    },
  }, SymbolToStringTag);
  ObjectDefineProperty(AbstractModuleSource.prototype, SymbolToStringTag, {
    __proto__: null, get, configurable: true, enumerable: false,
  });
  ObjectDefineProperty(AbstractModuleSource, 'prototype', { __proto__: null, writable: false });
  ObjectSetPrototypeOf(Module, AbstractModuleSource);
  ObjectSetPrototypeOf(Module.prototype, AbstractModuleSource.prototype);
}

module.exports = { makeRecord };
