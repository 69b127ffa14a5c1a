'use strict';
// Stacks in V8's format. The engine gives `err.stack` as lines "name@url:line:column" without a
// header; programs written for Node.js read "Name: message\n    at name (url:line:column)".
//
// (1) The global Error constructors are wrapped, when the first of them is touched. What they make
//     has an accessor `stack` that turns the engine's text into V8's on first use, with the header.
// (2) Errors that the engine throws by itself bypass (1): stackOf() converts those, and is what
//     everything that shows an error calls.
// (3) The first line of a module's source follows its wrapper: columns there are corrected.
// (4) The Error constructors of a vm context are wrapped when it is made. It has captureStackTrace,
//     stackTraceLimit and prepareStackTrace of its own.

const { natives, firstLineOffsets } = require('internal/bootstrap/loader');
const { shared, kInsertions } = internalBinding('task_queue');
const NativeError = natives.Error;
const nativeCapture = NativeError.captureStackTrace;
const isError = NativeError.isError ?? ((value) => value instanceof NativeError);
const {
  ObjectDefineProperty: defineProperty, ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectHasOwn: hasOwn, ObjectPrototypeIsPrototypeOf, ObjectSetPrototypeOf, ReflectApply: apply,
  ReflectConstruct: construct, ReflectOwnKeys, RegExpPrototypeExec, StringPrototypeCharCodeAt,
  StringPrototypeIndexOf: indexOf, StringPrototypeSlice: slice, StringPrototypeSplit: split,
  StringPrototypeStartsWith: startsWith, Symbol,
} = primordials;
// Frames of these on top of a stack are how an error was made, not where.
const MAKERS = ['node:internal/error_stack', 'node:internal/errors', 'node:internal/validators',
                'node:internal/quick_validators'];
// Frames of the recorder between the loop and a callback: they are not shown.
const WATCHERS = '@node:internal/see/';
// Frames of the async context are not shown, either.
const FOLLOWERS = '@node:internal/async_context';
const DEFAULT_LIMIT = 10;
// At most so many of them.
const OWN_FRAMES = 4;

// Of a global object: its native Error and ours, the limit that was taken from ours, and
// Error.prepareStackTrace.
class Realm {
  constructor(Native, global) {
    this.Native = Native;
    this.Error = undefined;
    this.given = undefined;
    this.limit = 0;
    this.prepare = undefined;
    this.isFollowing = false;
    this.global = global;
  }
}
const own = new Realm(NativeError, globalThis);

let limit = DEFAULT_LIMIT;
const BUILTIN_OFFSET =
  '(function (exports, require, module, process, internalBinding, primordials) {'.length;

