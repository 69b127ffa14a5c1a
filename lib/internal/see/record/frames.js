'use strict';
// Finds places in the program: the line that called, and where a function is defined.
//
// (1) The engine's stack is a text, "name@url:line:column" per frame, innermost first. Frames of
//     built-ins (URL "node:…") and of the engine ("[native code]") are skipped.
// (2) The engine does not report where a function was defined. So its text is searched for in the
//     sources of the loaded files. If the text occurs more than once, the first place after the
//     line that passed the function is used: most callbacks are written there.
// (3) A function whose text is found in the program belongs to the program. So does every function
//     that a line of the program passes as a callback, even console.log.

const { natives, firstLineOffsets, modules } = require('internal/bootstrap/loader');
const { cache } = require('internal/bootstrap/start');
const { readText } = internalBinding('script');
const {
  ArrayPrototypeFilter, ArrayPrototypeFind, ArrayPrototypeMap, FunctionPrototypeToString, MathMax,
  MathMin, ObjectDefineProperty: define, ObjectGetOwnPropertyDescriptor, ObjectKeys, ReflectApply,
  ReflectOwnKeys, RegExpPrototypeExec, SafeMap, SafeWeakMap, StringPrototypeEndsWith,
  StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeStartsWith, decodeURIComponent,
} = primordials;
const { columnOf, withoutInsertions } = require('internal/async_context/source_text');
const NativeError = natives.Error;
const capture = NativeError.captureStackTrace;
const functionText = FunctionPrototypeToString;

const NEAR = 3;      // frames that are enough to find the caller
const DEEP = 64;     // frames that are searched for a line of the program
const NEAR_BEFORE = 40;     // characters before a callback in which its call may begin
const NOWHERE = { __proto__: null, name: '', url: '', line: 0, column: 0 };

// The stack below `fn`. The limit is restored at once: it also applies to errors of the program.
function stackBelow(fn, frames) {
  const place = { __proto__: null };
  const { stackTraceLimit } = NativeError;
  NativeError.stackTraceLimit = frames;
  capture(place, fn);
  NativeError.stackTraceLimit = stackTraceLimit;
  return place.stack;
}

const fileOf = (url) => (StringPrototypeStartsWith.call(url, 'file://') ?
  decodeURIComponent(StringPrototypeSlice.call(url, 7)) : url);

function parseFrame(text) {
  const at = StringPrototypeIndexOf.call(text, '@');
  const match = RegExpPrototypeExec.call(/^(.*?):(\d+):(\d+)$/,
                                         StringPrototypeSlice.call(text, at + 1));
  if (match === null)
    return NOWHERE;
  const url = fileOf(match[1]);
  const line = +match[2];
  let column = +match[3];
  column = columnOf(match[1], line, column);
  const offset = firstLineOffsets[match[1]] ?? 0;
  if (line === 1 && column > offset)
    column -= offset;
  column = written(url, line, column);
  const name = at > 0 ? StringPrototypeSlice.call(text, 0, at) : '';
  return { __proto__: null, name, url, line, column };
}

const isNative = (text) => text === '' || text === '@' ||
  StringPrototypeEndsWith.call(text, '[native code]');
const isBuiltin = (text) => StringPrototypeIndexOf.call(text, '@node:') >= 0 ||
  StringPrototypeStartsWith.call(text, 'node:');
const isProgram = (text) => !isNative(text) && !isBuiltin(text);

// The frame of the program that called `fn` without a built-in between; null if there is none.
function caller(fn) {
  const first = StringPrototypeSplit.call(stackBelow(fn, 1), '\n')[0];
  return isProgram(first) ? seen(parseFrame(first)) : null;
}

// The innermost frame of the program below `fn`.
function nearest(fn) {
  const lines = StringPrototypeSplit.call(stackBelow(fn, DEEP), '\n');
  for (let i = 0; i < lines.length; i++) {
    if (isProgram(lines[i]))
      return seen(parseFrame(lines[i]));
  }
  return null;
}

