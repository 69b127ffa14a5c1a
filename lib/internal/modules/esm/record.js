'use strict';
// Module records: the requests, exports and state of one module. A record is a Source (a module of
// source text) or Values (built-in, CommonJS, JSON); both have the same methods.

const { resolve, formatOf } = require('internal/modules/esm/resolve');
const { scanAt, needsAsync, hasTopLevelAwait, isFine, isValidModule, stripShebang } =
  require('internal/modules/esm/translate');
const { Module, builtinId, hooked, parseJson } = require('internal/modules/cjs');
const { hasPackage, readText } = internalBinding('script');
const { get: getOption } = internalBinding('options');
const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectHasOwn, ObjectKeys,
  ObjectSetPrototypeOf, ReflectConstruct, RegExpPrototypeExec, SafeArray, SafeMap, SafeSet,
  StringPrototypeEndsWith, StringPrototypeStartsWith, decodeURIComponent,
} = primordials;
const coded = (code, ...args) => ReflectConstruct(require('internal/errors').codes[code], args);

const records = new SafeMap();     // URL, with the type of its import attribute -> record
const resolved = new SafeMap();    // specifier and who asked -> URL
const running = new SafeArray();   // all modules of source text
const AMBIGUOUS = { __proto__: null };

// States, in order.
const NEW = 0;
const LINKED = 1;
const EVALUATING = 2;
const WAITING = 3;      // for a top-level await, its own or one below
const DONE = 4;

// Fields, which are defined and not assigned: no setter of the program is called.
class Record {
  url;
  state = NEW;
  failed = false;
  error = undefined;
  deps = new SafeArray();
  namespace = undefined;
  cycle = [this];         // the modules that depend on each other with this one
  cyclic = false;         // there are such, or it asks for itself
  async = false;          // it has a top-level await
  main = false;
  marked = undefined;     // the record of its namespace with `__esModule`
  values = undefined;
  getters = undefined;
  body = undefined;
  // Of its evaluation: see evaluate.js.
  order = 0;
  low = 0;
  pending = 0;
  parents = new SafeArray();
  waits = false;
  waitOrder = 0;
  root = undefined;
  settled = undefined;

  constructor(url) {
    this.url = url;
  }

  get finished() { return this.state === DONE && !this.failed; }
}

// Its values are computed by `load`, when the module is evaluated. A module of vm without source
// text has none.
class Values extends Record {
  load;

  constructor(url, load) {
    super(url);
    this.load = load;
  }

  run() {
    this.values ??= this.load();
  }

  // Its names are unknown before it has run: any name resolves.
  resolveExport(name) {
    if (this.values !== undefined && !ObjectHasOwn(this.values, name))
      return null;
    return { __proto__: null, record: this, local: name };
  }

  exportNames() { return ObjectKeys(this.values ?? {}); }
  stable() { return this.values !== undefined; }
  read(name) { return this.values[name]; }
}

class Source extends Record {
  source;
  scan;
  exports = new SafeMap();
  host;       // of a module of vm, in place of the loader: see internal/vm/module

  constructor(url, source, host = null) {
    super(url);
    this.host = host;
    if (host === null)
      running.push(this);
    this.source = source;
    this.scan = scanAt(source, url);
    this.async = needsAsync(this.scan, url);
    this.decideExports();
  }

  // An export of an imported name is one of the other module.
  decideExports() {
    const { imports, locals, indirect } = this.scan;
    for (let i = 0; i < locals.length; i++) {
      const { name, local } = locals[i];
      const from = imports.find((one) => one.local === local);
      this.addExport(name, from === undefined ? { __proto__: null, local } :
        { __proto__: null, request: from.request, from: from.name });
    }
    for (let i = 0; i < indirect.length; i++) {
      const { name, request, from } = indirect[i];
      this.addExport(name, { __proto__: null, request, from });
    }
  }

  // The records of the modules that it asks for.
  dependencies() {
    if (this.host !== null)
      return this.host.dependencies();
    return this.scan.requests.map(({ specifier, attributes, phase }) =>
      (phase === 'source' ? sourceRecordOf : recordOf)(specifier, this.url, attributes));
  }

  addExport(name, what) {
    if (this.exports.has(name))
      throw new primordials.SyntaxError(`Duplicate export of '${name}'`);
    this.exports.set(name, what);
  }

  // { record, local } of the binding; null when there is none; AMBIGUOUS when there are two.
  resolveExport(name, seen = new SafeArray()) {
    if (seen.some((one) => one.record === this && one.name === name))
      return null;
    seen.push({ __proto__: null, record: this, name });
    const own = this.exports.get(name);
    if (own !== undefined) {
      if (own.local !== undefined)
        return { __proto__: null, record: this, local: own.local };
      const dep = this.deps[own.request];
      return own.from === '*' ? { __proto__: null, record: dep, local: '*' } :
        dep.resolveExport(own.from, seen);
    }
    return name === 'default' ? null : this.resolveStar(name, seen);
  }

