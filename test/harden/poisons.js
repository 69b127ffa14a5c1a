'use strict';
// What a poison is and how it is applied. `node poisons.js` prints the name of each, one on a line.
//
//   throw PATH      the function or accessor of the standard library at PATH throws
//   global NAME     the global NAME is a function that throws
//   value NAME      Object.prototype has the property NAME, an enumerable string
//   hidden NAME     the same, not enumerable, and the value is true
//   accessor NAME   reading or assigning NAME of an object that has none throws
//   freeze NAME     the object is frozen ("all": each constructor and prototype of the language)
//   special NAME    see SPECIAL
//
// (1) A path that an engine lacks is no poison there: applying it does nothing.
// (2) All that is called here was captured before the first poison was applied.

const { defineProperty, freeze, getPrototypeOf, getOwnPropertyDescriptor } = Object;
const { ownKeys, apply } = Reflect;
const { Error: PoisonError, Symbol: S, String: text } = globalThis;
const { indexOf, slice } = String.prototype;
const find = (string, part, from) => apply(indexOf, string, [part, from]);
const cut = (string, from, to) => apply(slice, string, [from, to]);

// ---- Where the standard library's functions are ----

const STANDARD = ['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt',
  'Math', 'JSON', 'Reflect', 'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef',
  'FinalizationRegistry', 'Date', 'RegExp', 'Error', 'AggregateError', 'ArrayBuffer',
  'SharedArrayBuffer', 'DataView', 'Atomics', 'Uint8Array', 'Iterator', 'Proxy', 'Intl'];
const CONSTRUCTORS = ['TypeError', 'RangeError', 'SyntaxError', 'Int8Array', 'Uint16Array',
  'Int32Array', 'Uint32Array', 'Float64Array', 'BigInt64Array'];
// Of the platform: what programs patch most.
const PLATFORM = ['performance', 'Performance', 'Buffer', 'EventTarget', 'Event', 'AbortController',
  'AbortSignal', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'Blob', 'DOMException',
  'MessageChannel', 'MessagePort', 'ReadableStream', 'WritableStream', 'TransformStream'];
const FUNCTIONS = ['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'decodeURIComponent', 'decodeURI',
  'encodeURIComponent', 'encodeURI', 'escape', 'unescape', 'queueMicrotask', 'setTimeout',
  'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'atob', 'btoa',
  'structuredClone', 'fetch'];
const GLOBALS = [...STANDARD, ...CONSTRUCTORS, ...PLATFORM, ...FUNCTIONS, 'console', 'process'];

const nameOf = (key) => typeof key === 'symbol'
  ? `[${cut(text(key), 7, -1)}]` : `.${key}`;
const hidden = {
  __proto__: null,
  '%TypedArray%': getPrototypeOf(Uint8Array),
  '%ArrayIteratorPrototype%': getPrototypeOf([].values()),
  '%MapIteratorPrototype%': getPrototypeOf(new Map().values()),
  '%SetIteratorPrototype%': getPrototypeOf(new Set().values()),
  '%StringIteratorPrototype%': getPrototypeOf(''[S.iterator]()),
  '%RegExpStringIteratorPrototype%': getPrototypeOf(''.matchAll(/a/g)),
  '%GeneratorPrototype%': getPrototypeOf(function* () {}).prototype,
  '%AsyncGeneratorPrototype%': getPrototypeOf(async function* () {}).prototype,
  '%AsyncIteratorPrototype%': getPrototypeOf(getPrototypeOf(async function* () {}).prototype),
};

// The key that a name in a path stands for: "push", "[Symbol.iterator]".
function keyOf(name) {
  if (name[0] !== '[') return name;
  const inner = cut(name, 1, -1);
  return find(inner, 'Symbol.', 0) === 0 ? S[cut(inner, 7)] : S.for(inner);
}

// [object, key] of a path such as "Array.prototype.push" or "Map[Symbol.species]".
function locate(path) {
  let object, key;
  const split = find(path, '[', 0) === -1 ? undefined : find(path, '[', 0);
  const head = cut(path, 0, split);
  for (let at = 0; at < head.length;) {
    let end = find(head, '.', at);
    if (end === -1) end = head.length;
    const part = cut(head, at, end);
    if (object === undefined) object = hidden[part] ?? globalThis[part];
    else if (key === undefined) key = part;
    else { object = object[key]; key = part; }
    if (object === undefined || object === null) return undefined;
    at = end + 1;
  }
  if (split === undefined) return [object, key];
  if (key !== undefined) object = object[key];
  return [object, keyOf(cut(path, split))];
}

