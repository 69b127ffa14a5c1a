'use strict';
// Records calls of built-in modules that take a callback as last argument or return a promise.
//
// (1) A callback that the program passes becomes an entry of kind `io`, with the name of the
//     function that was called. If the function calls it at once, inside the program's own code, it
//     is not an entry.
// (2) The purpose of a promise is stored: it describes the job that waits for the promise. The same
//     holds for functions that util.promisify() made.

const { replace, whenLoaded, withApply } = require('internal/see/record/replace');
const { purposes } = require('internal/see/record/promises');
const { disguise } = require('internal/see/record/frames');
const {
  ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice,
  ObjectGetOwnPropertyNames, ObjectKeys, Promise, ReflectApply, ReflectConstruct,
  RegExpPrototypeExec, SafeWeakMap, StringPrototypeSplit,
} = primordials;

// Functions that are not recorded: they take a listener or no callback, or are classes.
const OTHERS = /^(?:[A-Z_]|watch|unwatch|create|open(?:AsBlob|dirSync)|is[A-Z]|get[A-Z])|Sync$/;
const CALLBACK_MODULES = ['fs', 'crypto', 'dns', 'zlib', 'child_process'];
const PROMISE_MODULES = {
  '__proto__': null, 'internal/fs/promises': 'fs.promises', 'timers/promises': 'timers/promises',
  'dns/promises': 'dns.promises', 'internal/dns/promises': 'dns.promises',
};

let recorder;

// The name of the first argument, where it is not a path.
const FIRST_ARGUMENTS = { __proto__: null, dns: 'host', child_process: 'command', crypto: 'first' };
const OF_STREAMS = /^(?:stream|http)\./;

function detailOf(what, args) {
  const detail = { __proto__: null, what };
  if (typeof args[0] === 'string' && args[0].length < 200 &&
      RegExpPrototypeExec.call(OF_STREAMS, what) === null)
    detail[FIRST_ARGUMENTS[StringPrototypeSplit.call(what, '.')[0]] ?? 'path'] = args[0];
  return detail;
}

const watched = new SafeWeakMap();      // function that takes a callback -> its name

const withCallback = (what) => (original) => {
  const ours = calling(what, withApply(original));
  watched.set(ours, what);
  return ours;
};

const calling = (what, original) => function replaced() {
  const last = arguments.length - 1;
  const callback = arguments[last];
  const from = typeof callback === 'function' ? recorder.callerOf(replaced, callback) : undefined;
  if (new.target !== undefined)
    return ReflectConstruct(original, arguments, new.target);
  if (from === undefined)
    return original.apply(this, arguments);     // lint-ok: builtin-method see withApply()
  const args = ArrayPrototypeSlice.call(arguments);
  const entry = recorder.schedule('io', callback, from, detailOf(what, args));
  args[last] = function called(...results) {
    return recorder.isInside(called) ? ReflectApply(callback, this, results) :
      recorder.runAs(entry, recorder.queueNow(), callback, this, results);
  };
  return ReflectApply(original, this, args);
};

const withPromise = (what) => (original) => function replaced(...args) {
  const result = ReflectApply(original, this, args);
  if (recorder.isOn() && result instanceof Promise)
    purposes.set(result, purposeOf(what, args));
  return result;
};

const promisifyFunction = (original) => function promisify(fn) {
  const result = ReflectApply(original, this, arguments);
  const what = watched.get(fn);
  return what === undefined ? result : disguise(withPromise(what)(result), result);
};

function purposeOf(what, args) {
  const detail = detailOf(what, args);
  if (what === 'timers/promises.setTimeout')
    detail.delay = typeof args[0] === 'number' ? args[0] : 1;
  return detail;
}

function replaceAll(exports, prefix, make) {
  const names = ArrayPrototypeFilter.call(ObjectGetOwnPropertyNames(exports), (name) =>
    RegExpPrototypeExec.call(OTHERS, name) === null);
  return ArrayPrototypeMap.call(names, (name) =>
    replace(exports, name, make(`${prefix}.${name}`)));
}

// Classes with write(data, callback) and end(data, callback).
const WITH_METHODS = {
  '__proto__': null,
  'internal/streams/writable': { __proto__: null, name: 'Writable', prefix: 'stream' },
  'internal/http/outgoing': { __proto__: null, name: 'OutgoingMessage', prefix: 'http' },
};

function replaceMethods(id, exports) {
  const { name: ofClass, prefix } = WITH_METHODS[id];
  const prototype = exports[ofClass]?.prototype;
  return prototype === undefined ? [] : ArrayPrototypeMap.call(['write', 'end'], (name) =>
    replace(prototype, name, withCallback(`${prefix}.${name}`)));
}

// Finds code that runs without an entry when it prints something. The replacement is a method,
// because functions of console are not constructors.
const printFunction = (original) => ({
  __proto__: null,
  replaced(...args) {
    recorder.noticeUnseen();
    return ReflectApply(original, this, args);
  },
}).replaced;

const watchConsole = () =>
  ArrayPrototypeMap.call(['log', 'info', 'warn', 'error', 'debug'], (name) =>
    replace(globalThis.console, name, printFunction));

function install(given) {
  recorder = given;
  const undo = watchConsole();
  const watch = (ids, use) => {
    for (let i = 0; i < ids.length; i++)
      ArrayPrototypePush.call(undo, whenLoaded(ids[i], (exports) => use(exports, ids[i])));
  };
  watch(CALLBACK_MODULES, (exports, id) => replaceAll(exports, id, withCallback));
  watch(ObjectKeys(WITH_METHODS), (exports, id) => replaceMethods(id, exports));
  watch(['util'], (exports) => [replace(exports, 'promisify', promisifyFunction)]);
  watch(ObjectKeys(PROMISE_MODULES), (exports, id) =>
    replaceAll(exports.exports ?? exports, PROMISE_MODULES[id], withPromise));
  return undo;
}

module.exports = { install };
