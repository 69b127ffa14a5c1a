'use strict';
// One module: what it asks for, what it gives, and how far it has come. A record is either a
// module of source text or a set of values (built-in, CommonJS, JSON) with the same questions.

const { resolve, formatOf } = require('internal/modules/esm/resolve');
const { scanAt, needsAsync, hasTopLevelAwait } = require('internal/modules/esm/translate');
const { Module } = require('internal/modules/cjs');
const { readText } = internalBinding('script');
const { SafeMap } = primordials;
const coded = (code, ...args) => new (require('internal/errors').codes[code])(...args);

const records = new SafeMap();     // URL, with the type of its import attribute -> record
const resolved = new SafeMap();    // specifier and who asked -> URL
const running = [];                // all modules of source text
const AMBIGUOUS = { __proto__: null };

// States, in order.
const NEW = 0;
const LINKED = 1;
const EVALUATING = 2;
const WAITING = 3;      // for a top-level await, its own or one below
const DONE = 4;

class Record {
  constructor(url) {
    this.url = url;
    this.state = NEW;
    this.failed = false;
    this.error = undefined;
    this.deps = [];
    this.namespace = undefined;
    this.cycle = [this];    // the modules that depend on each other with this one
    this.cyclic = false;    // there are such, or it asks for itself
  }

  get finished() { return this.state === DONE && !this.failed; }
}

// Values that are there at once, or after `load` has run in its turn.
class Values extends Record {
  constructor(url, load) {
    super(url);
    this.load = load;
    this.values = undefined;
  }

  run() {
    this.values ??= this.load();
  }

  // Before it has run nobody knows its names.
  resolveExport(name) {
    if (this.values !== undefined && !Object.hasOwn(this.values, name))
      return null;
    return { record: this, local: name };
  }

  exportNames() { return Object.keys(this.values ?? {}); }
  stable() { return this.values !== undefined; }
  read(name) { return this.values[name]; }
}

class Source extends Record {
  constructor(url, source) {
    super(url);
    running.push(this);
    this.source = source;
    this.scan = scanAt(source, url);
    this.async = needsAsync(this.scan, url);
    this.getters = undefined;
    this.body = undefined;
    this.meta = undefined;
    this.main = false;
    this.exports = new SafeMap();
    this.decideExports();
  }

  // An export of an imported name is one of the other module.
  decideExports() {
    const { imports, locals, indirect } = this.scan;
    for (const { name, local } of locals) {
      const from = imports.find((one) => one.local === local);
      this.addExport(name, from === undefined ? { local } :
        { request: from.request, from: from.name });
    }
    for (const { name, request, from } of indirect)
      this.addExport(name, { request, from });
  }

  addExport(name, what) {
    if (this.exports.has(name))
      throw new SyntaxError(`Duplicate export of '${name}'`);
    this.exports.set(name, what);
  }

  // { record, local } of the binding; null when there is none; AMBIGUOUS when there are two.
  resolveExport(name, seen = []) {
    if (seen.some((one) => one.record === this && one.name === name))
      return null;
    seen.push({ record: this, name });
    const own = this.exports.get(name);
    if (own !== undefined) {
      if (own.local !== undefined)
        return { record: this, local: own.local };
      const dep = this.deps[own.request];
      return own.from === '*' ? { record: dep, local: '*' } : dep.resolveExport(own.from, seen);
    }
    return name === 'default' ? null : this.resolveStar(name, seen);
  }

  resolveStar(name, seen) {
    let found = null;
    let unknown = null;
    for (const request of this.scan.stars) {
      const one = this.deps[request].resolveExport(name, seen);
      if (one === AMBIGUOUS)
        return AMBIGUOUS;
      if (one === null)
        continue;
      if (one.record instanceof Values && one.record.values === undefined)
        unknown ??= one;
      else if (found === null)
        found = one;
      else if (found.record !== one.record || found.local !== one.local)
        return AMBIGUOUS;
    }
    return found ?? unknown;
  }

  exportNames(seen = []) {
    if (seen.includes(this))
      return [];
    seen.push(this);
    const names = [...this.exports.keys()];
    for (const request of this.scan.stars) {
      for (const name of this.deps[request].exportNames(seen)) {
        if (name !== 'default' && name !== 'module.exports' && !names.includes(name))
          names.push(name);
      }
    }
    return names;
  }

  stable(local) {
    return this.finished && !this.scan.changing.has(local);
  }

  read(local) {
    if (this.getters === undefined)
      throw new ReferenceError(`Cannot access '${local}' before initialization`);
    return this.getters[local]();
  }
}

// ---- Making records ----

