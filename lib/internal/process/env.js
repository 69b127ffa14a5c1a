'use strict';
// process.env: a view of the environment. Reads are property reads of a copy. Writes go to the copy
// and to the real environment, as strings.

const {
  JSONParse, ObjectKeys, Proxy, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys,
} = primordials;
const { env: readEnvironment, getEnv, setEnv: setReal } = internalBinding('process');
const { isMainThread, takeText } = internalBinding('worker');
const ENVIRONMENT = 1;
let setEnv = setReal;

let warned = false;
function warnOfType() {
  if (warned || !require('internal/util').isPendingDeprecation())
    return;
  warned = true;
  process.emitWarning(
    'Assigning any value other than a string, number, or boolean to a process.env property is ' +
    'deprecated. Please make sure to convert the value to a string before setting process.env ' +
    'with it.', 'DeprecationWarning', 'DEP0104');
}

// The engine reads TZ once and caches the zone.
const followZone = (text) => require('internal/process/time_zone').follow(text);

const handler = {
  __proto__: null,
  set(target, key, value) {
    if (typeof key === 'symbol' || typeof value === 'symbol')
      throw new primordials.TypeError('Cannot convert a Symbol value to a string');
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      warnOfType();
    const text = `${value}`;
    // setenv() refuses an empty name.
    if (key === '')
      return true;
    setEnv(key, text);
    target[key] = text;
    if (key === 'TZ')
      followZone(text);
    return true;
  },
  deleteProperty(target, key) {
    if (typeof key !== 'symbol') {
      setEnv(key);
      delete target[key];
      if (key === 'TZ')
        followZone();
    }
    return true;
  },
  defineProperty(target, key, descriptor) {
    const { ERR_INVALID_OBJECT_DEFINE_PROPERTY } = require('internal/errors').codes;
    if ('value' in descriptor) {
      if (!descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
        throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(
          "'process.env' only accepts a configurable, writable, and enumerable data descriptor");
      }
      return handler.set(target, key, descriptor.value);
    }
    if ('get' in descriptor || 'set' in descriptor) {
      throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(
        "'process.env' does not accept an accessor(getter/setter) descriptor");
    }
    throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(
      "'process.env' only accepts a configurable, writable, and enumerable data descriptor");
  },
};

// ---- Workers ----

// The variables of a worker are its own: writing does not reach the real environment. They come as
// a text of JSON (internal/worker/thread), unless it shares those of the process.
function makeOwn(text) {
  setEnv = () => {};
  return new Proxy(JSONParse(text), handler);
}

function sync(target, key) {
  const value = typeof key === 'string' ? getEnv(key) : undefined;
  if (value !== undefined)
    target[key] = value;
  else if (typeof key === 'string')
    delete target[key];
}

// Several threads have the real environment: reading goes there, too.
function share() {
  if (handler.get !== undefined || setEnv !== setReal)
    return;
  handler.get = (target, key) => {
    sync(target, key);
    return target[key];
  };
  handler.has = (target, key) => {
    sync(target, key);
    return key in target;
  };
  handler.getOwnPropertyDescriptor = (target, key) => {
    sync(target, key);
    return ReflectGetOwnPropertyDescriptor(target, key);
  };
  handler.ownKeys = (target) => {
    const now = readEnvironment();
    const old = ObjectKeys(target);
    for (let i = 0; i < old.length; i++)
      delete target[old[i]];
    const keys = ObjectKeys(now);
    for (let i = 0; i < keys.length; i++)
      target[keys[i]] = now[keys[i]];
    return ReflectOwnKeys(target);
  };
}

function make() {
  const own = isMainThread ? undefined : require('internal/worker/state').environment;
  if (own !== undefined && !own.isShared)
    return makeOwn(takeText(ENVIRONMENT));
  if (own !== undefined)
    share();
  return new Proxy(readEnvironment(), handler);
}

let real;
module.exports = { get env() { return real ??= make(); }, share };
