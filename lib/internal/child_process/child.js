'use strict';
// ChildProcess: a child that runs beside us, its pipes as streams.

const EventEmitter = require('events');
const binding = internalBinding('process_wrap');
const { AbortError, errnoException } = require('internal/errors');
const { validateArray, validateObject, validateOneOf, validateString } =
  require('internal/validators');
const { convertToValidSignal, getSystemErrorName } = require('internal/util');
const { stdioEntries } = require('internal/child_process/options');

// Failures to start that are told by an 'error' event; any other is thrown.
const TOLD_LATER = ['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT'];

let names;
function signalName(number) {
  if (names === undefined) {
    names = { __proto__: null };
    const { signals } = require('os').constants;
    for (const name of Object.keys(signals))
      names[signals[name]] ??= name;
  }
  return number > 0 ? names[number] ?? null : null;
}

function ChildProcess() {
  EventEmitter.call(this);
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = null;
}
Object.setPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
Object.setPrototypeOf(ChildProcess, EventEmitter);

// What JavaScript sees of the handle: a number in C.
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
      error.path = child.spawnfile;
    error.spawnargs = child.spawnargs.slice(1);
    child.emit('error', error);
  } else {
    child.emit('exit', child.exitCode, child.signalCode);
  }
  // Output that nobody reads must not keep 'close' away.
  process.nextTick(flush, child);
  maybeClose(child);
}

function flush(child) {
  for (const stream of child.stdio ?? []) {
    if (stream?.readable)
      stream.resume();
  }
}

function maybeClose(child) {
  if (++child._closesGot === child._closesNeeded)
    child.emit('close', child.exitCode, child.signalCode);
}

function socketOf(child, handle, i) {
  const { Socket } = require('net');
  const socket = new Socket({ handle, readable: i > 0, writable: i === 0 || i > 2 });
  child._closesNeeded++;
  handle.about = { stdioOf: child };
  socket.once('close', () => maybeClose(child));
  return socket;
}

// Makes the pipes; the flat list that the binding wants.
function openPipes(entries) {
  const { Pipe } = require('internal/handle');
  const flat = [];
  for (const entry of entries) {
    if (entry.type === 'pipe' || entry.type === 'overlapped') {
      entry.handle = new Pipe();
      flat.push(entry.kind, entry.handle.id);
    } else {
      flat.push(entry.kind, entry.value ?? 0);
    }
  }
  return flat;
}

function checkSpawnOptions(options) {
  validateObject(options, 'options');
  if (options.serialization !== undefined)
    validateOneOf(options.serialization, 'options.serialization', ['json', 'advanced']);
  if (options.envPairs !== undefined)
    validateArray(options.envPairs, 'options.envPairs');
  validateString(options.file, 'options.file');
  if (options.args !== undefined)
    validateArray(options.args, 'options.args');
}

// Whoever traces spawn() has loaded diagnostics_channel; without it there is nobody to tell.
function tell(event, message) {
  const loaded = require('internal/bootstrap/loader').modules.diagnostics_channel;
  if (loaded !== undefined)
    loaded.exports.channel(`tracing:child_process.spawn:${event}`).publish(message);
}

ChildProcess.prototype.spawn = function(options) {
  validateObject(options, 'options');
  const entries = stdioEntries(options.stdio || 'pipe', false);
  checkSpawnOptions(options);
  const ipcAt = entries.findIndex((entry) => entry.ipc);
  const envPairs = [...options.envPairs ?? []];
  if (ipcAt >= 0)
    envPairs.push(`NODE_CHANNEL_FD=${ipcAt}`,
                  `NODE_CHANNEL_SERIALIZATION_MODE=${options.serialization || 'json'}`);
  this.spawnfile = options.file;
  this.spawnargs = options.args ?? [];
  tell('start', { process: this, options });
  const stdio = openPipes(entries);
  const started = binding.spawn(
    { file: options.file, args: options.args ?? [options.file], env: envPairs,
      cwd: options.cwd ?? undefined,
      flags: options.flags ?? (options.detached ? binding.kDetached : 0),
      uid: options.uid ?? undefined, gid: options.gid ?? undefined, stdio },
    (status, signal) => onExit(this, status, signal));
  if (typeof started === 'number')
    return this._failed(started, entries);
  [this.pid] = started;
  this._handle = new Process(...started);
  process.nextTick((child) => child.emit('spawn'), this);
  this._openStdio(entries, options.serialization);
  tell('end', { process: this });
  return 0;
};

ChildProcess.prototype._failed = function(err, entries) {
  const name = getSystemErrorName(err);
  tell('error', { process: this, error: errnoException(err, 'spawn') });
  if (!TOLD_LATER.includes(name)) {
    for (const { handle } of entries)
      handle?.close();
    throw errnoException(err, 'spawn');
  }
  process.nextTick(onExit, this, err, 0);
  if (name === 'EMFILE' || name === 'ENFILE') {
    for (const { handle } of entries)
      handle?.close();
    this.stdin = this.stdout = this.stderr = null;
    this.stdio = [null, null, null];
  } else {
    this._openStdio(entries);
    for (const stream of this.stdio)
      stream?.destroy();
  }
  return err;
};

ChildProcess.prototype._openStdio = function(entries, serialization) {
  this.stdio = entries.map((entry, i) => {
    if (entry.ipc) {
      require('internal/child_process/ipc').attach(this, entry.handle, serialization);
      return null;
    }
    return entry.handle ? socketOf(this, entry.handle, i) : null;
  });
  this.stdin = this.stdio[0] ?? null;
  this.stdout = this.stdio[1] ?? null;
  this.stderr = this.stdio[2] ?? null;
};

ChildProcess.prototype.kill = function(signal) {
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
};

ChildProcess.prototype[Symbol.dispose] = function() {
  if (!this.killed)
    this.kill();
};

ChildProcess.prototype.ref = function() {
  this._handle?.ref();
};

ChildProcess.prototype.unref = function() {
  this._handle?.unref();
};

// Ends the child when the signal says so.
function abortWith(child, signal, killSignal) {
  const abort = () => {
    try {
      if (child.kill(killSignal))
        child.emit('error', new AbortError(undefined, { cause: signal.reason }));
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
