'use strict';
// node:child_process. The parts: internal/child_process/options (arguments), child (ChildProcess),
// exec (collected output), sync, ipc (messages of fork()).

const {
  ArrayIsArray, ArrayPrototypeConcat, ArrayPrototypeForEach, ArrayPrototypeIncludes,
  ArrayPrototypeLastIndexOf, ArrayPrototypeSlice, ArrayPrototypeSplice, ObjectAssign,
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

// The options of this process for a child, without the program that `-e` gave.
function execArgvForChild() {
  const list = ArrayPrototypeSlice.call(process.execArgv);
  if (process._eval != null) {
    const at = ArrayPrototypeLastIndexOf.call(list, process._eval);
    if (at > 0)
      ArrayPrototypeSplice.call(list, at - 1, 2);
  }
  return list;
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
  return spawn(options.execPath, ArrayPrototypeConcat.call([], execArgv, [`${modulePath}`], args),
               options);
}

function forkStdio(word) {
  if (word === 'inherit')
    return [0, 1, 2, 'ipc'];
  if (word !== 'pipe' && word !== 'ignore' && word !== 'overlapped')
    throw new ERR_INVALID_ARG_VALUE('stdio', word);
  return [word, word, word, 'ipc'];
}

function spawnSync(file, args, options) {
  return require('internal/child_process/sync').spawnSync(file, args, options);
}

function finishSync(result, options, args, command) {
  const { failure } = require('internal/child_process/sync');
  if (!options?.stdio && result.stderr)
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
  return finishSync(result, options, ArrayPrototypeConcat.call([options?.argv0 || file], args));
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
ObjectAssign(module.exports, { __proto__: null, exec, execFile });
