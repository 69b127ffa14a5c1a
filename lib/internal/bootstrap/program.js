'use strict';
// Starting the program. A CommonJS file without options goes the short way: C has found, read and
// compiled it, and here it is given its `module` and `require`. Whatever else the command line
// asks for is internal/main's, and require() itself is internal/modules/cjs: both are loaded when
// they are needed, many a small program needs neither.
//
// The main module has its prototype from the start; the methods there are accessors that load
// internal/modules/cjs, which puts the real ones in their place.
// `module` is the loader: this file is compiled before there are modules.

const { firstLineOffsets } = module;
const { mainScript } = internalBinding('script');
const { defineProperty } = Object;

// A method named so that stack traces call a module's top level as V8 does; a method binds no name.
const TOP = 'Object.<anonymous>';
const HEAD = `({"${TOP}"(exports, require, module, __filename, __dirname) {`;
const TAIL = '\n}})';

const cache = { __proto__: null };
const prototype = {};
// The main module, and the class of modules once it is loaded.
const state = { __proto__: null, main: undefined, Module: undefined };
const cjs = () => require('internal/modules/cjs');

const METHODS = ['constructor', 'load', 'require', '_compile', 'parent', 'isPreloading'];
for (let i = 0; i < METHODS.length; i++) {
  const name = METHODS[i];
  defineProperty(prototype, name, {
    __proto__: null, configurable: true,
    get() {
      cjs();
      return this[name];
    },
    set(value) {
      cjs();
      this[name] = value;
    },
  });
}

// internal/modules/cjs takes over.
function takePrototype() {
  for (let i = 0; i < METHODS.length; i++)
    delete prototype[METHODS[i]];
  return prototype;
}

// The folders where a module in `dir`, an absolute path, looks for packages.
function nodeModulePaths(dir) {
  const paths = [];
  for (let end = dir.length; end > 0; end = dir.lastIndexOf('/', end - 1)) {
    const here = dir.slice(0, end);
    if (!here.endsWith('/node_modules') && here !== '/')
      paths.push(here + '/node_modules');
  }
  paths.push('/node_modules');
  return paths;
}

// The `require` of one module.
function makeRequire(module) {
  const require = function require(id) {
    return module.require(id);
  };
  require.resolve = function resolve(request, options) {
    return cjs().resolve(module, request, options);
  };
  require.resolve.paths = function paths(request) {
    return cjs().lookupPaths(module, request);
  };
  require.main = state.main;
  if (state.Module === undefined)
    defineExtensions(require);
  else
    require.extensions = state.Module._extensions;
  require.cache = state.Module === undefined ? cache : state.Module._cache;
  return require;
}

function defineExtensions(require) {
  const become = (value) => defineProperty(require, 'extensions', {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
  defineProperty(require, 'extensions', {
    __proto__: null, configurable: true, enumerable: true,
    get() {
      become(cjs().Module._extensions);
      return require.extensions;
    },
    set: become,
  });
}

function runFile(filename, compiled) {
  const dir = filename.slice(0, filename.lastIndexOf('/')) || '/';
  const main = {
    __proto__: prototype, id: '.', path: dir, exports: {}, filename, loaded: false, children: [],
    paths: nodeModulePaths(dir),
  };
  state.main = main;
  cache[filename] = main;
  firstLineOffsets[filename] = HEAD.length;
  try {
    compiled[TOP].call(main.exports, main.exports, makeRequire(main), main, filename, dir);
    main.loaded = true;
  } finally {
    if (!main.loaded)
      delete cache[filename];
  }
}

function run() {
  const found = mainScript(HEAD, TAIL);
  if (found === undefined)
    require('internal/main').run();
  else
    runFile(found[0], found[1]);
}

exports.run = run;
exports.cache = cache;
exports.state = state;
exports.takePrototype = takePrototype;
exports.nodeModulePaths = nodeModulePaths;
exports.makeRequire = makeRequire;
exports.wrapper = { TOP, HEAD, TAIL };