// The innermost line of the program in a stack of the engine, as text. If it is in a package, or
// in a helper function such as sleep() (`isHelper`), the line that called it follows.
function placeIn(stack, isHelper = false) {
  const lines = ArrayPrototypeFilter.call(StringPrototypeSplit.call(stack, '\n'), isProgram);
  const frames = ArrayPrototypeMap.call(lines, (text) => seen(parseFrame(text)));
  if (frames.length === 0)
    return '';
  const { url, line } = frames[0];
  const own = ArrayPrototypeFind.call(frames, (frame) =>
    !StringPrototypeIncludes.call(frame.url, '/node_modules/') &&
    !(isHelper && frame.url === url && frame.line === line)) ?? frames[0];
  return own === frames[0] ? show(own) : `${show(frames[0])}, from ${show(own)}`;
}

const stackHere = () => stackBelow(stackHere, DEEP);

// The outermost frame of the program: the callback that the loop or a queue called.
function outermost(fn) {
  const lines = StringPrototypeSplit.call(stackBelow(fn, DEEP), '\n');
  for (let i = lines.length - 1; i >= 0; i--) {
    if (isProgram(lines[i]))
      return seen(parseFrame(lines[i]));
  }
  return null;
}

// The kind of the frame below `fn`: 'program', 'builtin', 'native', or 'nothing' if there is none.
function below(fn) {
  const text = stackBelow(fn, NEAR);
  if (text === '')
    return 'nothing';
  const first = StringPrototypeSplit.call(text, '\n')[0];
  return isNative(first) ? 'native' : isBuiltin(first) ? 'builtin' : 'program';
}

// ---- Definitions ----

const sources = new SafeMap();    // file -> its text
const places = new SafeMap(); // text of a function -> places where it stands, as they were found
let searched = -1;            // the number of files at the last search

function seen(frame) {
  if (!sources.has(frame.url))
    addSource(frame.url);
  return frame;
}

function addSource(file) {
  const text = file[0] === '/' ? readText(file) : require('internal/main').evalSource(file);
  sources.set(file, typeof text === 'string' ? text : '');
}

