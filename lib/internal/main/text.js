'use strict';
// Runs a source text that is not a file: from the command line, standard input or a worker.
//
// (1) A worker that runs a text does not load internal/modules/cjs, like a main script
//     (bootstrap/start).

const {
  ObjectDefineProperty, ObjectKeys, RegExpPrototypeExec, StringPrototypeIncludes,
  StringPrototypeStartsWith,
} = primordials;
const { makeRequire, prototype, state } = require('internal/bootstrap/start');
const { modules } = require('internal/bootstrap/loader');
const { get: getOption } = internalBinding('options');
const { run: runScript, nodeModulePaths } = internalBinding('script');

const sources = { __proto__: null };

const cjs = () => require('internal/modules/cjs');

function preload() {
  const required = getOption('--require');
  if (required.length > 0)
    cjs().Module._preloadModules(required);
}

function makeModule(name, folder) {
  const filename = folder === '/' ? `/${name}` : `${folder}/${name}`;
  if (state.Module === undefined) {
    return {
      __proto__: prototype, id: name, path: '.', exports: {}, filename, loaded: false,
      children: [], paths: nodeModulePaths(folder),
    };
  }
  const module = new state.Module(name);
  module.filename = filename;
  module.paths = state.Module._nodeModulePaths(folder);
  return module;
}

// It runs as a classic script, with the variables of a module as globals.
function runText(text, name, print) {
  sources[name] = text;
  if (getOption('--input-type') === 'module')
    return runModuleText(text, name);
  process._eval = text;
  const module = makeModule(name, require('internal/working_folder').workingFolder());
  const globals = {
    __proto__: null, require: makeRequire(module), module, exports: module.exports,
    __filename: name, __dirname: '.',
  };
  const names = ObjectKeys(globals);
  for (let i = 0; i < names.length; i++) {
    const key = names[i];
    ObjectDefineProperty(globalThis, key, {
      __proto__: null, configurable: true, enumerable: false, writable: true, value: globals[key],
    });
  }
  const ids = require('internal/modules/public_ids').globals();
  for (let i = 0; i < ids.length; i++)
    defineModuleGlobal(ids[i]);
  preload();
  let value;
  try {
    // The recorder replaces toRun() of internal/main.
    const shown = modules['internal/main']?.exports.toRun(text, name) ?? text;
    value = runScript(withImports(shown, name), name, 1);
  } catch (error) {
    if (!isSyntaxError(error) || print || getOption('--input-type') !== undefined ||
        !isModuleText(text))
      throw error;
    return require('internal/modules/esm/entry').runText(text, name);
  }
  if (print)
    require('internal/console/global').log(value);
}

const isSyntaxError = (error) => error instanceof primordials.SyntaxError;

const isModuleText = (text) =>
  RegExpPrototypeExec.call(/\b(?:import|export|await)\b/, text) !== null &&
  require('internal/modules/esm/entry').looksLikeModule(text, '[eval]');

function runModuleText(text, name) {
  preload();
  require('internal/modules/esm/entry').runText(text, name);
}

// In such a text, import() is rewritten to a call of a global function. The regular expression is
// made only for texts that contain `import` or `using`.
const IMPORTS = () => /\bimport\s*(?:\(|\/[*/]|\.\s*source\b)|\busing\s/;
function withImports(text, name) {
  if (!StringPrototypeIncludes.call(text, 'import') && !StringPrototypeIncludes.call(text, 'using'))
    return text;
  return RegExpPrototypeExec.call(IMPORTS(), text) !== null ?
    require('internal/modules/rewritten').script(text, name) : text;
}

// Built-in modules are globals there. `crypto` is the module, as in Node, not Web Crypto.
function defineModuleGlobal(id) {
  if (StringPrototypeIncludes.call(id, '/') || StringPrototypeStartsWith.call(id, '_') ||
      (id in globalThis && id !== 'crypto'))
    return;
  ObjectDefineProperty(globalThis, id, {
    __proto__: null, configurable: true, enumerable: false,
    get() {
      const value = require(id);
      ObjectDefineProperty(globalThis, id, { __proto__: null, configurable: true, writable: true,
                                              enumerable: false, value });
      return value;
    },
    set(value) {
      ObjectDefineProperty(globalThis, id, { __proto__: null, configurable: true, writable: true,
                                              enumerable: true, value });
    },
  });
}

module.exports = { runText, sources };
