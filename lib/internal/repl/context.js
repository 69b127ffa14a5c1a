'use strict';
// The global object of the input: that of the program (useGlobal), or another one with the same
// globals. Both get require, module, exports, the built-in modules by their names, `_` and
// `_error`.

const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames, ObjectHasOwn,
  StringPrototypeIncludes, StringPrototypeStartsWith,
} = primordials;
const { trustedGetters, property } = require('internal/repl/evaluate');

function copyGlobals(context) {
  const names = ObjectGetOwnPropertyNames(globalThis);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (ObjectHasOwn(context, name) || name === 'globalThis')
      continue;
    const descriptor = ObjectGetOwnPropertyDescriptor(globalThis, name);
    ObjectDefineProperty(context, name, { __proto__: null, ...descriptor });
  }
}

// The getters of the global object before any input ran are the runtime's.
function trustGlobals(context) {
  const names = ObjectGetOwnPropertyNames(context);
  for (let i = 0; i < names.length; i++) {
    const get = ObjectGetOwnPropertyDescriptor(context, names[i])?.get;
    if (get !== undefined)
      trustedGetters.add(get);
  }
}

// `fs` is require('fs') until it is assigned to.
function defineModule(context, id) {
  if (StringPrototypeIncludes.call(id, '/') || StringPrototypeStartsWith.call(id, '_') ||
      (ObjectHasOwn(context, id) && id !== 'repl'))
    return;
  const become = (value) => {
    ObjectDefineProperty(context, id, property(value));
    return value;
  };
  const get = () => become(require('internal/bootstrap/loader').requireBuiltin(id));
  trustedGetters.add(get);
  ObjectDefineProperty(context, id, {
    __proto__: null, configurable: true, enumerable: false, get, set: become,
  });
}

function defineModules(context) {
  const { Module, makeRequire, workingFolder } = require('internal/modules/cjs');
  const module = new Module('<repl>');
  module.paths = Module._nodeModulePaths(workingFolder());
  ObjectDefineProperty(context, 'module', property(module));
  ObjectDefineProperty(context, 'require', property(makeRequire(module)));
  ObjectDefineProperty(context, 'exports', property(module.exports));
  const ids = require('internal/modules/public_ids').globals();
  for (let i = 0; i < ids.length; i++)
    defineModule(context, ids[i]);
}

// The last value under `name`, until input assigns something else to it.
function defineLast(server, context, name, key, isAssigned) {
  const get = () => server[key];
  trustedGetters.add(get);
  ObjectDefineProperty(context, name, {
    __proto__: null, configurable: true, get,
    set(value) {
      server[key] = value;
      if (server[isAssigned])
        return;
      server[isAssigned] = true;
      server.output.write(`Expression assignment to ${name} now disabled.\n`);
    },
  });
}

function createContext(server) {
  let context = globalThis;
  if (!server.useGlobal) {
    const vm = require('vm');
    context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
    copyGlobals(context);
    const { Console } = require('console');
    const console = new Console(server.output);
    ObjectDefineProperty(context, 'console', property(console));
    ObjectDefineProperty(context, 'global', property(context));
  }
  trustGlobals(context);
  defineModules(context);
  return context;
}

function defineUnderscores(server, context) {
  server.underscoreAssigned = false;
  server.underscoreErrAssigned = false;
  defineLast(server, context, '_', 'last', 'underscoreAssigned');
  defineLast(server, context, '_error', 'lastError', 'underscoreErrAssigned');
}

module.exports = { createContext, defineUnderscores };
