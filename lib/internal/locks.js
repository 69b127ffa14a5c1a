'use strict';
// navigator.locks: named locks, shared by all threads of the process (src/runtime/worker/locks.c).
// (1) A free lock is granted at once, and its callback is called before request() returns, as in
//     Node.
// (2) Other requests wait for events of the process-wide list. Events that this thread causes
//     itself are handled at once; those of other threads are announced by a message through a port.
// (3) The port keeps the loop alive while a request waits for another thread. A request that waits
//     for its own thread does not, as in Node.

const {
  ObjectDefineProperty, Promise, PromiseWithResolvers, ReflectApply, SafeArray,
  SafeMap, StringPrototypeStartsWith, Symbol, SymbolToStringTag,
} = primordials;
const binding = internalBinding('locks');
const { codes } = require('internal/errors');
const { listen, unlisten } = require('internal/event_target');
const { kEmptyObject, lazyDOMException, setOwnProperty } = require('internal/util');
const { validateFunction } = require('internal/validators');
const { channel } = require('diagnostics_channel');
const { threadId } = internalBinding('worker');

const kPrivate = Symbol('kPrivate');
const kName = Symbol('kName');
const kMode = Symbol('kMode');
const starts = channel('locks.request.start');
const grants = channel('locks.request.grant');
const misses = channel('locks.request.miss');
const ends = channel('locks.request.end');

const requests = new SafeMap();    // number → { granted, stolen }
let port;
let waitsForOthers = 0;

// ---- Events (2) ----

function open() {
  if (port !== undefined)
    return;
  const made = require('internal/messaging/ends').channelTo();
  port = made.port;
  require('internal/messaging/encode').encode(0, [], (target, bytes) => {
    binding.open(made.id, bytes);
  });
  port.listen(takeEvents);
  port.unref();
}

function takeEvents() {
  for (let id = binding.nextEvent(); id !== 0; id = binding.nextEvent()) {
    const request = requests.get(id < 0 ? -id : id);
    if (id > 0)
      request?.granted();
    else
      request?.stolen();
  }
}

function release(id) {
  requests.delete(id);
  binding.release(id);
  takeEvents();
}

// ---- Arguments ----

// With the text of Web IDL, and the code of Node.
const invalid = (code, text) => setOwnProperty(new primordials.TypeError(text), 'code', code);

const notSupported = (text) => lazyDOMException(text, 'NotSupportedError');

function checkOptions(given) {
  if (given !== undefined && given !== null && typeof given !== 'object' &&
      typeof given !== 'function')
    throw invalid('ERR_INVALID_ARG_TYPE', 'Value cannot be converted to a dictionary');
  const { ifAvailable = false, mode = 'exclusive', signal, steal = false } = given ?? kEmptyObject;
  if (`${mode}` !== 'exclusive' && `${mode}` !== 'shared') {
    throw invalid('ERR_INVALID_ARG_VALUE',
                  `mode '${mode}' is not a valid enum value of type LockMode.`);
  }
  if (signal !== undefined && (typeof signal !== 'object' || signal === null))
    throw invalid('ERR_INVALID_ARG_TYPE', 'signal is not an object.');
  return {
    __proto__: null, mode: `${mode}`, ifAvailable: !!ifAvailable, steal: !!steal, signal,
  };
}

function check(name, { ifAvailable, mode, signal, steal }) {
  signal?.throwIfAborted();
  if (StringPrototypeStartsWith.call(name, '-'))
    throw notSupported('Lock name may not start with hyphen');
  if (ifAvailable && steal)
    throw notSupported('ifAvailable and steal are mutually exclusive');
  if (mode !== 'exclusive' && steal)
    throw notSupported(`mode: "${mode}" and steal are mutually exclusive`);
  if (signal !== undefined && (steal || ifAvailable))
    throw notSupported('signal cannot be used with steal or ifAvailable');
}

// ---- Requests ----

class Lock {
  constructor(token, name, mode) {
    if (token !== kPrivate)
      throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this[kName] = name;
    this[kMode] = mode;
  }

  get name() { return this[kName]; }
  get mode() { return this[kMode]; }
}

// fn([name, isShared, isHeld, thread]) for all requests of the process.
function forEachLock(fn) {
  binding.list();
  for (let each = binding.listNext(); each !== undefined; each = binding.listNext())
    fn(each);
}

// (3)
function addWait(by) {
  const before = waitsForOthers;
  waitsForOthers += by;
  if (before === 0 && by > 0)
    port.ref();
  else if (waitsForOthers === 0 && by < 0)
    port.unref();
}

