'use strict';
// The ways into ES modules: the program itself, import(), require() of a module, import.meta.

const { resolve } = require('internal/modules/esm/resolve');
const {
  Source, recordOf, recordAt, sourceRecordOf, running, pathOf, looksLikeModule, sourceAt,
  EVALUATING, WAITING,
} = require('internal/modules/esm/record');
const { hooked } = require('internal/modules/cjs');
const { link } = require('internal/modules/esm/link');
const { evaluate, setHooks } = require('internal/modules/esm/evaluate');
const { scanAt, needsAsync } = require('internal/modules/esm/translate');
const { namespaceOf } = require('internal/modules/esm/namespace');
const { setOwnProperty } = require('internal/util');
const { URL, isURL, pathToFileHref } = require('internal/url');
const { get: getOption } = internalBinding('options');
const { modules } = require('internal/bootstrap/loader');
const path = require('path');
const {
  ArrayPrototypeJoin, JSONStringify, MathMax, ObjectDefineProperty, ObjectHasOwn,
  ReflectConstruct, SafeSet, StringPrototypeIncludes, StringPrototypeRepeat,
  StringPrototypeReplace, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const coded = (code, ...args) => ReflectConstruct(require('internal/errors').codes[code], args);

// ---- import() ----

function readAttributes(options) {
  if (options === undefined)
    return { __proto__: null };
  if (typeof options !== 'object' || options === null)
    throw new primordials.TypeError('The second argument of import() must be an object');
  const attributes = options.with;
  if (attributes === undefined)
    return { __proto__: null };
  if (typeof attributes !== 'object' || attributes === null)
    throw new primordials.TypeError("The 'options' argument of import() must be an object");
  return { __proto__: null, ...attributes };
}

// Loads and runs in a later job, as it would when the file had to be waited for.
async function importFrom(base, specifier, options) {
  const name = `${specifier}`;
  const attributes = readAttributes(options);
  await undefined;
  // Awaited, because returning a promise calls its `then`.
  return await importNow(recordOf(name, base, attributes));
}

async function importNow(record) {
  link(record);
  const waiting = evaluate(record);
  if (waiting !== undefined)
    await waiting;
  // A namespace with an export `then` would be taken for a promise by `return`, as it should.
  return namespaceOf(record);
}

async function importSource(base, specifier, options) {
  const name = `${specifier}`;
  const attributes = readAttributes(options);
  await undefined;
  return sourceRecordOf(name, base, attributes).values.default;
}

// The function that stands for `import` in the text of one module.
function loaderFor(base) {
  const load = (specifier, options) => (
    modules.diagnostics_channel === undefined ? importFrom(base, specifier, options) :
      tracedImport(base, specifier, options));
  return setOwnProperty(load, 'source', (specifier, options) =>
    importSource(base, specifier, options));
}

function tracedImport(base, specifier, options) {
  const trace = require('internal/channels').traced('module.import');
  if (trace === undefined)
    return importFrom(base, specifier, options);
  return trace.tracePromise(
    importFrom, { parentURL: base, url: specifier }, undefined, base, specifier, options);
}

// What relative names of texts are resolved against. In a working directory that was removed there
// is nothing to find, but packages and built-in modules have no relative names.
function workingFolder() {
  try {
    return process.cwd();
  } catch {
    return '/proc/self/cwd';
  }
}

const urlOf = (file) =>
  pathToFileHref(path.isAbsolute(file) ? file : path.join(workingFolder(), file));

// ---- import.meta ----

function metaFor(record) {
  if (!record.scan.hasMeta)
    return undefined;
  if (record.host !== null)
    return record.host.meta();
  const meta = { __proto__: null };
  const file = pathOf(record.url);
  if (file !== undefined) {
    meta.dirname = path.dirname(file);
    meta.filename = file;
  }
  meta.main = record.main;
  meta.resolve = getOption('--experimental-import-meta-resolve') ?
    (specifier, parent = record.url) => resolveFrom(`${specifier}`, parentURL(parent)) :
    function resolve_(specifier) {
      return resolveFrom(`${specifier}`, record.url);
    };
  ObjectDefineProperty(meta.resolve, 'name', { __proto__: null, value: 'resolve' });
  meta.url = record.url;
  return meta;
}

function parentURL(parent) {
  if (typeof parent !== 'string' && !isURL(parent))
    throw coded('ERR_INVALID_ARG_TYPE', 'parentURL', ['string', 'URL'], parent);
  return new URL(parent).href;
}

// A file that is not there has a URL all the same.
function resolveFrom(specifier, base) {
  try {
    return hooked.by !== null ? hooked.by.resolveUrl(specifier, base) : resolve(specifier, base);
  } catch (error) {
    if ((error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_UNSUPPORTED_DIR_IMPORT') &&
        error.url !== undefined)
      return error.url;
    if (error.code === 'ERR_UNSUPPORTED_ESM_URL_SCHEME')
      return new URL(specifier).href;
    throw error;
  }
}

setHooks({
  __proto__: null, metaFor,
  loadFor: (record) => (record.host === null ? loaderFor(record.url) : record.host.load),
});

// ---- The program ----

const UNSETTLED = 13;     // the exit code of a program that waits when nothing can come any more
const setEndCode = (fn) => require('internal/process/fatal').setEndCode(fn);

function reportUnsettled() {
  for (let i = 0; i < running.length; i++) {
    const record = running[i];
    if (getOption('--warnings') && record.state === WAITING && record.async &&
        record.pending === 0)
      process._rawDebug(`Warning: Detected unsettled top-level await at ${waitingPlace(record)}` +
                        'Nothing keeps this process alive, and so nothing can settle it.\n');
  }
  return UNSETTLED;
}

// "url:line", the line and a caret. The engine does not say where a function stands: of several
// places the first is shown.
function waitingPlace({ scan, url }) {
  const at = MathMax(0, scan.firstAwait);
  const before = StringPrototypeSplit.call(StringPrototypeSlice.call(scan.source, 0, at), '\n');
  // As it was written: `gyre trace` adds calls.
  const text = internalBinding('script').readText(pathOf(url) ?? '');
  const lines = StringPrototypeSplit.call(typeof text === 'string' ? text : scan.source, '\n');
  const caret = `${StringPrototypeRepeat.call(' ', before[before.length - 1].length)}^`;
  return `${url}:${before.length}\n${lines[before.length - 1]}\n${caret}\n\n\n`;
}

function runRecord(make) {
  const run = async () => {
    await undefined;
    const record = make();
    link(record);
    const waiting = evaluate(record);
    if (waiting === undefined)
      return;
    require('events');     // so that 'exit' is emitted, with the code
    setEndCode(reportUnsettled);
    await waiting;
    setEndCode(undefined);
  };
  orRaise(run());
}

// By `await`: then() reads the species of the program's Promise.
async function orRaise(promise) {
  try {
    await promise;
  } catch (error) {
    setEndCode(undefined);
    require('internal/process/fatal').raise(error, true);
  }
}

// --import: one after the other, then the program.
function afterImports(requests, start) {
  const folder = pathToFileHref(`${workingFolder()}/`);
  const run = async () => {
    for (let i = 0; i < requests.length; i++)
      await importFrom(folder, requests[i]);
    start();
  };
  orRaise(run());
}

function runURL(url) {
  runRecord(() => {
    const record = hooked.by !== null ? hooked.by.record(url, undefined, { __proto__: null }) :
      recordAt(url);
    record.main = true;
    return record;
  });
}

// A main script that was loaded as CommonJS and is an ES module.
function runSource(url, text) {
  runRecord(() => {
    const record = sourceAt(url, text);
    record.main = true;
    return record;
  });
}

function runMain(file) {
  if (getOption('--input-type') !== undefined)
    throw coded('ERR_INPUT_TYPE_NOT_ALLOWED');
  runURL(pathToFileHref(file));
}

// Text of --input-type=module.
function runText(text, name) {
  runRecord(() => {
    const folder = pathToFileHref(`${workingFolder()}/`);
    const record = new Source(`${folder}${StringPrototypeReplace.call(name, ']', '1]')}`, text);
    record.main = true;
    return record;
  });
}

// --check
function checkModule(text, file) {
  needsAsync(scanAt(text, file), file);
}

// ---- require() ----

const isAsync = (record, seen = new SafeSet()) => {
  if (seen.has(record))
    return false;
  seen.add(record);
  return record.async || record.deps.some((dep) => isAsync(dep, seen));
};

function asyncError(file, stack) {
  const error = coded('ERR_REQUIRE_ASYNC_MODULE', file, ArrayPrototypeJoin.call(stack, '\n- '));
  ObjectDefineProperty(error, 'requireStack', { __proto__: null, value: stack, writable: true,
                                                 configurable: true });
  return error;
}

// --trace-require-module
function traceRequire(mode, file, from) {
  const inPackages = (name) => StringPrototypeIncludes.call(name, '/node_modules/');
  if (mode === 'no-node-modules' && from !== undefined && inPackages(from))
    return;
  const by = from === undefined ? '' : `CommonJS module ${from} is loading `;
  process.emitWarning(`${by}ES Module ${file} using require().\nSupport for loading ES Module in ` +
    'require() is an experimental feature and might change at any time', 'ExperimentalWarning');
}

function requireModule(file, stack, url = pathToFileHref(file), text = undefined) {
  const mode = getOption('--trace-require-module');
  if (mode !== undefined)
    traceRequire(mode, file, stack[0]);
  const record = text === undefined ? recordAt(url, 'module') : sourceAt(url, text);
  link(record);
  if (isAsync(record))
    throw asyncError(file, stack);
  if (record.state === EVALUATING) {
    const from = stack.length > 0 ? ` (from ${stack[0]})` : '';
    throw coded('ERR_REQUIRE_CYCLE_MODULE',
                `Cannot require() ES Module ${file} in a cycle.${from}`);
  }
  evaluate(record);
  const space = namespaceOf(record);
  if (ObjectHasOwn(space, 'module.exports'))
    return space['module.exports'];
  return 'default' in space && !('__esModule' in space) ? markedNamespace(record) : space;
}

// For those who compile to CommonJS: with a default export there is an `__esModule` as well.
function markedNamespace(record) {
  if (record.marked === undefined) {
    const url = JSONStringify(record.url);
    record.marked = new Source(record.url,
      `export * from ${url};export{default}from ${url};export const __esModule=true`);
    link(record.marked);
    evaluate(record.marked);
  }
  return namespaceOf(record.marked);
}

module.exports = { importFrom, loaderFor, urlOf, runMain, runText, requireModule, looksLikeModule,
                   afterImports, checkModule, runURL, runSource, isAsync, readAttributes };
