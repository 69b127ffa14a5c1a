'use strict';
// ChildProcess: a running child, and its pipes as streams.

const {
  ArrayPrototypeIncludes, ArrayPrototypeToSpliced, ObjectKeys, ObjectSetPrototypeOf, ReflectApply,
  SafeArray, Symbol, SymbolDispose,
} = primordials;
const { setMethod } = require('internal/prototypes');
const EventEmitter = require('events');
const { observed } = require('internal/channels');
const binding = internalBinding('process_wrap');
const { AbortError, errnoException } = require('internal/errors');
const { validateArray, validateObject, validateOneOf, validateString } =
  require('internal/validators');
const { convertToValidSignal, getSystemErrorName, setOwnProperty } = require('internal/util');
const { stdioEntries } = require('internal/child_process/options');

// Failures to start that are reported by an 'error' event; any other is thrown.
const EMITTED = ['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT'];

const kUsedAsStdio = Symbol('usedAsStdio'); // of a stream: another child reads it

let names;
function signalName(number) {
  if (names === undefined) {
    names = { __proto__: null };
    const { signals } = require('os').constants;
    const list = ObjectKeys(signals);
    for (let i = 0; i < list.length; i++) {
      const name = list[i];
      names[signals[name]] ??= name;
    }
  }
  return number > 0 ? names[number] ?? null : null;
}

function ChildProcess() {
  ReflectApply(EventEmitter, this, []);
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = null;
  observed('child_process')?.publish({ process: this });
}
ObjectSetPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(ChildProcess, EventEmitter);

// `_handle`. The binding knows a process by a number.
class Process {
  constructor(pid, id) {
    this.pid = pid;
    this.id = id;
  }
  ref() { binding.ref(this.id); }
  unref() { binding.unref(this.id); }
  hasRef() { return binding.hasRef(this.id); }
  kill(signal) { return binding.kill(this.id, signal); }
}

function onExit(child, exitCode, signal) {
  if (signal > 0)
    child.signalCode = signalName(signal);
  else
    child.exitCode = exitCode;
  if (child.stdin)
    child.stdin.destroy();
  if (child._handle)
    child._handle = null;
  if (exitCode < 0) {
    const syscall = child.spawnfile ? `spawn ${child.spawnfile}` : 'spawn';
    const error = errnoException(exitCode, syscall);
    if (child.spawnfile)
      setOwnProperty(error, 'path', child.spawnfile);
    setOwnProperty(error, 'spawnargs', ArrayPrototypeToSpliced.call(child.spawnargs, 0, 1));
    child.emit('error', error);
  } else {
    child.emit('exit', child.exitCode, child.signalCode);
  }
  // Unread output would delay 'close' forever.
  process.nextTick(flush, child);
  maybeClose(child);
}

function flush(child) {
  const streams = child.stdio ?? [];
  for (let i = 0; i < streams.length; i++) {
    const stream = streams[i];
    if (stream?.readable && !stream[kUsedAsStdio])
      stream.resume();
  }
}

// What a child reads from the stream of another one is not read here.
function leaveToChild(entries) {
  for (let i = 0; i < entries.length; i++) {
    const { owner } = entries[i];
    if (!owner?._handle?.readStop)
      continue;
    setOwnProperty(owner, kUsedAsStdio, true);
    owner._handle.readStop();
    owner._handle.reading = false;
    owner.pause?.();
    if (owner._readableState)
      owner._readableState.reading = false; // it may be read again when the child has ended
  }
}

function maybeClose(child) {
  if (++child._closesGot === child._closesNeeded)
    child.emit('close', child.exitCode, child.signalCode);
}

function socketOf(child, handle, i) {
  const { Socket } = require('internal/net/socket');
  const socket = new Socket(
    { __proto__: null, handle, readable: i > 0, writable: i === 0 || i > 2 });
  child._closesNeeded++;
  handle.about = { __proto__: null, stdioOf: child };
  socket.once('close', () => maybeClose(child));
  return socket;
}

// Opens the pipes. Returns the list for the binding: kind and value of each entry.
function openPipes(entries) {
  const { Pipe } = require('internal/handle');
  const flat = new SafeArray();
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    if (entry.type === 'pipe' || entry.type === 'overlapped') {
      entry.handle = new Pipe(undefined, 'PIPEWRAP', undefined, entry.ipc);
      flat.push(entry.kind, entry.handle.id);
    } else {
      flat.push(entry.kind, entry.value ?? 0);
    }
  }
  return flat;
}

function checkSpawnOptions(options) {
  validateObject(options, 'options');
  validateOneOf(options.serialization, 'options.serialization', [undefined, 'json', 'advanced']);
  if (options.envPairs !== undefined)
    validateArray(options.envPairs, 'options.envPairs');
  validateString(options.file, 'options.file');
  if (options.args !== undefined)
    validateArray(options.args, 'options.args');
}