  resolveStar(name, seen) {
    let found = null;
    let unknown = null;
    const { stars } = this.scan;
    for (let i = 0; i < stars.length; i++) {
      const one = this.deps[stars[i]].resolveExport(name, seen);
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

  exportNames(seen = new SafeSet()) {
    const names = new SafeArray();
    if (seen.has(this))
      return names;
    seen.add(this);
    this.exports.forEach((what, name) => names.push(name));
    const { stars } = this.scan;
    for (let i = 0; i < stars.length; i++) {
      const others = this.deps[stars[i]].exportNames(seen);
      for (let at = 0; at < others.length; at++) {
        const name = others[at];
        if (name !== 'default' && !names.includes(name))
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
      throw new primordials.ReferenceError(`Cannot access '${local}' before initialization`);
    return this.getters[local]();
  }
}

// ---- Making records ----

function builtinValues(url) {
  const exports = require('internal/bootstrap/loader').requireBuiltin(builtinId(url));
  const values = { __proto__: null };
  const keys = ObjectKeys(exports);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const { get } = ObjectSetPrototypeOf(ObjectGetOwnPropertyDescriptor(exports, key), null);
    // A getter stays one: built-ins load parts of themselves on first use.
    if (get === undefined)
      values[key] = exports[key];
    else
      ObjectDefineProperty(values, key, { __proto__: null, enumerable: true,
                                          get: () => exports[key] });
  }
  values.default = exports;
  return values;
}

// A CommonJS module runs in its turn, once, in the cache that require() uses.
const commonValues = (file) => valuesOf(Module._load(file, undefined, false));

function valuesOf(exports) {
  const values = { __proto__: null };
  const isObject = (typeof exports === 'object' && exports !== null) ||
    typeof exports === 'function';
  const keys = isObject ? ObjectKeys(exports) : [];
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== 'default')
      values[keys[i]] = exports[keys[i]];
  }
  // Compilers hide this one from enumeration.
  if (isObject && ObjectHasOwn(exports, '__esModule'))
    values.__esModule = exports.__esModule;
  values.default = exports;
  values['module.exports'] = exports;
  return values;
}

function jsonValues(text, url) {
  try {
    return { __proto__: null, default: parseJson(text) };
  } catch (error) {
    error.message = `${pathOf(url) ?? url}: ${error.message}`;
    throw error;
  }
}

// A file of JSON is one object for `import` and require().
function jsonFile(text, url) {
  const file = RegExpPrototypeExec.call(/[?#]/, url) === null ? pathOf(url) : undefined;
  if (file === undefined)
    return jsonValues(text, url);
  const known = Module._cache[file];
  if (known?.loaded)
    return { __proto__: null, default: known.exports };
  const values = jsonValues(text, url);
  const module = new Module(file);
  module.filename = file;
  module.exports = values.default;
  module.loaded = true;
  Module._cache[file] = module;
  return values;
}

function textValues(text) {
  return { __proto__: null, default: text };
}

const wasm = () => require('internal/modules/esm/wasm');
const pathOf = (url) => (StringPrototypeStartsWith.call(url, 'file:') ?
  require('internal/url').fileURLToPath(url) : undefined);

// Bytes that are no UTF-8 are U+FFFD.
function percentDecoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return require('querystring').unescapeBuffer(text).toString();
  }
}

function textOf(url, base) {
  if (StringPrototypeStartsWith.call(url, 'data:')) {
    const { 1: head, 2: body } = RegExpPrototypeExec.call(/^data:([^,]*),([^]*)$/, url);
    const text = percentDecoded(body);
    return StringPrototypeEndsWith.call(head, ';base64') ?
      require('internal/buffer').bufferFrom(text, 'base64').toString() : text;
  }
  const text = readText(pathOf(url));
  if (typeof text === 'string')
    return text;
  if (text === -2)
    throw coded('ERR_MODULE_NOT_FOUND', pathOf(url), base, url);
  const { uvException } = require('internal/errors');
  throw uvException({ __proto__: null, errno: text, syscall: 'open', path: pathOf(url) });
}

// Of a file or a data: URL.
function bytesOf(url, base) {
  const file = pathOf(url);
  if (file === undefined) {
    const { 1: head, 2: body } = RegExpPrototypeExec.call(/^data:([^,]*),([^]*)$/, url);
    const text = percentDecoded(body);
    const encoding = StringPrototypeEndsWith.call(head, ';base64') ? 'base64' : 'latin1';
    return require('internal/buffer').bufferFrom(text, encoding);
  }
  try {
    return require('fs').readFileSync(file);
  } catch (error) {
    throw error.code === 'ENOENT' ? coded('ERR_MODULE_NOT_FOUND', file, base, url) : error;
  }
}

// Names of attributes are checked before the module is loaded, values afterwards.
function checkNames(attributes, url) {
  const keys = ObjectKeys(attributes);
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== 'type')
      throw coded('ERR_IMPORT_ATTRIBUTE_UNSUPPORTED', keys[i], attributes[keys[i]], url);
  }
}