function functionsOf(path, object, found) {
  for (const key of ownKeys(object)) {
    const { value, get, configurable, writable } = getOwnPropertyDescriptor(object, key);
    if (key === 'constructor' || !(configurable || writable)) continue;
    if (typeof value === 'function' && !(key in globalThis && value === globalThis[key])) {
      found.push(`throw ${path}${nameOf(key)}`);
    } else if (get && key !== '__proto__') {
      found.push(`throw ${path}${nameOf(key)}`);
    }
  }
}

// ---- Names of options, and of what is looked up on objects ----

const NAMES = `
  value get set writable enumerable configurable then toJSON length name message code cause stack
  constructor toString valueOf next done return throw raw index input groups lastIndex 0 1
  shell cwd env stdio timeout killSignal maxBuffer uid gid detached argv0 windowsHide execPath
  execArgv serialization encoding flag flags mode fd start end autoClose emitClose fs flush
  recursive withFileTypes bufferSize bigint throwIfNoEntry force maxRetries retryDelay persistent
  interval filter dereference errorOnExist preserveTimestamps verbatimSymlinks length position
  offset buffer highWaterMark objectMode readableObjectMode writableObjectMode decodeStrings
  defaultEncoding autoDestroy allowHalfOpen read write writev final destroy construct transform
  flush signal once capture passive detail bubbles cancelable composed captureRejections type
  exports main imports path filename paths loaded children require default conditions
  host port hostname agent method headers protocol auth localAddress localPort family hints lookup
  socketPath setHost joinDuplicateHeaders keepAlive keepAliveMsecs keepAliveTimeout noDelay
  maxSockets maxFreeSockets maxHeaderSize insecureHTTPParser requestTimeout headersTimeout
  connectionsCheckingInterval requireHostHeader uniqueHeaders rejectNonStandardBodyWrites
  IncomingMessage ServerResponse server handle _handle pauseOnConnect pauseOnCreate backlog
  exclusive ipv6Only readableAll writableAll onread all order verbatim servers tries
  depth colors showHidden maxArrayLength maxStringLength breakLength compact sorted getters
  customInspect showProxy numericSeparator options args strict allowPositionals allowNegative
  tokens short multiple validateStream actual expected operator generatedMessage
  level chunkSize windowBits memLevel strategy dictionary info finishFlush params maxOutputLength
  algorithm outputLength modulusLength publicKeyEncoding privateKeyEncoding passphrase padding
  format saltLength cipher key iv authTagLength N r p maxmem salt iterations hash
  hash host href origin protocol username password pathname search base ignoreCase
  fatal ignoreBOM stream displayErrors importModuleDynamically lineOffset columnOffset cachedData
  contextName contextCodeGeneration microtaskMode timeout breakOnSigint only skip todo concurrency
  plan crlfDelay terminal completer history historySize prompt tabSize escapeCodeTimeout
  removeHistoryDuplicates ref unref refed entryTypes buffered startTime duration mark
  transfer ports data size pull cancel preventClose preventAbort preventCancel readableType
  min isAdmin syscall errno dest address domain store run enter emit on listener handler
  defaultValue requireManualDestroy triggerAsyncId eventEmitter errorMonitor endings lastModified
  inspect color stdout stderr ignoreErrors colorMode inspectOptions groupIndentation
  rejectOnEmpty emitWarning ctor additional reason resolve reject promise kind
  rejectUnauthorized checkServerIdentity servername ca cert pfx crl ciphers minVersion maxVersion
  secureProtocol secureContext secureOptions session ALPNProtocols ALPNCallback SNICallback
  pskCallback requestCert handshakeTimeout sigalgs ecdhCurve socket createConnection pem buf
  redirect body dispatcher duplex credentials integrity status statusText protocols wasClean
  settings endStream waitForTrailers peerMaxConcurrentStreams maxSessionMemory allowHTTP1
  readOnly open allowExtension enableForeignKeyConstraints deterministic varargs onConflict
  namedCurve public label tagLength extractable usages dsaEncoding
  workerData eval transferList resourceLimits stdin exec silent
`.trim().split(/\s+/);
const SYMBOLS = ['iterator', 'asyncIterator', 'toPrimitive', 'toStringTag', 'hasInstance',
  'isConcatSpreadable', 'species', 'match', 'matchAll', 'replace', 'search', 'split', 'dispose',
  'asyncDispose', 'unscopables'].map((name) => `[Symbol.${name}]`);
