'use strict';
// node:child_process. The parts: internal/child_process/options (arguments), child (ChildProcess),
// exec (collected output), sync, ipc (messages of fork()).

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeLastIndexOf,
  ArrayPrototypeToSpliced, ReflectApply, TypedArrayPrototypeGetLength,
} = primordials;
const { codes: { ERR_INVALID_ARG_VALUE, ERR_CHILD_PROCESS_IPC_REQUIRED } } =
  require('internal/errors');
const { validateAbortSignal, validateArray, validateObject, validateString } =
  require('internal/validators');
const { normalize, checkTimeout, killSignalOf, checkNoNull } =
  require('internal/child_process/options');
const { ChildProcess, abortWith } = require('internal/child_process/child');

function spawn(file, args, options) {
  options = normalize(file, args, options);
  checkTimeout(options.timeout);
  if (options.signal !== undefined)
    validateAbortSignal(options.signal, 'options.signal');
  const killSignal = killSignalOf(options.killSignal);
  const child = new ChildProcess();
  child.spawn(options);
  if (options.timeout > 0)
    stopAfter(child, options.timeout, killSignal);
  if (options.signal)
    abortWith(child, options.signal, killSignal);
  return child;
}

function stopAfter(child, timeout, killSignal) {
  const { setTimeout, clearTimeout } = require('timers');
  let timer = setTimeout(() => {
    timer = null;
    try {
      child.kill(killSignal);
    } catch (error) {
      child.emit('error', error);
    }
  }, timeout);
  child.once('exit', () => {
    if (timer !== null)
      clearTimeout(timer);
  });
}

// The options of this process for a child, without `-e` and its argument.
function execArgvForChild() {
  const at = process._eval == null ? -1 :
    ArrayPrototypeLastIndexOf.call(process.execArgv, process._eval);
  return at > 0 ? ArrayPrototypeToSpliced.call(process.execArgv, at - 1, 2) :
    ArrayPrototypeToSpliced.call(process.execArgv);
}

// A list with `item` between two lists.
function joinAround(before, item, after) {
  const list = ArrayPrototypeToSpliced.call(before, before.length, 0, item);
  return ReflectApply(ArrayPrototypeToSpliced, list,
                      ArrayPrototypeToSpliced.call(after, 0, 0, list.length, 0));
}

function fork(modulePath, args, options) {
  modulePath = require('internal/fs/utils').getValidatedPath(modulePath, 'modulePath');
  if (args == null) {
    args = [];
  } else if (typeof args === 'object' && !ArrayIsArray(args)) {
    options = args;
    args = [];
  } else {
    validateArray(args, 'args');
  }
  if (options != null)
    validateObject(options, 'options');
  options = { __proto__: null, ...options, shell: false };
  options.execPath ||= process.execPath;
  checkNoNull(options.execPath, 'options.execPath');
  const execArgv = options.execArgv ?? execArgvForChild();
  validateArray(execArgv, 'options.execArgv');
  ArrayPrototypeForEach.call(execArgv, (text, i) => checkNoNull(text, `options.execArgv[${i}]`));
  if (typeof options.stdio === 'string')
    options.stdio = forkStdio(options.stdio);
  else if (!ArrayIsArray(options.stdio))
    options.stdio = forkStdio(options.silent ? 'pipe' : 'inherit');
  else if (!ArrayPrototypeIncludes.call(options.stdio, 'ipc'))
    throw new ERR_CHILD_PROCESS_IPC_REQUIRED('options.stdio');
  return spawn(options.execPath, joinAround(execArgv, `${modulePath}`, args), options);
}

function forkStdio(keyword) {
  if (keyword === 'inherit')
    return [0, 1, 2, 'ipc'];
  if (keyword !== 'pipe' && keyword !== 'ignore' && keyword !== 'overlapped')
    throw new ERR_INVALID_ARG_VALUE('stdio', keyword);
  return [keyword, keyword, keyword, 'ipc'];
}

function spawnSync(file, args, options) {
  return require('internal/child_process/sync').spawnSync(file, args, options);
}

const hasOutput = (output) =>
  output && (typeof output === 'string' || TypedArrayPrototypeGetLength.call(output) > 0);

function finishSync(result, options, args, command) {
  const { failure } = require('internal/child_process/sync');
  const { stdio } = { __proto__: null, ...options };
  if (!stdio && hasOutput(result.stderr))
    process.stderr.write(result.stderr);
  const error = failure(result, args, command);
  if (error !== undefined)
    throw error;
  return result.stdout;
}

function execFileSync(file, args, options) {
  if (!ArrayIsArray(args)) {
    if (args != null && typeof args === 'object') {
      options = args;
      args = [];
    }
    args ??= [];
  }
  if (options != null)
    validateObject(options, 'options');
  const result = spawnSync(file, args, options ?? undefined);
  const command = ArrayPrototypeToSpliced.call(args, 0, 0, options?.argv0 || file);
  return finishSync(result, options, command);
}

function execSync(command, options) {
  validateString(command, 'command');
  const { shellOptions } = require('internal/child_process/exec');
  const result = spawnSync(command, [], shellOptions(options));
  return finishSync(result, options, [], command);
}

module.exports = {
  ChildProcess, spawn, spawnSync, fork, execFileSync, execSync,
};
// exec() and execFile() use spawn() of this module.
const { exec, execFile } = require('internal/child_process/exec');
require('internal/util').assignOwn(module.exports, { __proto__: null, exec, execFile });
