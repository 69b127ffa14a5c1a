'use strict';
// Where in the program something is: the line that called, and where a function is defined.
//
// (1) The engine's stack is a text, "name@url:line:column" per frame, innermost first. A frame of a
//     built-in has a URL "node:…", one of the engine "[native code]": both are passed over.
// (2) The engine does not tell where a function was defined. Its text does: it is looked for in the
//     sources of the loaded files. Where one text stands more than once, the place that follows
//     the line which handed the function over is taken, for most are written right there.
// (3) A function whose text is found in the program is the program's. So is what a line of the
//     program hands over, be it console.log.

const { natives, firstLineOffsets, modules } = require('internal/bootstrap/loader');
const { cache } = require('internal/bootstrap/start');
const { readText } = internalBinding('script');
const { ReflectApply, ObjectDefineProperty: define } = primordials;
const NativeError = natives.Error;
const capture = NativeError.captureStackTrace;
const functionText = Function.prototype.toString;

const NEAR = 3;      // frames that tell who called
const DEEP = 64;     // frames in which to look for a line of the program
const NEAR_BEFORE = 40;     // characters, in which the call may begin that hands a function over
const NOWHERE = { __proto__: null, name: '', url: '', line: 0, column: 0 };

// The stack below `fn`. The limit is the one of the program's own errors at any other time.
function stackBelow(fn, frames) {
  const place = {};
  const { stackTraceLimit } = NativeError;
  NativeError.stackTraceLimit = frames;
  capture(place, fn);
  NativeError.stackTraceLimit = stackTraceLimit;
  return place.stack;
}

const fileOf = (url) => (url.startsWith('file://') ? decodeURIComponent(url.slice(7)) : url);

function parseFrame(text) {
  const at = text.indexOf('@');
  const match = /^(.*?):(\d+):(\d+)$/.exec(text.slice(at + 1));
  if (match === null)
    return NOWHERE;
  const url = fileOf(match[1]);
  const line = +match[2];
  let column = +match[3];
  const offset = firstLineOffsets[match[1]] ?? 0;
  if (line === 1 && column > offset)
    column -= offset;
  column = written(url, line, column);
  return { __proto__: null, name: at > 0 ? text.slice(0, at) : '', url, line, column };
}

const isNative = (text) => text === '' || text === '@' || text.endsWith('[native code]');
const isBuiltin = (text) => text.indexOf('@node:') >= 0 || text.startsWith('node:');
const isProgram = (text) => !isNative(text) && !isBuiltin(text);

// The frame of the program that called `fn` without a built-in between; null when there is none.
function caller(fn) {
  const [first] = stackBelow(fn, 1).split('\n');
  return isProgram(first) ? seen(parseFrame(first)) : null;
}

// The innermost frame of the program below `fn`.
function nearest(fn) {
  const lines = stackBelow(fn, DEEP).split('\n');
  for (let i = 0; i < lines.length; i++) {
    if (isProgram(lines[i]))
      return seen(parseFrame(lines[i]));
  }
  return null;
}

// The innermost line of the program in a stack of the engine's, as text; of one in a package also who called that, and
// of one in a function that others call for this (`isHelper`).
function placeIn(stack, isHelper = false) {
  const frames = stack.split('\n').filter(isProgram).map((text) => seen(parseFrame(text)));
  if (frames.length === 0)
    return '';
  const [{ url, line }] = frames;
  const own = frames.find((frame) => !frame.url.includes('/node_modules/') &&
    !(isHelper && frame.url === url && frame.line === line)) ?? frames[0];
  return own === frames[0] ? show(own) : `${show(frames[0])}, from ${show(own)}`;
}

const stackHere = () => stackBelow(stackHere, DEEP);

// The outermost one, which is the callback that the loop or a queue has called.
function outermost(fn) {
  const lines = stackBelow(fn, DEEP).split('\n');
  for (let i = lines.length - 1; i >= 0; i--) {
    if (isProgram(lines[i]))
      return seen(parseFrame(lines[i]));
  }
  return null;
}

// What stands right below `fn`: 'program', 'builtin', 'native', or 'nothing' when it is outermost.
function below(fn) {
  const text = stackBelow(fn, NEAR);
  if (text === '')
    return 'nothing';
  const [first] = text.split('\n');
  return isNative(first) ? 'native' : isBuiltin(first) ? 'builtin' : 'program';
}

// ---- Definitions ----

const sources = new Map();    // file -> its text
const places = new Map();     // text of a function -> places where it stands, as they were found
let looked = -1;              // how many files there were then

function seen(frame) {
  if (!sources.has(frame.url))
    addSource(frame.url);
  return frame;
}

function addSource(file) {
  const text = file[0] === '/' ? readText(file) : require('internal/main').evalSource(file);
  sources.set(file, typeof text === 'string' ? text : '');
}

