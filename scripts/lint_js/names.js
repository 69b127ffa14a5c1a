'use strict';
// The globals of the language and of the runtime, and methods by the kind of their receiver.

const words = (text) => text.trim().split(/\s+/);
const set = (text) => new Set(words(text));

const FREE = set('undefined NaN Infinity globalThis arguments eval');
const WRAPPER = set('exports require module process internalBinding primordials');
const COMMONJS = set('exports require module __filename __dirname');

const ERRORS = set(`Error TypeError RangeError SyntaxError ReferenceError EvalError URIError
  AggregateError SuppressedError`);
const COLLECTIONS = set('Map Set WeakMap WeakSet');
const TYPED_ARRAYS = set(`BigInt64Array BigUint64Array Float16Array Float32Array Float64Array
  Int16Array Int32Array Int8Array Uint16Array Uint32Array Uint8Array Uint8ClampedArray`);
const LANGUAGE = new Set([...ERRORS, ...COLLECTIONS, ...TYPED_ARRAYS, ...words(`
  Array ArrayBuffer AsyncDisposableStack Atomics BigInt Boolean DataView Date DisposableStack
  FinalizationRegistry Function Intl Iterator JSON Math Number Object Promise Proxy Reflect RegExp
  SharedArrayBuffer String Symbol WeakRef WebAssembly decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape isFinite isNaN parseFloat parseInt unescape`)]);

// The runtime's globals and the module that has each. A program can replace the global.
const RUNTIME = new Map();
const from = (module, text) => words(text).forEach((name) => RUNTIME.set(name, module));
from('timers', `clearImmediate clearInterval clearTimeout setImmediate setInterval setTimeout`);
from('internal/globals', 'atob btoa crypto fetch performance queueMicrotask structuredClone');
from('internal/navigator', 'navigator Navigator');
from('internal/console/global', 'console');
from('buffer', 'Blob Buffer File');
from('internal/url', 'URL URLSearchParams');
from('internal/urlpattern', 'URLPattern');
from('internal/abort_controller', 'AbortController AbortSignal');
from('internal/event_target', 'CustomEvent Event EventTarget');
from('internal/encoding', 'TextDecoder TextEncoder');
from('internal/domexception', 'DOMException');
from('internal/messaging/port', 'MessageChannel MessagePort');
from('internal/messaging/event', 'MessageEvent');
from('internal/messaging/broadcast', 'BroadcastChannel');
from('internal/fetch/headers', 'Headers');
from('internal/fetch/request', 'Request');
from('internal/fetch/response', 'Response');
from('internal/fetch/form_data', 'FormData');
from('internal/websocket/websocket', 'WebSocket');
from('internal/websocket/events', 'CloseEvent ErrorEvent');
from('perf_hooks', `Performance PerformanceEntry PerformanceMark PerformanceMeasure
  PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming`);
from('stream/web', `ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy
  DecompressionStream ReadableByteStreamController ReadableStream ReadableStreamBYOBReader
  ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader
  TextDecoderStream TextEncoderStream TransformStream TransformStreamDefaultController
  WritableStream WritableStreamDefaultController WritableStreamDefaultWriter`);

const PROGRAM = set('process global gc __proto__ escape unescape CryptoKey SubtleCrypto Crypto');
const BROWSER = set(`CSS Element EventSource HTMLElement Node ResizeObserver cancelAnimationFrame
  confirm document getComputedStyle history innerHeight innerWidth localStorage location matchMedia
  requestAnimationFrame sessionStorage window`);

// Methods by kind. A call is reported where the receiver may be of that kind.
const METHODS = {
  __proto__: null,
  string: set(`at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed
    lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll
    search slice split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase
    toString toUpperCase toWellFormed trim trimEnd trimStart valueOf`),
  array: set(`at concat copyWithin entries every fill filter find findIndex findLast findLastIndex
    flat flatMap forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight
    reverse shift slice some sort splice toReversed toSorted toSpliced toString unshift values
    with`),
  typed: set(`at copyWithin entries every fill filter find findIndex findLast findLastIndex forEach
    includes indexOf join keys lastIndexOf map reduce reduceRight reverse set slice some sort
    subarray toString values`),
  view: set(`getBigInt64 getBigUint64 getFloat32 getFloat64 getInt16 getInt32 getInt8 getUint16
    getUint32 getUint8 setBigInt64 setBigUint64 setFloat32 setFloat64 setInt16 setInt32 setInt8
    setUint16 setUint32 setUint8`),
  regexp: set('compile exec test toString'),
  number: set('toExponential toFixed toLocaleString toPrecision toString valueOf'),
  bigint: set('toLocaleString toString valueOf'),
  symbol: set('toString valueOf'),
  map: set('clear delete entries forEach get has keys set values'),
  set: set('add clear delete entries forEach has keys values'),
  weakmap: set('delete get has set'),
  weakset: set('add delete has'),
  weakref: set('deref'),
  registry: set('register unregister'),
  promise: set('catch finally then'),
  date: set(`getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds
    getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds
    getUTCMinutes getUTCMonth getUTCSeconds setTime toISOString toJSON toLocaleString toString
    toUTCString valueOf`),
  function: set('apply bind call toString'),
  iterator: set('next return throw'),
};
const HOLDERS = {
  __proto__: null, string: 'String', array: 'Array', typed: 'TypedArray', view: 'DataView',
  regexp: 'RegExp', number: 'Number', bigint: 'BigInt', symbol: 'Symbol', map: 'Map', set: 'Set',
  weakmap: 'WeakMap', weakset: 'WeakSet', weakref: 'WeakRef',
  registry: 'FinalizationRegistry', promise: 'Promise', date: 'Date', function: 'Function',
};

// Names that only built-in objects have: reported whatever the receiver is.
const ONLY_BUILTIN = new Map();
const only = (kind, text) => words(text).forEach((name) => ONLY_BUILTIN.set(name, kind));
only('string', `charAt charCodeAt codePointAt endsWith isWellFormed localeCompare matchAll padEnd
  padStart replace replaceAll split startsWith substr substring toLocaleLowerCase
  toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim trimEnd trimStart`);
only('array', 'findLast findLastIndex reduceRight splice toReversed toSorted toSpliced unshift');
only('number', 'toExponential toFixed toPrecision');
only('date', `getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds
  getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds
  getUTCMinutes getUTCMonth getUTCSeconds toISOString toUTCString`);
only('weakref', 'deref');
only('object', 'hasOwnProperty isPrototypeOf propertyIsEnumerable');
HOLDERS.object = 'Object';

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const primordialOf = (kind, method) => `${HOLDERS[kind]}Prototype${capital(method)}`;

module.exports = {
  FREE, WRAPPER, COMMONJS, ERRORS, COLLECTIONS, TYPED_ARRAYS, LANGUAGE, RUNTIME, PROGRAM, BROWSER,
  METHODS, ONLY_BUILTIN, primordialOf, set,
};