function builtinValues(url) {
  const exports = Module._load(url, undefined, false);
  const values = { __proto__: null };
  for (const key of Object.keys(exports)) {
    const { get } = Object.getOwnPropertyDescriptor(exports, key);
    // A getter stays one: a built-in loads parts of itself when asked.
    if (get === undefined)
      values[key] = exports[key];
    else
      Object.defineProperty(values, key, { get: () => exports[key], enumerable: true });
  }
  return Object.assign(values, { default: exports });
}

// A CommonJS module runs in its turn, once, in the cache that require() uses.
function commonValues(file) {
  const exports = Module._load(file, undefined, false);
  const values = { __proto__: null };
  const isObject = (typeof exports === 'object' && exports !== null) ||
    typeof exports === 'function';
  for (const key of isObject ? Object.keys(exports) : []) {
    if (key !== 'default')
      values[key] = exports[key];
  }
  // Compilers hide this one from enumeration.
  if (isObject && Object.hasOwn(exports, '__esModule'))
    values.__esModule = exports.__esModule;
  values.default = exports;
  values['module.exports'] = exports;
  return values;
}

function jsonValues(text, url) {
  try {
    return { __proto__: null, default: JSON.parse(text) };
  } catch (error) {
    error.message = `${pathOf(url) ?? url}: ${error.message}`;
    throw error;
  }
}

const pathOf = (url) =>
  (url.startsWith('file:') ? require('internal/url').fileURLToPath(url) : undefined);

function textOf(url, base) {
  if (url.startsWith('data:')) {
    const [, head, body] = /^data:([^,]*),([^]*)$/.exec(url);
    return head.endsWith(';base64') ? Buffer.from(decodeURIComponent(body), 'base64').toString() :
      decodeURIComponent(body);
  }
  const text = readText(pathOf(url));
  if (typeof text === 'string')
    return text;
  if (text === -2)
    throw coded('ERR_MODULE_NOT_FOUND', pathOf(url), base, url);
  throw require('internal/errors').uvException({ errno: text, syscall: 'open', path: pathOf(url) });
}

// Names are looked at before the module is, values after.
function checkNames(attributes, url) {
  for (const key of Object.keys(attributes)) {
    if (key !== 'type')
      throw coded('ERR_IMPORT_ATTRIBUTE_UNSUPPORTED', key, attributes[key], url);
  }
}

function checkFormat({ type }, format, url) {
  if (type !== undefined && type !== 'json')
    throw coded('ERR_IMPORT_ATTRIBUTE_UNSUPPORTED', 'type', type, url);
  if (format === 'json' && type === undefined)
    throw coded('ERR_IMPORT_ATTRIBUTE_MISSING', url, 'type', 'json');
  if (format !== 'json' && type !== undefined)
    throw coded('ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE', url, type);
}

// Text that is no CommonJS and has what only modules have.
function looksLikeModule(text, url) {
  if (!/\b(?:import|export|await)\b/.test(text))
    return false;
  let found;
  try {
    found = scanAt(text, url);
  } catch {
    return false;       // neither: CommonJS will say why
  }
  return found.isModule || found.hasMeta || (found.awaits && hasTopLevelAwait(found, url));
}

function makeRecord(url, format, base) {
  if (format === 'builtin')
    return new Values(url, () => builtinValues(url));
  if (format === 'commonjs')
    return new Values(url, () => commonValues(pathOf(url)));
  const text = textOf(url, base);
  if (format === 'json')
    return new Values(url, () => jsonValues(text, url));
  if (format === 'detect' && !looksLikeModule(text, url))
    return new Values(url, () => commonValues(pathOf(url)));
  return new Source(url, text);
}

// The record that `specifier` names in the module at `base`, made when it is new.
function recordOf(specifier, base, attributes) {
  const key = `${specifier}\0${base}`;
  const url = resolved.get(key) ?? resolve(specifier, base);
  checkNames(attributes, url);
  const format = formatOf(url);
  checkFormat(attributes, format, url);
  const record = recordAt(url, format, base);
  // Once found it stays what it was, even when the file goes away.
  resolved.set(key, url);
  return record;
}

function recordAt(url, format = formatOf(url), base = url) {
  let record = records.get(url);
  if (record === undefined) {
    record = makeRecord(url, format, base);
    if (format === 'builtin' || format === 'json') {
      record.run();
      record.state = DONE;
    }
    records.set(url, record);
  }
  return record;
}

module.exports = { Record, Values, Source, recordOf, recordAt, running, pathOf, looksLikeModule,
                   AMBIGUOUS, NEW, LINKED, EVALUATING, WAITING, DONE };
