'use strict';
// The global console, and the class it is made from.
//
// (1) console.log('text') compiles this file and no other: arguments that are their own text are
//     put together here and, until the program asks for process.stdout itself, written straight to
//     the descriptor. Node's stdout is synchronous for files, pipes and terminals, so the program
//     sees no difference. What the kernel refuses is written by process.stdout, which reports the
//     error.
// (2) Once process.stdout was touched, or replaced, everything goes through its write().
// (3) All methods are stubs of internal/console/methods, which knows the rest.

const {
  Object, ObjectAssign, ObjectDefineProperty: defineProperty, ObjectGetOwnPropertyDescriptor:
  getOwnPropertyDescriptor, ObjectHasOwn, ObjectSetPrototypeOf, ReflectApply: apply,
  ReflectConstruct, SymbolHasInstance, SymbolToStringTag,
} = primordials;
const { writeText, isTerminal } = internalBinding('util');
const { fillProcess, isProcessFull } = require('internal/bootstrap/loader');
const shared = require('internal/console/shared');
const { kState, newState, plainText } = shared;

const NAMES = ['log', 'info', 'debug', 'warn', 'error', 'dir', 'time', 'timeEnd', 'timeLog',
               'trace', 'assert', 'clear', 'count', 'countReset', 'group', 'groupEnd', 'table',
               'dirxml', 'groupCollapsed'];

const implementation = () => require('internal/console/methods');

function hide(object, key, value) {
  defineProperty(object, key,
      { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

// ---- The class ----

function Console() {
  if (new.target === undefined)
    return ReflectConstruct(Console, arguments);
  implementation().setUp(this, arguments, new.target);
}
// Made without a prototype, so that no setter of the program is called.
const methods = { __proto__: null };
hide(methods, 'constructor', Console);
defineProperty(Console, SymbolHasInstance, {
  __proto__: null,
  value(instance) {
    return instance !== null && typeof instance === 'object' && kState in instance;
  },
});

// `self` is undefined on the prototype, where the receiver counts.
const stub = (name, self) => ({
  [name](...args) { return apply(implementation()[name], self ?? this, args); },
})[name];

for (let i = 0; i < NAMES.length; i++)
  methods[NAMES[i]] = stub(NAMES[i]);
Console.prototype = ObjectSetPrototypeOf(methods, Object.prototype);

// ---- The global one ----

const console = { __proto__: null };
const state = newState();
state.direct = (i) => untouched(i);
const streams = [undefined, undefined];

// Is the stream still the process's own, and still not made? It is while `process` is empty: nobody
// has read a property of it.
let getters;
function untouched(i) {
  if (streams[i] !== undefined || !isProcessFull())
    return streams[i] === undefined;
  getters ??= require('internal/process/object').stdioGetters;
  const own = getOwnPropertyDescriptor(process, i === 0 ? 'stdout' : 'stderr');
  return own !== undefined && ObjectHasOwn(own, 'get') && own.get === getters[i];
}

// On a terminal everything but strings is coloured.
const printer = (name, i) => ({
  [name](...args) {
    if (state.indent === '' && !shared.channels?.[name].hasSubscribers && untouched(i)) {
      const text = plainText(args);
      if (text !== undefined &&
          ((args.length === 1 && typeof args[0] === 'string') || !isTerminal(i + 1))) {
        const left = writeText(i + 1, text);
        if (left !== 0)
          implementation().writeRest(console, i === 1, text, left);
        return;
      }
    }
    apply(implementation()[name], console, args);
  },
})[name];

for (let at = 0; at < NAMES.length; at++) {
  const name = NAMES[at];
  const i = name === 'warn' || name === 'error' ? 1 : 0;
  console[name] = i === 1 || name === 'log' || name === 'info' || name === 'debug' ?
    printer(name, i) : stub(name, console);
}
hide(console, '_stdoutErrorHandler', shared.errorHandler(console, '_stdout'));
hide(console, '_stderrErrorHandler', shared.errorHandler(console, '_stderr'));
hide(console, '_ignoreErrors', true);
hide(console, '_times', state.times);
console.Console = Console;
// For an inspector that is not there.
ObjectAssign(console, {
  __proto__: null,
  profile() {}, profileEnd() {}, timeStamp() {}, context() { return console; },
  createTask() { return { run(f) { return f(); } }; },
});
function defineStream(key, i) {
  defineProperty(console, key, {
    __proto__: null, configurable: true, enumerable: false,
    get() { return streams[i] ?? fillProcess()[i === 0 ? 'stdout' : 'stderr']; },
    set(stream) { streams[i] = stream; },
  });
}
defineStream('_stdout', 0);
defineStream('_stderr', 1);
hide(console, kState, state);
defineProperty(console, SymbolToStringTag,
    { __proto__: null, value: 'console', configurable: true });

ObjectSetPrototypeOf(console, {});

module.exports = console;
