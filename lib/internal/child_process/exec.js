'use strict';
// exec() and execFile(): the child's output collected, one callback at its end.

const { spawn } = require('child_process');
const { codes: { ERR_CHILD_PROCESS_STDIO_MAXBUFFER, ERR_INVALID_ARG_TYPE }, AbortError } =
  require('internal/errors');
const { validateAbortSignal, validateFunction, validateObject } = require('internal/validators');
const { getSystemErrorName } = require('internal/util');
const { Buffer } = require('buffer');
const { checkTimeout, checkMaxBuffer, killSignalOf } = require('internal/child_process/options');

const MAX_BUFFER = 1024 * 1024;

function normalize(file, args, options, callback) {
  if (Array.isArray(args)) {
    args = [...args];
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
    options = {};
  if (callback != null)
    validateFunction(callback, 'callback');
  if (options.argv0 != null && typeof options.argv0 !== 'string')
    throw new ERR_INVALID_ARG_TYPE('options.argv0', 'string', options.argv0);
  return { file, args, options, callback };
}

// What one of the two pipes gave, up to the limit.
class Output {
  constructor(stream, encoding, limit, onExcess) {
    this.parts = [];
    this.length = 0;
    this.stream = stream;
    this.encoding = encoding;
    if (stream === null)
      return;
    if (encoding)
      stream.setEncoding(encoding);
    stream.on('data', (chunk) => this.add(chunk, limit, onExcess));
  }

  add(chunk, limit, onExcess) {
    const byBytes = this.stream.readableEncoding;
    const length = byBytes ? Buffer.byteLength(chunk, byBytes) : chunk.length;
    this.length += length;
    if (this.length > limit) {
      const room = limit - (this.length - length);
      this.parts.push(chunk.slice(0, room));
      onExcess();
    } else {
      this.parts.push(chunk);
    }
  }

  // A stream that was given an encoding meanwhile gives text all the same.
  value() {
    return this.encoding || this.stream?.readableEncoding ? this.parts.join('') :
      Buffer.concat(this.parts);
  }
}

function textEncoding(encoding) {
  return encoding !== 'buffer' && Buffer.isEncoding(encoding) ? encoding : null;
}

class Execution {
  constructor(child, command, options, callback) {
    this.child = child;
    this.command = command;
    this.options = options;
    this.callback = callback;
    this.error = null;
    this.killed = false;
    this.done = false;
    const encoding = textEncoding(options.encoding);
    const excess = (name) => () => {
      this.error = new ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name);
      this.kill();
    };
    this.stdout = new Output(child.stdout, encoding, options.maxBuffer, excess('stdout'));
    this.stderr = new Output(child.stderr, encoding, options.maxBuffer, excess('stderr'));
    if (options.timeout > 0) {
      this.timer = setTimeout(() => {
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
      clearTimeout(this.timer);
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
      this.error = new Error(`Command failed: ${this.command}\n${stderr}`);
      this.error.code = code < 0 ? getSystemErrorName(code) : code;
      this.error.killed = this.child.killed || this.killed;
      this.error.signal = signal;
    }
    this.error.cmd = this.command;
    callback(this.error, stdout, stderr);
  }
}

function execFile(file, args, options, callback) {
  ({ file, args, options, callback } = normalize(file, args, options, callback));
  options = { encoding: 'utf8', timeout: 0, maxBuffer: MAX_BUFFER, killSignal: 'SIGTERM', cwd: null,
              env: null, shell: false, ...options };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  options.killSignal = killSignalOf(options.killSignal);
  options.maxBuffer ??= Infinity;
  const { signal } = options;
  if (signal !== undefined)
    validateAbortSignal(signal, 'options.signal');
  const child = spawn(file, args, {
    cwd: options.cwd, env: options.env, gid: options.gid, uid: options.uid, shell: options.shell,
    windowsHide: !!options.windowsHide,
    windowsVerbatimArguments: !!options.windowsVerbatimArguments,
    argv0: options.argv0, signal: undefined,
  });
  const execution = new Execution(child, [file, ...args].join(' '), options, callback);
  if (signal)
    abort(execution, signal);
  return child;
}

function abort(execution, signal) {
  const stop = () => {
    if (execution.done)
      return;
    execution.error ??= new AbortError(undefined, { cause: signal.reason });
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
  options = { ...options };
  options.shell = typeof options.shell === 'string' ? options.shell : true;
  return options;
}

function exec(command, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  return execFile(command, shellOptions(options), callback);
}

// The promise has the child, and rejects with what was read so far.
function promisified(start) {
  return (...args) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    promise.child = start(...args, (error, stdout, stderr) => {
      if (error !== null) {
        error.stdout = stdout;
        error.stderr = stderr;
        reject(error);
      } else {
        resolve({ stdout, stderr });
      }
    });
    return promise;
  };
}

for (const fn of [exec, execFile]) {
  Object.defineProperty(fn, Symbol.for('nodejs.util.promisify.custom'), {
    __proto__: null, enumerable: false,
    value: Object.defineProperty(promisified(fn), 'name', { __proto__: null, value: fn.name }),
  });
}

module.exports = { exec, execFile, shellOptions };