const CUSTOM = ['[nodejs.util.inspect.custom]', '[nodejs.util.promisify.custom]',
  '[nodejs.rejection]'];

// ---- Poisons of other kinds ----

const junk = () => ({ value: 'polluted', done: false });
const replace = (object, key, value) =>
  defineProperty(object, key, { __proto__: null, value, writable: true, configurable: true });
const brokenAccessor = (object, key, name) => defineProperty(object, key, {
  __proto__: null, configurable: true, get: thrower(name), set: thrower(name),
});
const silentNext = (path) => () => {
  const at = locate(path);
  replace(at[0], at[1], () => ({ value: undefined, done: true }));
};
const SPECIAL = {
  __proto__: null,
  'globals of the language are gone': () => {
    for (let i = 0; i < STANDARD.length; i++) delete globalThis[STANDARD[i]];
    for (let i = 0; i < CONSTRUCTORS.length; i++) delete globalThis[CONSTRUCTORS[i]];
  },
  'array iterators are empty': silentNext('%ArrayIteratorPrototype%.next'),
  'map iterators are empty': silentNext('%MapIteratorPrototype%.next'),
  'set iterators are empty': silentNext('%SetIteratorPrototype%.next'),
  'string iterators are empty': silentNext('%StringIteratorPrototype%.next'),
  'array species': () => replace(Array, S.species, function () { return { junk }; }),
  'typed array species': () =>
    replace(getPrototypeOf(Uint8Array), S.species, function () { return new Uint8Array(0); }),
  'promise species': () => replace(Promise, S.species, thrower('promise species')),
  'regexp species': () => replace(RegExp, S.species, thrower('regexp species')),
  'buffer species': () => replace(Buffer, S.species, function () { return new Uint8Array(0); }),
  'constructor of arrays': () =>
    brokenAccessor(Array.prototype, 'constructor', 'Array.prototype.constructor'),
  'constructor of regexps': () =>
    brokenAccessor(RegExp.prototype, 'constructor', 'RegExp.prototype.constructor'),
  'constructor of typed arrays': () => brokenAccessor(
    getPrototypeOf(Uint8Array).prototype, 'constructor', 'TypedArray.prototype.constructor'),
  'setter for index 0 of arrays': () =>
    defineProperty(Array.prototype, '0', { __proto__: null, configurable: true,
      set: thrower('Array.prototype[0]') }),
  'toString of arrays': () => brokenAccessor(Array.prototype, 'toString', 'Array toString'),
  'join of arrays says nothing': () => replace(Array.prototype, 'join', () => ''),
  'push of arrays does nothing': () => replace(Array.prototype, 'push', () => 0),
  'Array.isArray says no': () => replace(Array, 'isArray', () => false),
  'Array.isArray says yes': () => replace(Array, 'isArray', () => true),
  'Object.keys is empty': () => replace(Object, 'keys', () => []),
  'hasOwnProperty says yes': () => replace(Object.prototype, 'hasOwnProperty', () => true),
  'hasOwnProperty says no': () => replace(Object.prototype, 'hasOwnProperty', () => false),
  'Object.hasOwn says yes': () => replace(Object, 'hasOwn', () => true),
  'exec of regexps finds nothing': () => replace(RegExp.prototype, 'exec', () => null),
  'test of regexps says yes': () => replace(RegExp.prototype, 'test', () => true),
  'Date.now is 0': () => replace(Date, 'now', () => 0),
  'performance.now is 0': () => replace(performance, 'now', () => 0),
  'Math.random is 0': () => replace(Math, 'random', () => 0),
  'Math.min is NaN': () => replace(Math, 'min', () => NaN),
  'Error.stackTraceLimit is 0': () => { Error.stackTraceLimit = 0; },
  'Error.stackTraceLimit throws': () => brokenAccessor(Error, 'stackTraceLimit', 'stackTraceLimit'),
  'Error.prepareStackTrace throws': () => { Error.prepareStackTrace = thrower('prepare'); },
  'Promise.prototype.then does nothing': () => replace(Promise.prototype, 'then', () => {}),
  'name of errors': () => brokenAccessor(Error.prototype, 'name', 'Error.prototype.name'),
  'message of errors': () => brokenAccessor(Error.prototype, 'message', 'Error.prototype.message'),
  'instances of Object': () => replace(Object, S.hasInstance, thrower('instanceof Object')),
  'instances of Error': () => replace(Error, S.hasInstance, thrower('instanceof Error')),
  'instances of Uint8Array': () =>
    replace(Uint8Array, S.hasInstance, thrower('instanceof Uint8Array')),
  'instances of Promise': () => replace(Promise, S.hasInstance, thrower('instanceof Promise')),
  'instances of Date': () => replace(Date, S.hasInstance, thrower('instanceof Date')),
};
const FROZEN = ['Object', 'Array', 'Function', 'Error', 'Promise', 'String', 'RegExp', 'Map',
  'Date',
  'Uint8Array'];

