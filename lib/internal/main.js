'use strict';
// What the command line asked for: a file, a text, standard input, or a syntax check.

const { command, fromStdin, getOption } = require('internal/process/object');
const { Module, runMain, makeRequire, compile, isModuleFile } = require('internal/modules/cjs');
const { run: runScript, readText, check } = internalBinding('script');

const BAD_OPTION = 9;
const sources = { __proto__: null };

function prepare() {
  if (getOption('--virtual-time'))    // first: other modules keep the clock they find
    require('internal/see/virtual_time').start();
  if (getOption('--env-file').length + getOption('--env-file-if-exists').length > 0)
    require('internal/process/env_file').loadAsked(refuse);
  const metricsPort = getOption('--metrics-port');
  const collector = getOption('--otlp');
  if (metricsPort !== undefined || collector !== undefined)
    require('internal/see/metrics').start(metricsPort, collector);
  const flight = getOption('--flight-recorder');
  if (flight !== false)
    require('internal/see/flight').start(flight);
  const crash = getOption('--crash-trace');
  if (crash !== false && flight === false)
    require('internal/see/flight').startLight(crash);
  if (getOption('--why-signal'))
    require('internal/see/why').onSignal();
  if (getOption('--expose-gc'))
    globalThis.gc = internalBinding('process').gc;
  if (getOption('--expose-externalize-string'))
    require('internal/v8/external_strings').expose();
  if (getOption('--enable-source-maps'))
    process.setSourceMapsEnabled(true);
  const title = getOption('--title');
  if (title !== undefined)
    process.title = title;
  const limit = getOption('--stack-trace-limit');
  if (limit !== undefined)
    Error.stackTraceLimit = limit;
  const channel = internalBinding('process').getEnv('NODE_CHANNEL_FD');
  if (channel !== undefined)
    require('internal/child_process/ipc').openInChild(+channel);
  const page = getOption('--loop-ui');
  const step = getOption('--step');
  if (page !== false || step)
    require('internal/see/ui').start(page, step);
}

function preload() {
  Module._preloadModules(getOption('--require'));
}

// A text given on the command line or by standard input runs as a classic script, with the
// variables of a module as globals.
function runText(text, name, print) {
  const path = require('path');
  sources[name] = text;
  if (getOption('--input-type') === 'module')
    return runModuleText(text, name);
  process._eval = text;
  const module = new Module(name);
  module.filename = path.join(process.cwd(), name);
  module.paths = Module._nodeModulePaths(process.cwd());
  const globals = {
    require: makeRequire(module), module, exports: module.exports,
    __filename: name, __dirname: '.',
  };
  for (const key of Object.keys(globals)) {
    Object.defineProperty(globalThis, key, {
      __proto__: null, configurable: true, enumerable: false, writable: true, value: globals[key],
    });
  }
  for (const id of require('internal/modules/public_ids').list())
    defineModuleGlobal(id);
  preload();
  let value;
  try {
    value = runScript(withImports(exports.toRun(text, name), name), name, 1);
  } catch (error) {
    if (!(error instanceof SyntaxError) || print || getOption('--input-type') !== undefined ||
        !isModuleText(text))
      throw error;
    return require('internal/modules/esm/entry').runText(text, name);
  }
  if (print)
    console.log(value);
}

const isModuleText = (text) => /\b(?:import|export|await)\b/.test(text) &&
  require('internal/modules/esm/entry').looksLikeModule(text, '[eval]');

function runModuleText(text, name) {
  preload();
  require('internal/modules/esm/entry').runText(text, name);
}

// import() in such a text is a call of a global.
const withImports = (text, name) => (/\bimport\s*(?:\(|\/[*/])|\busing\s/.test(text) ?
  require('internal/modules/rewritten').script(text, name) : text);

// In `-e`, built-in modules are there without require().
function defineModuleGlobal(id) {
  if (id.includes('/') || id.startsWith('_') || id in globalThis)
    return;
  Object.defineProperty(globalThis, id, {
    __proto__: null, configurable: true, enumerable: false,
    get() {
      const value = require(id);
      Object.defineProperty(globalThis, id, { __proto__: null, configurable: true, writable: true,
                                              enumerable: false, value });
      return value;
    },
    set(value) {
      Object.defineProperty(globalThis, id, { __proto__: null, configurable: true, writable: true,
                                              enumerable: true, value });
    },
  });
}

function checkFile(file) {
  const path = require('path');
  const full = Module._findPath(path.resolve(file)) || path.resolve(file);
  const text = readText(full);
  if (typeof text !== 'string') {
    const error = new Error(`Cannot find module '${full}'`);
    error.code = 'MODULE_NOT_FOUND';
    throw error;
  }
  if (isModuleFile(full))
    return require('internal/modules/esm/entry').checkModule(text, full);
  require('internal/modules/rewritten').checkBody(
    text.startsWith('#!') ? '//' + text.slice(2) : text, full);
}

// By its descriptor: a socket, as parents give it, cannot be opened by name.
function readStdin() {
  return sources['[stdin]'] = require('fs').readFileSync(0, 'utf8');
}

function refuse(why) {
  const { rawDebug, reallyExit } = internalBinding('process');
  rawDebug(`${process.execPath}: ${why}\n`);
  reallyExit(BAD_OPTION);
}

function run() {
  prepare();
  if (command !== undefined && getOption('--help'))
    return require('internal/see/help').main(command);
  if (command !== undefined)
    return require(`internal/see/${command}`).main(runAsked);
  runAsked();
}

// Runs what the command line names, as without a command.
function runAsked() {
  const imports = getOption('--import');
  if (imports.length > 0) {
    preload();
    return require('internal/modules/esm/entry').afterImports(imports, runProgram);
  }
  runProgram();
}

function runProgram() {
  const print = getOption('--print');   // true: what is printed is said elsewhere
  const text = getOption('--eval') ?? (typeof print === 'string' ? print : undefined);
  const file = process.argv[1];
  if (text !== undefined && getOption('--check'))
    refuse('either --check or --eval can be used, not both');
  if (text !== undefined)
    return runText(text, '[eval]', print !== false);
  if (getOption('--check')) {
    if (file !== undefined && !fromStdin)
      return checkFile(file);
    return check(`(function(){${readStdin()}\n})`, '[stdin]', 1);
  }
  if (fromStdin || file === undefined)
    return runText(readStdin(), '[stdin]', print !== false);
  const path = require('path');
  process.argv[1] = path.resolve(file);
  preload();
  // A module that was loaded before may have put its own function here.
  (Module.runMain ?? runMain)(file);
}

// The text behind a name in a stack that is no file.
const evalSource = (name) => sources[name];

// A text that is no file, on its way to the engine: the recorder has its own (see/record/source.js).
const toRun = (text) => text;

Object.assign(exports, { run, evalSource, compile, toRun });