function publish(event, message) {
  observed(`tracing:child_process.spawn:${event}`)?.publish(message);
}

setMethod(ChildProcess.prototype, 'spawn', function(options) {
  validateObject(options, 'options');
  const entries = stdioEntries(options.stdio || 'pipe', false);
  checkSpawnOptions(options);
  const ipcAt = entries.findIndex((entry) => entry.ipc);
  let envPairs = options.envPairs ?? [];
  if (ipcAt >= 0) {
    envPairs = ArrayPrototypeToSpliced.call(
      envPairs, envPairs.length, 0, `NODE_CHANNEL_FD=${ipcAt}`,
      `NODE_CHANNEL_SERIALIZATION_MODE=${options.serialization || 'json'}`);
  }
  this.spawnfile = options.file;
  this.spawnargs = options.args ?? [];
  publish('start', { process: this, options });
  const stdio = openPipes(entries);
  const started = binding.spawn(
    { __proto__: null, file: options.file, args: options.args ?? [options.file], env: envPairs,
      cwd: options.cwd ?? undefined,
      flags: options.flags ?? (options.detached ? binding.kDetached : 0),
      uid: options.uid ?? undefined, gid: options.gid ?? undefined, stdio },
    (status, signal) => onExit(this, status, signal));
  if (typeof started === 'number')
    return this._failed(started, entries);
  leaveToChild(entries);
  this.pid = started[0];
  this._handle = new Process(started[0], started[1]);
  process.nextTick((child) => child.emit('spawn'), this);
  this._openStdio(entries, options.serialization);
  publish('end', { process: this });
  return 0;
});

setMethod(ChildProcess.prototype, '_failed', function(err, entries) {
  const name = getSystemErrorName(err);
  publish('error', { process: this, error: errnoException(err, 'spawn') });
  if (!ArrayPrototypeIncludes.call(EMITTED, name)) {
    for (let i = 0; i < entries.length; i++) {
      const { handle } = entries[i];
      handle?.close();
    }
    throw errnoException(err, 'spawn');
  }
  process.nextTick(onExit, this, err, 0);
  if (name === 'EMFILE' || name === 'ENFILE') {
    for (let i = 0; i < entries.length; i++) {
      const { handle } = entries[i];
      handle?.close();
    }
  } else {
    this._openStdio(entries);
    for (let i = 0; i < this.stdio.length; i++)
      this.stdio[i]?.destroy();
  }
  return err;
});

setMethod(ChildProcess.prototype, '_openStdio', function(entries, serialization) {
  const streams = new SafeArray();
  for (let i = 0; i < entries.length; i++) {
    const { ipc, handle } = entries[i];
    if (ipc)
      require('internal/child_process/ipc').attach(this, handle, serialization);
    streams.push(handle && !ipc ? socketOf(this, handle, i) : null);
  }
  this.stdio = ArrayPrototypeToSpliced.call(streams);
  this.stdin = this.stdio[0] ?? null;
  this.stdout = this.stdio[1] ?? null;
  this.stderr = this.stdio[2] ?? null;
});

setMethod(ChildProcess.prototype, 'kill', function(signal) {
  const number = signal === 0 ? 0 : convertToValidSignal(signal === undefined ? 'SIGTERM' : signal);
  if (!this._handle)
    return false;
  const err = this._handle.kill(number);
  if (err === 0) {
    this.killed = true;
    return true;
  }
  const name = getSystemErrorName(err);
  if (name === 'EINVAL' || name === 'ENOSYS')
    throw errnoException(err, 'kill');
  if (name !== 'ESRCH')
    this.emit('error', errnoException(err, 'kill'));
  return false;
});

setMethod(ChildProcess.prototype, SymbolDispose, function() {
  if (!this.killed)
    this.kill();
});

setMethod(ChildProcess.prototype, 'ref', function() {
  this._handle?.ref();
});

setMethod(ChildProcess.prototype, 'unref', function() {
  this._handle?.unref();
});

// Kills the child when the signal is aborted.
function abortWith(child, signal, killSignal) {
  const abort = () => {
    const cause = signal.reason;
    try {
      if (child.kill(killSignal))
        child.emit('error', new AbortError(undefined, { __proto__: null, cause }));
    } catch (error) {
      child.emit('error', error);
    }
  };
  if (signal.aborted) {
    process.nextTick(abort);
    return;
  }
  signal.addEventListener('abort', abort, { __proto__: null, once: true });
  child.once('exit', () => signal.removeEventListener('abort', abort));
}

module.exports = { ChildProcess, abortWith, signalName };