// ---- The list, and applying one ----

function list() {
  const found = [];
  for (const name of [...STANDARD, ...PLATFORM]) {
    const object = globalThis[name];
    if (object === undefined) continue;
    functionsOf(name, object, found);
    if (object.prototype) functionsOf(`${name}.prototype`, object.prototype, found);
  }
  for (const name of Object.keys(hidden)) {
    functionsOf(name, hidden[name], found);
    if (name === '%TypedArray%') {
      functionsOf(`${name}.prototype`, hidden[name].prototype, found);
    }
  }
  for (const name of GLOBALS) {
    if (name in globalThis) found.push(`global ${name}`);
  }
  for (const kind of ['value', 'hidden', 'accessor']) {
    for (const name of new Set([...NAMES, ...SYMBOLS, ...CUSTOM])) found.push(`${kind} ${name}`);
  }
  for (const name of FROZEN) found.push(`freeze ${name}`);
  found.push('freeze all');
  for (const name of Object.keys(SPECIAL)) found.push(`special ${name}`);
  return found;
}

let onHit;

const thrower = (name) => function () {
  const error = new PoisonError(`poisoned: ${name}`);
  if (onHit) onHit(error, name);
  throw error;
};

function throwAt(path, at) {
  if (!at || at[0] === undefined || at[1] === undefined) return;
  const descriptor = getOwnPropertyDescriptor(at[0], at[1]);
  if (!descriptor || !(descriptor.configurable || descriptor.writable)) return;
  descriptor.__proto__ = null;
  if ('value' in descriptor) descriptor.value = thrower(path);
  if (descriptor.get) descriptor.get = thrower(path);
  if (descriptor.set) descriptor.set = thrower(path);
  defineProperty(at[0], at[1], descriptor);
}

function onEveryObject(name, descriptor) {
  descriptor.configurable = true;
  defineProperty(Object.prototype, keyOf(name), descriptor);
}

const freezeOne = (name) => {
  if (typeof globalThis[name] !== 'function') return;
  freeze(globalThis[name]);
  if (globalThis[name].prototype) freeze(globalThis[name].prototype);
};

const KINDS = {
  __proto__: null,
  throw: throwAt,
  global: (name) => replace(globalThis, name, thrower(name)),
  value: (name) => onEveryObject(name,
    { __proto__: null, value: 'polluted', writable: true, enumerable: true }),
  hidden: (name) => onEveryObject(name, { __proto__: null, value: true, writable: true }),
  accessor: (name) => onEveryObject(name,
    { __proto__: null, get: thrower(name), set: thrower(name) }),
  freeze(name) {
    if (name !== 'all') return freezeOne(name);
    for (let i = 0; i < STANDARD.length; i++) freezeOne(STANDARD[i]);
    for (const path in hidden) freeze(hidden[path]);
  },
  special: (name) => SPECIAL[name](),
};

// Applies the poisons of a text, one on each line. report, if given, gets the error and the name of
// each throw.
// What the paths lead to is looked up before the first is applied: the first may be on the path
// of the second.
function applyAll(poisons, report) {
  onHit = report;
  const found = [];
  let count = 0;
  for (let at = 0; at < poisons.length; count++) {
    let end = find(poisons, '\n', at);
    if (end === -1) end = poisons.length;
    const space = find(poisons, ' ', at);
    const kind = cut(poisons, at, space);
    const name = cut(poisons, space + 1, end);
    const place = kind === 'throw' ? locate(name) : undefined;
    found[count] = { __proto__: null, kind, name, place };
    at = end + 1;
  }
  for (let i = 0; i < count; i++) KINDS[found[i].kind](found[i].name, found[i].place);
}

module.exports = { list, applyAll, locate };
if (require.main === module) console.log(list().join('\n'));