// Stores what the stack text is made of in the error itself, invisible to the program.
class Holder extends (function(target) { return target; }) {
  #raw;
  #text;
  constructor(target, raw) {
    super(target);
    this.#raw = raw;
    this.#text = undefined;
  }
  static has(target) { return #raw in target; }
  static reset(target, raw) {
    target.#raw = raw;
    target.#text = undefined;
  }
  static setText(target, text) { target.#text = { value: text }; }
  static text(target) {
    if (target.#text === undefined) {
      let raw = target.#raw;
      let realm = own;
      let most = limit;
      if (typeof raw === 'object')
        ({ raw, realm, most } = raw);
      target.#raw = '';
      target.#text = { value: undefined };  // prepareStackTrace may look at the error's stack
      const frames = placed(parse(raw, true, most));
      target.#text = { value: format(target, headerOf(target), frames, realm) };
    }
    return target.#text.value;
  }
}

const stackProperty = {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get: function stack() {
    return typeof this === 'object' && this !== null && Holder.has(this) ?
      Holder.text(this) : undefined;
  },
  set: function stack(value) {
    if (Holder.has(this))
      Holder.setText(this, value);
    else
      defineProperty(this, 'stack',
                     { __proto__: null, value, writable: true, configurable: true });
  },
};

function attach(target, raw) {
  if (Holder.has(target))
    Holder.reset(target, raw);
  else
    new Holder(target, raw);
  defineProperty(target, 'stack', stackProperty);
}

// Marks errors whose header has the code after the name.
const kIsNodeError = Symbol('kIsNodeError');

// As Error.prototype.toString, of anything; with the code of coded errors.
function headerOf(error) {
  try {
    const { name, message } = error;
    let shown = name === undefined ? 'Error' : `${name}`;
    if (error[kIsNodeError])
      shown += ` [${error.code}]`;
    const text = message === undefined ? '' : `${message}`;
    return shown === '' ? text : text === '' ? shown : `${shown}: ${text}`;
  } catch {
    return 'Error';
  }
}

// ---- Frames ----

class Frame {
  constructor(name, url, line, column) {
    this.name = name;
    this.url = url;
    this.line = line;
    this.column = column;
  }
  where() {
    return this.url === '' ? '<anonymous>' :
      this.line === 0 ? this.url : `${this.url}:${this.line}:${this.column}`;
  }
  toString() {
    return this.name === '' ? this.where() : `${this.name} (${this.where()})`;
  }
}

ObjectSetPrototypeOf(Frame.prototype, null);

const isDigit = (c) => c >= 48 && c <= 57;

function numberBefore(text, end) {
  let at = end;
  while (at > 0 && isDigit(StringPrototypeCharCodeAt.call(text, at - 1)))
    at--;
  return at < end && at > 0 && StringPrototypeCharCodeAt.call(text, at - 1) === 58 ? at : -1;
}

// V8 names native functions with their owner; most that call back are an array's.
const NATIVE_OWNERS = { __proto__: null, parse: 'JSON', stringify: 'JSON', replace: 'String',
                        replaceAll: 'String', construct: 'Reflect' };
const OF_ARRAYS = ['map', 'forEach', 'filter', 'reduce', 'reduceRight', 'some', 'every', 'find',
                   'findIndex', 'flatMap', 'sort', 'from'];
for (let i = 0; i < OF_ARRAYS.length; i++)
  NATIVE_OWNERS[OF_ARRAYS[i]] = 'Array';
const TICKS = 'node:internal/process/task_queues';
const PARSE = 'node:internal/json_parse';

function parseLine(line) {
  // A name may contain '@' (a computed method), a path may too: the name ends at the first one
  // that a path or a URL follows.
  let at = apply(indexOf, line, ['@']);
  let name = at < 0 ? '' : apply(slice, line, [0, at]);
  const place = apply(slice, line, [at + 1]);
  if (name === 'global code' || name === 'eval code' || name === 'module code')
    name = '';
  if (place === '[native code]')
    return new Frame(NATIVE_OWNERS[name] === undefined ? name : `${NATIVE_OWNERS[name]}.${name}`,
                     '', 0, 0);
  at = numberBefore(place, place.length);
  if (at < 0)
    return new Frame(name, place, 0, 0);
  let column = +apply(slice, place, [at]);
  const lineEnd = at - 1;
  at = numberBefore(place, lineEnd);
  if (at < 0)
    return new Frame(name, apply(slice, place, [0, lineEnd]), column, 1);
  const lineNumber = +apply(slice, place, [at, lineEnd]);
  const url = apply(slice, place, [0, at - 1]);
  if (shared[kInsertions] > 0)
    column = require('internal/async_context/source_text').columnOf(url, lineNumber, column);
  if (lineNumber === 1) {
    const offset = apply(startsWith, url, ['node:']) ? BUILTIN_OFFSET : firstLineOffsets[url];
    if (offset !== undefined && column > offset)
      column -= offset;
  }
  if (url === PARSE)
    return new Frame('JSON.parse', '', 0, 0);
  if (url === TICKS)
    name = 'process.processTicksAndRejections';
  return new Frame(name, url, lineNumber, column);
}

function isMaker(line) {
  for (let i = 0; i < MAKERS.length; i++) {
    if (apply(indexOf, line, [MAKERS[i]]) >= 0)
      return true;
  }
  return false;
}

// The frames of the engine's text; `ours`: without the makers on top.
function parse(raw, ours, most = limit) {
  const frames = ObjectSetPrototypeOf([], null);    // no index setter of the program's is called
  if (raw === '' || typeof raw !== 'string')
    return frames;
  const lines = apply(split, raw, ['\n']);
  let i = 0;
  if (ours) {
    for (let seen = 0; seen < lines.length && seen < OWN_FRAMES; seen++) {
      if (isMaker(lines[seen]))
        i = seen + 1;
    }
  }
  for (; i < lines.length && frames.length < most; i++) {
    // V8 shows no frame of call() and apply().
    if (lines[i] !== '' && lines[i] !== 'apply@[native code]' &&
        lines[i] !== 'call@[native code]' && apply(indexOf, lines[i], [WATCHERS]) < 0 &&
        apply(indexOf, lines[i], [FOLLOWERS]) < 0)
      frames[frames.length] = parseLine(lines[i]);
  }
  return frames;
}

// The columns are V8's when the source can be read; a stack is not worth failing for.
function placed(frames) {
  try {
    return require('internal/source_columns').refine(frames);
  } catch {
    return frames;
  }
}

function format(error, header, frames, realm) {
  if (typeof realm.prepare === 'function') {
    const { CallSite } = lazyCallSite();
    const sites = [];
    for (let i = 0; i < frames.length; i++) {
      defineProperty(sites, i, {
        __proto__: null, value: new CallSite(frames[i]), writable: true, enumerable: true,
        configurable: true,
      });
    }
    return (0, realm.prepare)(error, sites);
  }
  let text = header;
  const shown = mapper === undefined ? frames : mapper(frames);
  for (let i = 0; i < shown.length; i++)
    text += `\n    at ${shown[i]}`;
  return text;
}

// Shows frames in the lines of what they were compiled from; undefined without source maps.
let mapper;
function setMapper(map) {
  mapper = map;
}

let callSite;
function lazyCallSite() {
  return callSite ??= require('internal/call_site');
}

// ---- The constructors ----

const classes = { __proto__: null };

// The wrapped constructor of that name, whatever the global of that name is now.
const errorClass = (name) => classes[name] ?? require('internal/disposable')[name];

function wrap(realm, Native, parent) {
  const { name } = Native;
  const { global } = realm;
  // A computed key names the function without a binding of that name in its body.
  const Wrapped = {
    [name]: function(...args) {
      const target = new.target === undefined ? Wrapped : new.target;
      followLimit(realm);
      const error = construct(Native, args, target);
      // Without frames to show the engine defines none.
      const saved = hasOwn(error, 'stack') ? error.stack : '';
      let raw = saved;
      if (target !== Wrapped && typeof target === 'function') {
        // V8 leaves out everything down to the constructor that `new` named.
        const place = { __proto__: null };
        nativeCapture(place, target);
        raw = place.stack || saved;
      }
      attach(error, rawOf(raw, realm));
      return error;
    },
  }[name];
  defineProperty(Wrapped, 'length', { __proto__: null, value: Native.length, configurable: true });
  defineProperty(Wrapped, 'prototype', { __proto__: null, value: Native.prototype });
  defineProperty(Native.prototype, 'constructor',
                 { __proto__: null, value: Wrapped, writable: true, configurable: true });
  if (parent !== undefined || realm !== own)
    ObjectSetPrototypeOf(Wrapped, parent ?? ObjectGetPrototypeOf(Native));
  if (realm === own)
    classes[name] = Wrapped;
  // The program's own, if it has put one there before.
  if (realm !== own || getOwnPropertyDescriptor(global, name)?.get !== undefined) {
    defineProperty(global, name,
                   { __proto__: null, value: Wrapped, writable: true, configurable: true });
  }
  return Wrapped;
}

const rawOf = (raw, realm) =>
  (realm === own ? raw : { __proto__: null, raw, realm, most: realm.limit });

function makeCapture(realm, TypeError) {
  return function captureStackTrace(target, hide) {
    if (typeof target !== 'object' && typeof target !== 'function' || target === null)
      throw new TypeError('Invalid argument');
    const place = { __proto__: null };
    followLimit(realm);
    apply(realm.Native.captureStackTrace, undefined,
          [place, typeof hide === 'function' ? hide : captureStackTrace]);
    attach(target, rawOf(place.stack || '', realm));
  };
}

// `constructors`: the native ones of the realm, by name.
function install(realm, constructors) {
  const Wrapped = wrap(realm, realm.Native);
  const names = ReflectOwnKeys(constructors);
  let OurTypeError;
  for (let i = 0; i < names.length; i++) {
    if (names[i] === 'Error')
      continue;
    const Made = wrap(realm, constructors[names[i]], Wrapped);
    if (names[i] === 'TypeError')
      OurTypeError = Made;
  }
  const captureStackTrace = makeCapture(realm, OurTypeError);
  const keep = { __proto__: null, writable: true, configurable: true };
  defineProperty(Wrapped, 'captureStackTrace',
                 { __proto__: null, ...keep, value: captureStackTrace });
  if (realm.Native.isError)
    defineProperty(Wrapped, 'isError', { __proto__: null, ...keep, value: realm.Native.isError });
  setLimit(realm, DEFAULT_LIMIT);
  defineProperty(Wrapped, 'stackTraceLimit',
                 { __proto__: null, ...keep, enumerable: true, value: DEFAULT_LIMIT });
  realm.Error = Wrapped;
  defineProperty(Wrapped, 'prepareStackTrace', {
    __proto__: null, configurable: true, enumerable: false,
    get: () => realm.prepare, set: (value) => { realm.prepare = value; },
  });
  return captureStackTrace;
}

// In the global object of a new vm context.
function installIn(global) {
  const constructors = { __proto__: null };
  const names = ReflectOwnKeys(natives);
  for (let i = 0; i < names.length; i++) {
    if (hasOwn(global, names[i]))
      constructors[names[i]] = global[names[i]];
  }
  install(new Realm(global.Error, global), constructors);
}

// A plain property, as in V8: looked at whenever a stack is taken.
function followLimit(realm) {
  // The program may have made it an accessor, and that may throw an error of its own.
  if (realm.isFollowing)
    return;
  realm.isFollowing = true;
  try {
    const { stackTraceLimit } = realm.Error;
    if (stackTraceLimit !== realm.given)
      setLimit(realm, stackTraceLimit);
  } catch {
    // The limit stays.
  }
  realm.isFollowing = false;
}

// The engine applies the limit of the functions' own global object, which is this one.
function setLimit(realm, value) {
  realm.given = value;
  realm.limit = typeof value === 'number' && value > 0 ? value : 0;
  const wanted = realm.limit === 0 ? 0 : realm.limit + OWN_FRAMES;
  if (realm === own) {
    ({ limit } = realm);
    NativeError.stackTraceLimit = wanted;
  } else if (wanted > NativeError.stackTraceLimit)
    NativeError.stackTraceLimit = wanted;
}

// ---- For code that prints errors ----

// As value instanceof Error, which a program can replace by Error[Symbol.hasInstance].
const isInstance = (value) => ObjectPrototypeIsPrototypeOf.call(NativeError.prototype, value);

const ENGINE_FRAME = /(:\d+:\d+|:wasm-function\[\d+\]|\[native code\]|^[\w$. ]*@)$/;
const OUR_FRAME = /^ {4}at (?:(.*) \((.*?):(\d+):(\d+)\)|(.*?):(\d+):(\d+))$/;

// Whether text is a stack as the engine writes it, not as V8 does.
function isEngineStack(text) {
  const end = apply(indexOf, text, ['\n']);
  const first = end < 0 ? text : apply(slice, text, [0, end]);
  if (apply(indexOf, text, ['\n    at ']) >= 0)
    return false;
  return apply(indexOf, first, ['@']) >= 0 && RegExpPrototypeExec.call(ENGINE_FRAME,
    first) !== null ||
    first === 'global code' || first === 'eval code' || first === 'module code';
}

// Gives an error that the engine threw the stack and the message of V8; does not change others.
function adopt(error) {
  // A proxy is not an error: its traps are not called.
  if (typeof error !== 'object' || error === null || !isError(error))
    return error;
  const own = getOwnPropertyDescriptor(error, 'stack');
  const text = own !== undefined && hasOwn(own, 'value') ? own.value : undefined;
  if (typeof text === 'string' &&
      (text === '' ? error instanceof NativeError : isEngineStack(text))) {
    followLimit(own);
    const { translate } = require('internal/engine_text');
    const message = getOwnPropertyDescriptor(error, 'message');
    const translated = typeof message?.value === 'string' && message.configurable ?
      translate(message.value, parse(text, false)) : undefined;
    if (translated !== undefined)
      defineProperty(error, 'message', { __proto__: null, value: translated });
    attach(error, text);
  }
  return error;
}

// The stack of any error in V8's format; undefined when it has none.
function stackOf(error) {
  return adopt(error).stack;
}

// The frames of an error: [{ name, url, line, column }], whatever made it.
function framesOf(error) {
  const text = stackOf(error);
  if (typeof text !== 'string')
    return [];
  const frames = ObjectSetPrototypeOf([], null);
  const lines = apply(split, text, ['\n']);
  for (let i = 0; i < lines.length; i++) {
    const found = RegExpPrototypeExec.call(OUR_FRAME, lines[i]);
    if (found !== null) {
      frames[frames.length] = found[5] === undefined ?
        new Frame(found[1], found[2], +found[3], +found[4]) :
        new Frame('', found[5], +found[6], +found[7]);
    }
  }
  return frames;
}

// The caller's frames, from `hide` (a function; it is left out) downwards.
function callerFrames(hide, count) {
  const place = { __proto__: null };
  const before = NativeError.stackTraceLimit;
  NativeError.stackTraceLimit = count + OWN_FRAMES;
  nativeCapture(place, hide);
  NativeError.stackTraceLimit = before;
  const saved = limit;
  limit = count;
  const frames = parse(place.stack || '', false);
  limit = saved;
  return frames;
}

const captureStackTrace = install(own, natives);

module.exports = {
  adopt, stackOf, framesOf, callerFrames, headerOf, errorClass, captureStackTrace, isInstance,
  installIn,
  kIsNodeError, setMapper,
};