// Settles when the request has the lock.
function wait(id, name, signal) {
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  let weight = 0;
  forEachLock(({ 0: other, 2: isHeld, 3: thread }) => {
    if (other === name && isHeld && thread !== threadId)
      weight = 1;
  });
  addWait(weight);
  const abort = () => {
    addWait(-weight);
    release(id);
    reject(signal.reason);
  };
  if (signal !== undefined) {
    try {
      listen(signal, 'abort', abort, { __proto__: null, once: true });
    } catch (error) {
      addWait(-weight);
      release(id);
      throw error;
    }
  }
  requests.set(id, {
    __proto__: null, stolen() {},
    granted() {
      addWait(-weight);
      if (signal !== undefined)
        unlisten(signal, 'abort', abort);
      resolve();
    },
  });
  return promise;
}

// Runs the callback; the promise settles with its result, or when the lock is stolen.
async function hold(id, name, mode, callback) {
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  requests.set(id, {
    __proto__: null, granted() {},
    stolen() {
      requests.delete(id);
      reject(lazyDOMException('The operation was aborted', 'AbortError'));
    },
  });
  follow(callback, new Lock(kPrivate, name, mode), resolve, reject);
  try {
    return await promise;
  } finally {
    if (requests.has(id))
      release(id);
  }
}

async function follow(callback, lock, resolve, reject) {
  try {
    resolve(await callback(lock));
  } catch (error) {
    reject(error);
  }
}

async function run(name, options, callback) {
  const { ifAvailable, mode, signal, steal } = options;
  check(name, options);
  open();
  const id = binding.request(name, mode === 'shared', steal, ifAvailable);
  if (steal)
    takeEvents();
  if (id === 0) {
    if (misses.hasSubscribers)
      misses.publish({ name, mode });
    return await callback(null);
  }
  if (id > 0)
    await wait(id, name, signal);
  if (grants.hasSubscribers)
    grants.publish({ name, mode });
  return await hold(id < 0 ? -id : id, name, mode, callback);
}

async function traced(name, options, callback) {
  const { mode, ifAvailable, steal } = options;
  const about = { name, mode, steal, ifAvailable };
  if (starts.hasSubscribers)
    starts.publish(about);
  try {
    return await run(name, options, callback);
  } catch (error) {
    about.error = error;
    throw error;
  } finally {
    if (ends.hasSubscribers)
      ends.publish(about);
  }
}

class LockManager {
  constructor(token = undefined) {
    if (token !== kPrivate)
      throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  async request(name, options, callback = undefined) {
    if (callback === undefined) {
      callback = options;
      options = undefined;
    }
    validateFunction(callback, 'callback');
    if (typeof name === 'symbol') {
      throw invalid('ERR_INVALID_ARG_TYPE',
                    'Value is a Symbol and cannot be converted to a string.');
    }
    const text = `${name}`;
    const checked = checkOptions(options);
    const call = (lock) => ReflectApply(callback, undefined, [lock]);
    return await traced(text, checked, call);
  }

  // Those of this thread come first.
  async query() {
    const own = new SafeArray(), others = new SafeArray();
    forEachLock((entry) => (entry[3] === threadId ? own : others).push(entry));
    const snapshot = { held: [], pending: [] };
    for (let i = 0; i < own.length; i++)
      addTo(snapshot, own[i]);
    for (let i = 0; i < others.length; i++)
      addTo(snapshot, others[i]);
    return snapshot;
  }
}

function addTo({ held, pending }, { 0: name, 1: isShared, 2: isHeld, 3: thread }) {
  const list = isHeld ? held : pending;
  const mode = isShared ? 'shared' : 'exclusive';
  setOwnProperty(list, list.length, { name, mode, clientId: `node-${process.pid}-${thread}` });
}
ObjectDefineProperty(LockManager.prototype, SymbolToStringTag, {
  __proto__: null, value: 'LockManager', configurable: true,
});
ObjectDefineProperty(Lock.prototype, SymbolToStringTag, {
  __proto__: null, value: 'Lock', configurable: true,
});
const methods = ['request', 'query'];
for (let i = 0; i < methods.length; i++)
  ObjectDefineProperty(LockManager.prototype, methods[i], { __proto__: null, enumerable: true });
ObjectDefineProperty(Lock.prototype, 'name', { __proto__: null, enumerable: true });
ObjectDefineProperty(Lock.prototype, 'mode', { __proto__: null, enumerable: true });

module.exports = { locks: new LockManager(kPrivate), Lock, LockManager };
