'use strict';
// Calls of built-in modules whose last argument is a callback, or that return a promise.
//
// (1) A callback that the program hands over becomes an entry of kind `io`, with what was called.
//     One that comes from inside the program's code (a method that calls back at once) is no entry.
// (2) A promise is remembered with what it is for: the job that waits for it is told by that. So is one of
//     a function that util.promisify() has made of such a call.

const { replace, whenLoaded } = require('internal/see/record/replace');
const { purposes } = require('internal/see/record/promises');
const { disguise } = require('internal/see/record/frames');
const { ReflectApply } = primordials;

// Those that take a listener, a class, or no callback at all.
const OTHERS = /^(?:[A-Z_]|watch|unwatch|create|open(?:AsBlob|dirSync)|is[A-Z]|get[A-Z])|Sync$/;
const CALLBACK_MODULES = ['fs', 'crypto', 'dns', 'zlib', 'child_process'];
const PROMISE_MODULES = {
  '__proto__': null, 'internal/fs/promises': 'fs.promises', 'timers/promises': 'timers/promises',
  'dns/promises': 'dns.promises', 'internal/dns/promises': 'dns.promises',
};

let recorder;

// What the first argument is, where it is no path.
const FIRST_ARGUMENTS = { __proto__: null, dns: 'host', child_process: 'command', crypto: 'first' };
const OF_STREAMS = /^(?:stream|http)\./;

function detailOf(what, args) {
  const detail = { what };
  if (typeof args[0] === 'string' && args[0].length < 200 && !OF_STREAMS.test(what))
    detail[FIRST_ARGUMENTS[what.split('.')[0]] ?? 'path'] = args[0];
  return detail;
}

const watched = new WeakMap();      // function that takes a callback -> what it is called

const withCallback = (what) => (original) => {
  const ours = calling(what, original);
  watched.set(ours, what);
  return ours;
};

const calling = (what, original) => function replaced() {
  const last = arguments.length - 1;
  const callback = arguments[last];
  const from = typeof callback === 'function' ? recorder.handedOver(replaced, callback) : undefined;
  if (from === undefined || new.target !== undefined)
    return new.target === undefined ? original.apply(this, arguments) :
      Reflect.construct(original, arguments, new.target);
  const args = [...arguments];
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
    purposes.set(result, { ...detailOf(what, args), ...delayOf(what, args) });
  return result;
};

const promisifyFunction = (original) => function promisify(fn) {
  const result = ReflectApply(original, this, arguments);
  const what = watched.get(fn);
  return what === undefined ? result : disguise(withPromise(what)(result), result);
};

const delayOf = (what, args) =>
  (what === 'timers/promises.setTimeout' ? { delay: args[0] ?? 1 } : {});

function replaceAll(exports, prefix, make) {
  return Object.getOwnPropertyNames(exports)
    .filter((name) => !OTHERS.test(name))
    .map((name) => replace(exports, name, make(`${prefix}.${name}`)));
}

// Methods with a callback at the end: stream.write(data, callback).
const METHODS = {
  '__proto__': null,
  'internal/streams/writable': [(exports) => exports.Writable, 'stream', ['write', 'end']],
  'internal/http/outgoing': [(exports) => exports.OutgoingMessage, 'http', ['write', 'end']],
};

function replaceMethods(id, exports) {
  const [find, prefix, names] = METHODS[id];
  const prototype = find(exports)?.prototype;
  return prototype === undefined ? [] :
    names.map((name) => replace(prototype, name, withCallback(`${prefix}.${name}`)));
}

// console tells of code that runs unseen.
function watchConsole() {
  const undo = [];
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
    // A method, for those of console are no constructors.
    undo.push(replace(globalThis.console, name, (original) => ({
      replaced(...args) {
        recorder.noticeUnseen();
        return ReflectApply(original, this, args);
      },
    }).replaced));
  }
  return undo;
}

function install(given) {
  recorder = given;
  const undo = watchConsole();
  for (const id of CALLBACK_MODULES)
    undo.push(whenLoaded(id, (exports) => replaceAll(exports, id, withCallback)));
  for (const id in METHODS)
    undo.push(whenLoaded(id, (exports) => replaceMethods(id, exports)));
  undo.push(whenLoaded('util', (exports) => [replace(exports, 'promisify', promisifyFunction)]));
  for (const id in PROMISE_MODULES) {
    undo.push(whenLoaded(id, (exports) =>
      replaceAll(exports.exports ?? exports, PROMISE_MODULES[id], withPromise)));
  }
  return undo;
}

module.exports = { install };