// The text that the engine was given for a file, with the calls that tell of awaits (awaits.js).
const CALLS = /_\$(?:await|each)\(|\n/g;
const added = new Map();      // file -> line -> [[column, length] of such a call]

function setSource(url, text) {
  const file = fileOf(url);
  const calls = new Map();
  let line = 1;
  let begin = 0;
  for (const { 0: found, index } of text.matchAll(CALLS)) {
    if (found === '\n') {
      line++;
      begin = index + 1;
    } else {
      calls.set(line, [...calls.get(line) ?? [], [index - begin + 1, found.length]]);
    }
  }
  sources.set(file, text);
  added.set(file, calls);
  places.clear();
}

// The column in the file as it was written; the closing brackets of the calls are let pass.
function written(file, line, column) {
  let result = column;
  for (const [at, length] of added.get(file)?.get(line) ?? []) {
    if (at < column)
      result -= Math.min(length, column - at);
  }
  return result;
}

function updateSources() {
  for (const file in cache) {
    if (!sources.has(file))
      addSource(file);
  }
  for (const { url, source } of modules['internal/modules/esm/record']?.exports.running ?? []) {
    if (!sources.has(fileOf(url)))
      sources.set(fileOf(url), source);
  }
  for (const name of ['[eval]', '[stdin]']) {
    if (!sources.has(name) && require('internal/main').evalSource(name) !== undefined)
      addSource(name);
  }
  if (looked !== sources.size)
    places.clear();
  looked = sources.size;
}

function findAll(text) {
  let found = places.get(text);
  if (found !== undefined && (found.length > 0 || looked === sources.size))
    return found;
  updateSources();
  found = [];
  for (const [url, source] of sources) {
    for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1))
      found[found.length] = { url, at };
  }
  places.set(text, found);
  return found;
}

function lineOf(url, at) {
  const source = sources.get(url);
  let line = 1;
  let begin = 0;
  for (let end = source.indexOf('\n'); end >= 0 && end < at; end = source.indexOf('\n', begin)) {
    line++;
    begin = end + 1;
  }
  return { __proto__: null, name: '', url, line, column: written(url, line, at - begin + 1) };
}

// A function of the recorder's in the place of one of the program's.
const originals = new WeakMap();
const standFor = (fn, original) => originals.set(fn, original);

function textOf(fn) {
  try {
    return ReflectApply(functionText, originals.get(fn) ?? fn, []);
  } catch {
    return '[native code]';     // a proxy
  }
}

const isOpaqueText = (text) => text.endsWith('[native code]\n}') || text.endsWith('[native code]');
const isOpaque = (fn) => isOpaqueText(textOf(fn));

// What has been found out about functions: true, or how many files there were when it was in none.
const known = new WeakMap();

function isOfProgram(fn) {
  const answer = known.get(fn);
  if (answer === true || answer === sources.size)
    return answer === true;
  const text = textOf(fn);
  const found = !isOpaqueText(text) && findAll(text).length > 0;
  known.set(fn, found || sources.size);
  return found;
}

// Whether built-ins have handed this function over before, so that it is one of theirs.
const isForeign = (fn) => known.get(fn) === sources.size;

const isBehind = (place, frame) =>
  place.line > frame.line || (place.line === frame.line && place.column >= frame.column);

// All places where the text of `fn` stands, each with what stands before it.
function definitions(fn) {
  const text = textOf(fn);
  return isOpaqueText(text) ? [] : findAll(text).map(({ url, at }) =>
    ({ place: lineOf(url, at), before: sources.get(url).slice(Math.max(0, at - NEAR_BEFORE), at) }));
}

// Where `fn` is defined, as seen from the line that handed it over; null when that is unknown.
function definition(fn, from) {
  const text = textOf(fn);
  if (isOpaqueText(text))
    return null;
  const all = findAll(text).map(({ url, at }) => lineOf(url, at));
  if (all.length < 2 || from === null)
    return all[0] ?? null;
  const here = all.filter((place) => place.url === from.url);
  return here.find((place) => isBehind(place, from)) ?? here.at(-1) ?? all[0];
}

// ---- As text ----

let folder;
function show(frame) {
  if (frame === null || frame === undefined || frame.url === '')
    return '';
  folder ??= internalBinding('process').cwd() + '/';
  const file = frame.url.startsWith(folder) ? frame.url.slice(folder.length) : frame.url;
  return `${file}:${frame.line}:${frame.column}`;
}

function nameOf(fn) {
  const { name } = fn;
  return typeof name === 'string' && name !== '' ? name : '(anonymous)';
}

// A function that takes the place of another looks like it.
function disguise(fn, original) {
  for (const key of Reflect.ownKeys(original)) {
    const property = Object.getOwnPropertyDescriptor(original, key);
    if (Object.getOwnPropertyDescriptor(fn, key)?.configurable !== false)
      define(fn, key, { __proto__: null, ...property });
  }
  return fn;
}

module.exports = {
  caller, nearest, placeIn, stackHere, outermost, below, isOfProgram, isForeign, isOpaque, definition, definitions, setSource,
  standFor, show, nameOf, disguise,
};