// The text of a file as the engine has it, with the calls that awaits.js inserts.
const CALLS = /_\$(?:await|each)\(|\n/g;
const added = new SafeMap();  // file -> line -> [{ column, length } of such a call]

function setSource(url, text) {
  const file = fileOf(url);
  const calls = new SafeMap();
  let line = 1;
  let begin = 0;
  CALLS.lastIndex = 0;
  for (let match; (match = RegExpPrototypeExec.call(CALLS, text)) !== null;) {
    const { 0: found, index } = match;
    if (found === '\n') {
      line++;
      begin = index + 1;
      continue;
    }
    const inLine = calls.get(line) ?? [];
    inLine[inLine.length] = { __proto__: null, column: index - begin + 1, length: found.length };
    calls.set(line, inLine);
  }
  sources.set(file, text);
  added.set(file, calls);
  places.clear();
}

// The column in the original file. The closing brackets of the inserted calls do not count.
function written(file, line, column) {
  let result = column;
  const calls = added.get(file)?.get(line) ?? [];
  for (let i = 0; i < calls.length && calls[i].column < column; i++)
    result -= MathMin(calls[i].length, column - calls[i].column);
  return result;
}

const WITHOUT_FILE = ['[eval]', '[stdin]'];

function updateSources() {
  const files = ObjectKeys(cache);
  for (let i = 0; i < files.length; i++) {
    if (!sources.has(files[i]))
      addSource(files[i]);
  }
  const running = modules['internal/modules/esm/record']?.exports.running ?? [];
  for (let i = 0; i < running.length; i++) {
    const file = fileOf(running[i].url);
    if (!sources.has(file))
      sources.set(file, running[i].source);
  }
  for (let i = 0; i < WITHOUT_FILE.length; i++) {
    const name = WITHOUT_FILE[i];
    if (!sources.has(name) && require('internal/main').evalSource(name) !== undefined)
      addSource(name);
  }
  if (searched !== sources.size)
    places.clear();
  searched = sources.size;
}

function findAll(text) {
  let found = places.get(text);
  if (found !== undefined && (found.length > 0 || searched === sources.size))
    return found;
  updateSources();
  found = [];
  sources.forEach((source, url) => {
    for (let at = -1; (at = StringPrototypeIndexOf.call(source, text, at + 1)) >= 0;)
      found[found.length] = { __proto__: null, url, at };
  });
  places.set(text, found);
  return found;
}

function lineOf(url, at) {
  const source = sources.get(url);
  let line = 1;
  let begin = 0;
  for (let end; (end = StringPrototypeIndexOf.call(source, '\n', begin)) >= 0 && end < at;) {
    line++;
    begin = end + 1;
  }
  return { __proto__: null, name: '', url, line, column: written(url, line, at - begin + 1) };
}

// Function of the recorder -> the function of the program that it replaces.
const originals = new SafeWeakMap();
const standFor = (fn, original) => originals.set(fn, original);

function textOf(fn) {
  try {
    return withoutInsertions(ReflectApply(functionText, originals.get(fn) ?? fn, []));
  } catch {
    return '[native code]';     // a proxy
  }
}

const isOpaqueText = (text) => StringPrototypeEndsWith.call(text, '[native code]\n}') ||
  StringPrototypeEndsWith.call(text, '[native code]');
const isOpaque = (fn) => isOpaqueText(textOf(fn));

// Function -> true: it belongs to the program; a number: it was not found in so many files.
const known = new SafeWeakMap();

function isOfProgram(fn) {
  const answer = known.get(fn);
  if (answer === true || answer === sources.size)
    return answer === true;
  const text = textOf(fn);
  const found = !isOpaqueText(text) && findAll(text).length > 0;
  known.set(fn, found || sources.size);
  return found;
}

// Whether this function is known not to belong to the program.
const isForeign = (fn) => known.get(fn) === sources.size;

const isBehind = (place, frame) =>
  place.line > frame.line || (place.line === frame.line && place.column >= frame.column);

// All places where the text of `fn` occurs, each with the text before it.
function definitions(fn) {
  const text = textOf(fn);
  return isOpaqueText(text) ? [] : ArrayPrototypeMap.call(findAll(text), ({ url, at }) => ({
    __proto__: null, place: lineOf(url, at),
    before: StringPrototypeSlice.call(sources.get(url), MathMax(0, at - NEAR_BEFORE), at),
  }));
}

// Where `fn` is defined, given the line that passes it; null if that is unknown.
function definition(fn, from) {
  const text = textOf(fn);
  if (isOpaqueText(text))
    return null;
  const all = ArrayPrototypeMap.call(findAll(text), ({ url, at }) => lineOf(url, at));
  if (all.length < 2 || from === null)
    return all[0] ?? null;
  const here = ArrayPrototypeFilter.call(all, (place) => place.url === from.url);
  return ArrayPrototypeFind.call(here, (place) => isBehind(place, from)) ??
    here[here.length - 1] ?? all[0];
}

// ---- Text ----

let folder;
function show(frame) {
  if (frame === null || frame === undefined || frame.url === '')
    return '';
  folder ??= internalBinding('process').cwd() + '/';
  const { url } = frame;
  const file = StringPrototypeStartsWith.call(url, folder) ?
    StringPrototypeSlice.call(url, folder.length) : url;
  return `${file}:${frame.line}:${frame.column}`;
}

function nameOf(fn) {
  const { name } = fn;
  return typeof name === 'string' && name !== '' ? name : '(anonymous)';
}

// Gives a replacement the name, the length and the text of the original.
function disguise(fn, original) {
  const keys = ReflectOwnKeys(original);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key === 'apply')      // set by replace.js
      continue;
    const property = ObjectGetOwnPropertyDescriptor(original, key);
    if (ObjectGetOwnPropertyDescriptor(fn, key)?.configurable !== false)
      define(fn, key, { __proto__: null, ...property });
  }
  return fn;
}

module.exports = {
  caller, nearest, placeIn, stackHere, outermost, below, isOfProgram, isForeign, isOpaque,
  definition, definitions, setSource, standFor, show, nameOf, disguise,
};
