'use strict';
// exec() and execFile(): collect the output of a child, and call back after its exit.

const {
  ArrayIsArray, ArrayPrototypeToSpliced, ObjectDefineProperty, Promise, PromiseWithResolvers,
  ReflectApply, SafeArray, StringPrototypeSlice, SymbolFor, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
} = primordials;
const { spawn } = require('child_process');
const { codes: { ERR_CHILD_PROCESS_STDIO_MAXBUFFER, ERR_INVALID_ARG_TYPE }, AbortError } =
  require('internal/errors');
const {
  validateAbortSignal, validateFunction, validateObject, validateString,
} = require('internal/validators');
const { getSystemErrorName, setOwnProperty } = require('internal/util');
const { FastBuffer, bufferByteLength, bufferConcat, isEncoding } = require('internal/buffer');
const { checkTimeout, checkMaxBuffer, commandLine, killSignalOf } =
  require('internal/child_process/options');

const MAX_BUFFER = 1024 * 1024;

function normalize(file, args, options, callback) {
  if (ArrayIsArray(args)) {
    args = ArrayPrototypeToSpliced.call(args);
  } else if (args != null && typeof args === 'object') {
    callback = options;
    options = args;
    args = null;
  } else if (typeof args === 'function') {
    callback = args;
    options = null;
    args = null;
  }
  args ??= [];
  if (typeof options === 'function')
    callback = options;
  else if (options != null)
    validateObject(options, 'options');
  if (options == null || typeof options === 'function')
    options = { __proto__: null };
  if (callback != null)
    validateFunction(callback, 'callback');
  if (options.argv0 != null && typeof options.argv0 !== 'string')
    throw new ERR_INVALID_ARG_TYPE('options.argv0', 'string', options.argv0);
  return { __proto__: null, file, args, options, callback };
}

// The output of one of the two pipes, up to the limit.
class Output {
  parts = new SafeArray();
  length = 0;
  stream = null;
  encoding = null;

  constructor(stream, encoding, limit, onExcess) {
    this.stream = stream;
    this.encoding = encoding;
    if (stream === null)
      return;
    if (encoding)
      stream.setEncoding(encoding);
    stream.on('data', (chunk) => this.add(chunk, limit, onExcess));
  }

  add(chunk, limit, onExcess) {
    const encoding = this.stream.readableEncoding;
    const length = encoding ? bufferByteLength(chunk, encoding) :
      TypedArrayPrototypeGetLength.call(chunk);
    this.length += length;
    if (this.length > limit) {
      const room = limit - (this.length - length);
      this.parts.push(typeof chunk === 'string' ? StringPrototypeSlice.call(chunk, 0, room) :
        new FastBuffer(TypedArrayPrototypeGetBuffer.call(chunk),
                       TypedArrayPrototypeGetByteOffset.call(chunk), room));
      onExcess();
    } else {
      this.parts.push(chunk);
    }
  }

  // A string also if the program has called setEncoding() on the stream.
  value() {
    return this.encoding || this.stream?.readableEncoding ? this.parts.join('') :
      bufferConcat(this.parts);
  }
}

function textEncoding(encoding) {
  return encoding !== 'buffer' && isEncoding(encoding) ? encoding : null;
}

class Execution {
  child;
  command;
  options;
  callback;
  error = null;
  killed = false;
  done = false;
  timer = null;
  onDone;
  stdout;
  stderr;

