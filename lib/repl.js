'use strict';
// node:repl: names and checks; the work is done in internal/repl.

const { ObjectDefineProperty } = primordials;
const { REPLServer, writer } = require('internal/repl/server');
const { names } = require('internal/repl/builtin_names');
const { Recoverable } = require('internal/repl/recoverable');
const { deprecate } = require('internal/util');

const { SLOPPY: REPL_MODE_SLOPPY, STRICT: REPL_MODE_STRICT } = REPLServer.modes;

function start(prompt, source, evaluator, useGlobal, ignoreUndefined, replMode) {
  return new REPLServer(prompt, source, evaluator, useGlobal, ignoreUndefined, replMode);
}

module.exports = {
  start, writer, REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, Recoverable,
};

function defineList(name, code) {
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: name === 'builtinModules',
    get: deprecate(() => names.list,
                   `repl.${name} is deprecated. Check module.builtinModules instead`, code),
    set: deprecate((list) => { names.list = list; },
                   `repl.${name} is deprecated. Check module.builtinModules instead`, code),
  });
}
defineList('builtinModules', 'DEP0191');
defineList('_builtinLibs', 'DEP0142');
