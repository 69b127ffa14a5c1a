'use strict';
// import() in text that vm compiles, where the engine's own leads nowhere: it becomes a call of a
// function, as in files (internal/modules/rewritten). A script of a whole realm gets it as a
// property of the global object, with a name of its own that is as long as `import`.

const {
  NumberPrototypeToString, ObjectDefineProperty, ObjectHasOwn, RegExpPrototypeExec,
  StringPrototypePadStart,
} = primordials;
const binding = internalBinding('contextify');
const { codes } = require('internal/errors');
const { setOwnProperty } = require('internal/util');
const { pathToFileHref } = require('internal/url');
const { get: getOption } = internalBinding('options');
const { loaderFor, readAttributes } = require('internal/modules/esm/entry');
const { withoutImports, LOAD } = require('internal/modules/esm/statements');
const { constants: { USE_MAIN_CONTEXT_DEFAULT_LOADER } } = require('internal/vm/context');
const path = require('path');

let count = 0;

// "_$" and four more characters. The names are used again after 1.6 million scripts.
function newName() {
  const id = NumberPrototypeToString.call(count++ % 36 ** 4, 36);
  const name = `_$${StringPrototypePadStart.call(id, 4, '0')}`;
  return name === LOAD ? newName() : name;
}

// What relative specifiers are relative to.
function baseOf(filename) {
  if (path.isAbsolute(filename))
    return pathToFileHref(filename);
  return RegExpPrototypeExec.call(/^[a-zA-Z][a-zA-Z0-9+.-]+:/, filename) !== null ? filename :
    pathToFileHref(`${process.cwd()}/`);
}

// Promises are awaited, not returned: then the program's then() would be called.
async function importBy(callback, referrer, specifier, options, phase) {
  const { namespaceFor, sourceFor } = require('internal/vm/module');
  const found = await callback(`${specifier}`, referrer, readAttributes(options), phase);
  return phase === 'source' ? sourceFor(found) : await namespaceFor(found);
}

// The function that stands for `import`, with that for `import.source`. `referrer` is called when
// it is needed.
function makeLoad(option, filename, referrer) {
  if (option === USE_MAIN_CONTEXT_DEFAULT_LOADER)
    return loaderFor(baseOf(filename));
  let code;
  if (option === undefined)
    code = 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING';
  else if (!getOption('--experimental-vm-modules'))
    code = 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG';
  const loadIn = (phase) => async (specifier, options) => {
    if (code !== undefined)
      throw new codes[code]();
    return await importBy(option, referrer(), specifier, options, phase);
  };
  return setOwnProperty(loadIn('evaluation'), 'source', loadIn('source'));
}

// `await` of a promise of this realm would call its then() in another one; here it does not.
const callingBack = (load) => async (specifier, options, resolve, reject) => {
  let value;
  try {
    value = await load(specifier, options);
  } catch (error) {
    reject(error);
    return;
  }
  resolve(value);
};

// The same for a context, whose promises it returns.
function inContext(context, load) {
  if (context === undefined)
    return load;
  const text = `(load) => async (specifier, options) => await {
    __proto__: null, then: (resolve, reject) => load(specifier, options, resolve, reject) }`;
  const make = binding.run(context.holder, text, 'node:internal/vm/dynamic_import', 1, 0,
                           { __proto__: null });
  return setOwnProperty(make(callingBack(load)), 'source', make(callingBack(load.source)));
}

// { source, name, load } of a script.
function ofScript(source, option, filename, script) {
  const name = newName();
  return { __proto__: null, name, source: withoutImports(source, name),
           load: makeLoad(option, filename, () => script) };
}

// Before the script runs in a realm: its function is there from then on.
function install({ name, load }, context) {
  if (context !== undefined)
    context.hide(name, inContext(context, load));
  else if (!ObjectHasOwn(globalThis, name))
    ObjectDefineProperty(globalThis, name, { __proto__: null, value: load, configurable: true });
}

module.exports = { LOAD, inContext, install, makeLoad, ofScript, withoutImports };