  constructor(child, command, options, callback) {
    this.child = child;
    this.command = command;
    this.options = options;
    this.callback = callback;
    const encoding = textEncoding(options.encoding);
    const excess = (name) => () => {
      this.error = new ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name);
      this.kill();
    };
    this.stdout = new Output(child.stdout, encoding, options.maxBuffer, excess('stdout'));
    this.stderr = new Output(child.stderr, encoding, options.maxBuffer, excess('stderr'));
    if (options.timeout > 0) {
      this.timer = require('timers').setTimeout(() => {
        this.kill();
        this.timer = null;
      }, options.timeout);
    }
    child.on('close', (code, signal) => this.finish(code, signal));
    child.on('error', (error) => {
      this.error = error;
      child.stdout?.destroy();
      child.stderr?.destroy();
      this.finish();
    });
  }

  kill() {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    this.killed = true;
    try {
      this.child.kill(this.options.killSignal);
    } catch (error) {
      this.error ??= error;
      this.finish();
    }
  }

  finish(code, signal) {
    if (this.done)
      return;
    this.done = true;
    if (this.timer)
      require('timers').clearTimeout(this.timer);
    this.timer = null;
    this.onDone?.();
    const { callback } = this;
    if (!callback)
      return;
    const stdout = this.stdout.value();
    const stderr = this.stderr.value();
    if (this.error === null && code === 0 && signal === null) {
      callback(null, stdout, stderr);
      return;
    }
    if (this.error === null) {
      this.error = new primordials.Error(`Command failed: ${this.command}\n${stderr}`);
      setOwnProperty(this.error, 'code', code < 0 ? getSystemErrorName(code) : code);
      setOwnProperty(this.error, 'killed', this.child.killed || this.killed);
      setOwnProperty(this.error, 'signal', signal);
    }
    setOwnProperty(this.error, 'cmd', this.command);
    callback(this.error, stdout, stderr);
  }
}

function execFile(file, args, options, callback) {
  ({ file, args, options, callback } = normalize(file, args, options, callback));
  options = {
    __proto__: null, encoding: 'utf8', timeout: 0, maxBuffer: MAX_BUFFER, killSignal: 'SIGTERM',
    cwd: null, env: null, shell: false, ...options,
  };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  options.killSignal = killSignalOf(options.killSignal);
  options.maxBuffer ??= Infinity;
  const { signal } = options;
  if (signal !== undefined)
    validateAbortSignal(signal, 'options.signal');
  const child = spawn(file, args, {
    __proto__: null, cwd: options.cwd, env: options.env, gid: options.gid, uid: options.uid,
    shell: options.shell,
    windowsHide: !!options.windowsHide,
    windowsVerbatimArguments: !!options.windowsVerbatimArguments,
    argv0: options.argv0, signal: undefined,
  });
  const execution = new Execution(child, commandLine(file, args), options, callback);
  if (signal)
    abort(execution, signal);
  return child;
}

function abort(execution, signal) {
  const stop = () => {
    if (execution.done)
      return;
    execution.error ??= new AbortError(undefined, { __proto__: null, cause: signal.reason });
    execution.kill();
    execution.finish();
  };
  if (signal.aborted) {
    process.nextTick(stop);
    return;
  }
  signal.addEventListener('abort', stop, { __proto__: null, once: true });
  execution.onDone = () => signal.removeEventListener('abort', stop);
}

// (command, options?, callback?) in the form of execFile().
function shellOptions(options) {
  options = { __proto__: null, ...options };
  options.shell = typeof options.shell === 'string' ? options.shell : true;
  return options;
}

function exec(command, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateString(command, 'command');
  return execFile(command, shellOptions(options), callback);
}

// The promise has the child as a property. Its error has the output up to then.
function promisified(start) {
  return (...args) => {
    const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
    const done = (error, stdout, stderr) => {
      if (error !== null) {
        setOwnProperty(error, 'stdout', stdout);
        setOwnProperty(error, 'stderr', stderr);
        reject(error);
      } else {
        resolve({ stdout, stderr });
      }
    };
    promise.child = ReflectApply(
      start, undefined, ArrayPrototypeToSpliced.call(args, args.length, 0, done));
    return promise;
  };
}

function addPromisified(fn) {
  ObjectDefineProperty(fn, SymbolFor('nodejs.util.promisify.custom'), {
    __proto__: null, enumerable: false,
    value: ObjectDefineProperty(promisified(fn), 'name', { __proto__: null, value: fn.name }),
  });
}
addPromisified(exec);
addPromisified(execFile);

module.exports = { exec, execFile, shellOptions };
