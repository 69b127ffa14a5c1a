'use strict';
// Runs what the command line names: a file, a source text, standard input, a syntax check, or a
// command (internal/see/commands).

const {
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
const { command, fromStdin, getOption } = require('internal/process/object');
const { Module, runMain, compile, isModuleFile } = require('internal/modules/cjs');
const { runText, sources } = require('internal/main/text');
const { readText, check } = internalBinding('script');

const BAD_OPTION = 9;

function prepare() {
  if (getOption('--virtual-time'))    // first: other modules store the clock when they are loaded
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
    require('internal/see/commands/why').onSignal();
  if (getOption('--disable-proto') !== undefined)
    require('internal/process/disable_proto').disableProtoIn(globalThis);
  if (getOption('--expose-gc'))
    require('internal/gc').expose();
  const traced = getOption('--trace-event-categories') ||
    (getOption('--trace-events-enabled') ? 'v8,node,node.async_hooks' : '');
  if (traced)
    require('internal/trace_events/categories').enable(StringPrototypeSplit.call(traced, ','));
  if (getOption('--cpu-prof'))
    require('internal/process/cpu_profile').open();
  if (getOption('--report-on-signal'))
    require('internal/process/report').watchSignal(true);
  if (getOption('--expose-externalize-string'))
    require('internal/v8/external_strings').expose();
  if (getOption('--experimental-eventsource') || !getOption('--experimental-websocket'))
    require('internal/process/optional_globals').defineOptionalGlobals();
  if (getOption('--enable-source-maps'))
    process.setSourceMapsEnabled(true);
  const title = getOption('--title');
  if (title !== undefined)
    process.title = title;
  const limit = getOption('--stack-trace-limit');
  if (limit !== undefined)
    primordials.Error.stackTraceLimit = limit;
  const channel = internalBinding('process').getEnv('NODE_CHANNEL_FD');
  if (channel !== undefined) {
    require('internal/child_process/ipc').openInChild(+channel);
    if (internalBinding('process').getEnv('NODE_UNIQUE_ID') !== undefined)
      require('cluster')._setupWorker();
  }
  const page = getOption('--loop-ui');
  const step = getOption('--step');
  if (page !== false || step)
    require('internal/see/ui').start(page, step);
}

function preload() {
  Module._preloadModules(getOption('--require'));
}

function checkFile(file) {
  const path = require('path');
  const full = Module._findPath(path.resolve(file)) || path.resolve(file);
  const text = readText(full);
  if (typeof text !== 'string') {
    const error = new primordials.Error(`Cannot find module '${full}'`);
    error.code = 'MODULE_NOT_FOUND';
    throw error;
  }
  if (isModuleFile(full))
    return require('internal/modules/esm/entry').checkModule(text, full);
  require('internal/modules/rewritten').checkBody(
    StringPrototypeStartsWith.call(text, '#!') ? '//' + StringPrototypeSlice.call(text, 2) : text,
    full);
}

// By descriptor 0, because a socket cannot be opened as /dev/stdin.
function readStdin() {
  return sources['[stdin]'] = require('fs').readFileSync(0, 'utf8');
}

function refuse(message) {
  const { rawDebug, reallyExit } = internalBinding('process');
  rawDebug(`${process.execPath}: ${message}\n`);
  reallyExit(BAD_OPTION);
}

function run() {
  prepare();
  if (command !== undefined && getOption('--help'))
    return require('internal/see/commands/help').main(command);
  if (command !== undefined)
    return require('internal/see/commands').runCommand(command, runTarget);
  runTarget();
}

// Runs what the command line names, as without a command.
function runTarget() {
  const imports = getOption('--import');
  const loaders = getOption('--experimental-loader');
  if (loaders.length > 0)
    require('internal/modules/hooks').registerLoaders(loaders);
  if (imports.length > 0) {
    preload();
    return require('internal/modules/esm/entry').afterImports(imports, runProgram);
  }
  runProgram();
}

// A terminal has somebody who types; anything else is read as a program.
const isTerminal = () => internalBinding('stdio').guessHandleType(0) === 'TTY';

function runRepl(text) {
  if (getOption('--input-type') !== undefined) {
    internalBinding('process').rawDebug('Cannot specify --input-type for REPL\n');
    internalBinding('process').reallyExit(BAD_OPTION);
  }
  preload();
  require('internal/repl/standalone').start(text);
}

function runProgram() {
  const print = getOption('--print');   // true: the text is that of --eval
  const text = getOption('--eval') ?? (typeof print === 'string' ? print : undefined);
  const file = process.argv[1];
  if (text !== undefined && getOption('--check'))
    refuse('either --check or --eval can be used, not both');
  if (getOption('--interactive') && file === undefined)
    return runRepl(text);
  if (text !== undefined)
    return runText(text, '[eval]', print !== false);
  if (getOption('--check')) {
    if (file !== undefined && !fromStdin)
      return checkFile(file);
    return check(`(function(){${readStdin()}\n})`, '[stdin]', 1);
  }
  if (!fromStdin && file === undefined && isTerminal())
    return runRepl();
  if (fromStdin || file === undefined)
    return runText(readStdin(), '[stdin]', print !== false);
  if (getOption('--entry-url'))
    return runEntryURL(file);
  const path = require('path');
  process.argv[1] = path.resolve(file);
  preload();
  // A module that was loaded before may have replaced it.
  (Module.runMain ?? runMain)(file);
}

function runEntryURL(name) {
  const { URL, pathToFileHref } = require('internal/url');
  require('internal/util').emitExperimentalWarning('--entry-url');
  preload();
  require('internal/modules/esm/entry').runURL(
    new URL(name, pathToFileHref(`${process.cwd()}/`)).href);
}

// The source text of a name in a stack trace that is not a file, such as '[eval]'.
const evalSource = (name) => sources[name];

// Returns the text that the engine runs instead of a source text. The recorder replaces this
// function (see/record/source.js).
const toRun = (text) => text;

const shared = { __proto__: null, run, runText, preload, evalSource, compile, toRun };
module.exports = shared;