function checkFormat({ type }, format, url) {
  if (type !== undefined && type !== 'json' && type !== 'text')
    throw coded('ERR_IMPORT_ATTRIBUTE_UNSUPPORTED', 'type', type, url);
  if (format === 'json' && type === undefined)
    throw coded('ERR_IMPORT_ATTRIBUTE_MISSING', url, 'type', 'json');
  if (format === 'text' && type === undefined)
    throw coded('ERR_IMPORT_ATTRIBUTE_MISSING', url, 'type', 'text');
  if (format !== (type ?? format))
    throw coded('ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE', url, type);
}

// What a script of CommonJS cannot declare at its top level.
const DECLARED = /\b(?:const|let|class)\s+(?:require|module|exports|__filename|__dirname)\b/;

// Whether the text has syntax that only ES modules have: that of modules, or declarations of names
// that each script of CommonJS has already.
function looksLikeModule(text, url) {
  if (RegExpPrototypeExec.call(/\b(?:import|export|await)\b/, text) === null)
    return redeclares(text, url);
  let found;
  try {
    found = scanAt(text, url);
  } catch {
    return false;       // neither: CommonJS reports the error
  }
  return found.isModule || found.hasMeta || (found.awaits && hasTopLevelAwait(found, url)) ||
    redeclares(text, url);
}

function redeclares(text, url) {
  if (RegExpPrototypeExec.call(DECLARED, text) === null)
    return false;
  const head = '(function(exports,require,module,__filename,__dirname){';
  return !isFine(`${head}${stripShebang(text)}\n})`, url) && isValidModule(text, url);
}

function makeRecord(url, format, base) {
  if (format === 'builtin')
    return new Values(url, () => builtinValues(url));
  if (format === 'commonjs')
    return new Values(url, () => commonValues(pathOf(url)));
  if (format === 'wasm')
    return wasm().makeRecord(url, bytesOf(url, base));
  const text = textOf(url, base);
  if (format === 'json')
    return new Values(url, () => jsonFile(text, url));
  if (format === 'text')
    return new Values(url, () => textValues(text));
  if (format === 'detect') {
    const file = pathOf(url);
    if (!looksLikeModule(text, url))
      return new Values(url, () => commonValues(file));
    if (hasPackage(file))
      require('internal/modules/esm/typeless').warnTypeless(url, file);
  }
  return new Source(url, text);
}

// The record that `specifier` names in the module at `base`, made when it is new.
function recordOf(specifier, base, attributes) {
  if (hooked.by !== null)
    return hooked.by.record(specifier, base, attributes);
  const key = `${specifier}\0${base}`;
  const url = resolved.get(key) ?? resolve(specifier, base);
  checkNames(attributes, url);
  const format = formatFor(url, attributes);
  checkFormat(attributes, format, url);
  const record = recordAt(url, format, base);
  // A resolution is final, even when the file is removed.
  resolved.set(key, url);
  return record;
}

// What `import source` gives, as the record of a module that has it as its default export. It is
// neither linked nor run.
function sourceRecordOf(specifier, base, attributes) {
  const record = recordOf(specifier, base, attributes);
  if (record.makeSource === undefined)
    throw coded('ERR_SOURCE_PHASE_NOT_DEFINED', record.url);
  return record.makeSource();
}

// With --experimental-import-text, any file may be imported as a text.
function formatFor(url, { type }) {
  if (type !== 'text')
    return formatOf(url);
  if (!getOption('--experimental-import-text')) {
    formatOf(url);
    throw coded('ERR_IMPORT_ATTRIBUTE_UNSUPPORTED', 'type', type, url);
  }
  require('internal/util').emitExperimentalWarning('Text import');
  return 'text';
}

// The same file is another module with another type.
const keyFor = (url, format) =>
  (format === 'json' || format === 'text' ? `${url}\0${format}` : url);

function recordAt(url, format = formatOf(url), base = url) {
  const key = keyFor(url, format);
  let record = records.get(key);
  if (record === undefined) {
    record = makeRecord(url, format, base);
    if (format === 'builtin' || format === 'json' || format === 'text') {
      record.run();
      record.state = DONE;
    }
    records.set(key, record);
  }
  return record;
}

// The record of a module whose text is known.
function sourceAt(url, text) {
  const known = records.get(url);
  if (known !== undefined)
    return known;
  const record = new Source(url, text);
  records.set(url, record);
  return record;
}

module.exports = {
  Record, Values, Source, checkFormat, checkNames, formatFor, jsonValues, keyFor, looksLikeModule,
  pathOf, recordAt, recordOf, records, running, sourceAt, sourceRecordOf, textOf, textValues,
  valuesOf,
  AMBIGUOUS, NEW, LINKED, EVALUATING, WAITING, DONE,
};
