'use strict';
// Errors: the stack, with the name of the class in its header, then the other properties.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeJoin,
  ArrayPrototypePush, ArrayPrototypeToSpliced, ErrorPrototypeToString, MathFloor,
  ObjectGetOwnPropertyDescriptor, ObjectHasOwn, RegExpPrototypeExec, SafeArray,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeStartsWith, encodeURI,
} = primordials;
const { append, describe, prefixOf, keysOf } = require('internal/util/inspect');
const { write } = require('internal/util/inspect/render');
const { Block } = require('internal/util/inspect/tree');
const { isInstance, stackOf } = require('internal/error_stack');
const { KIND, kindOf } = require('internal/util/kinds');

const NAMELESS = '[object Error]';
const firstFrame = (text) => StringPrototypeIndexOf.call(text, '\n    at ');

const isError = (value) => kindOf(value) === KIND.ERROR || isInstance(value);

function headerOf(error) {
  try {
    return ErrorPrototypeToString.call(error);
  } catch {
    return NAMELESS;
  }
}

// A stack that is not a string is printed below the header.
function stackText(walk, error, { depth, level }) {
  let stack;
  try {
    stack = stackOf(error);
  } catch {
    return headerOf(error);
  }
  if (!stack)
    return headerOf(error);
  if (typeof stack === 'string')
    return stack;
  const options = { __proto__: null, ...walk.options, compact: walk.options.compact === true };
  const { limit } = walk;
  walk.limit = null;
  const shown = write(describe(walk, stack, depth, level), options);
  walk.limit = limit;
  return `${headerOf(error)}\n    ${StringPrototypeReplaceAll.call(shown, '\n', '\n    ')}`;
}

function nameOf(error) {
  try {
    return error.name || 'Error';
  } catch {
    return 'Error';
  }
}

// "Error: text" of a class Foo becomes "Foo [Error]: text", of a class FooError "FooError: text".
// Names that do not end in Error are left as they are.
function withClass(text, error, subject) {
  const { name, tag } = subject;
  if (name === null) {
    const { 0: word } = RegExpPrototypeExec.call(/^\w*Error\b/, text) ?? [''];
    const prefix = StringPrototypeSlice.call(prefixOf(subject, word || 'Error'), 0, -1);
    return word === '' ? `${prefix}: ${text}` :
      `${prefix}${StringPrototypeSlice.call(text, word.length)}`;
  }
  const own = nameOf(error);
  if (typeof own !== 'string')
    return StringPrototypeStartsWith.call(text,
      `${own}`) ? `${own} [${name}]${StringPrototypeSlice.call(text, `${own}`.length)}` :
      withClass(text, { name: 'Error' }, subject);
  if (!StringPrototypeStartsWith.call(text, own) || !StringPrototypeEndsWith.call(own,
    'Error') || (name === own && tag === ''))
    return text;
  const shown = StringPrototypeSlice.call(prefixOf(subject, 'Error'), 0, -1);
  const rest = StringPrototypeSlice.call(text, own.length);
  return StringPrototypeIncludes.call(name, own) ? `${shown}${rest}` : `${shown} [${own}]${rest}`;
}

// undefined for an accessor.
function ownValue(object, key) {
  const own = ObjectGetOwnPropertyDescriptor(object, key);
  return own !== undefined && ObjectHasOwn(own, 'value') ? own.value : undefined;
}

// Frames

const LEAST_SHARED = 4;

// Omits frames that the cause has too: all but the first and last of the first common run.
function withoutShared(lines, causeLines) {
  for (let i = 0; i < lines.length - LEAST_SHARED + 1; i++) {
    const at = ArrayPrototypeIndexOf.call(causeLines, lines[i]);
    if (at === -1)
      continue;
    let count = 1;
    while (i + count < lines.length && lines[i + count] === causeLines[at + count])
      count++;
    if (count >= LEAST_SHARED)
      return ArrayPrototypeToSpliced.call(lines, i + 1, count - 2,
        `    ... ${count - 2} lines matching cause stack trace ...`);
  }
  return lines;
}

// Shorter stacks, and runs with fewer repetitions, are printed in full.
const MANY_FRAMES = 10;
const LEAST_REPEATED = 4;

function repeats(lines, from, period) {
  let end = from + period;
  while (end < lines.length && lines[end] === lines[end - period])
    end++;
  return MathFloor((end - from) / period) - 1;
}

// Omits repeated runs of frames but the first.
function withoutRepeats(lines) {
  if (lines.length <= MANY_FRAMES)
    return lines;
  const result = new SafeArray();
  for (let i = 0; i < lines.length;) {
    let period = 1;
    let times = 0;
    for (; period <= (lines.length - i) / 2; period++)
      if ((times = repeats(lines, i, period)) > 0 && times * period >= LEAST_REPEATED)
        break;
    if (period > (lines.length - i) / 2) {
      ArrayPrototypePush.call(result, lines[i++]);
      continue;
    }
    const above = times === 1 ? 'lines ' : `${period} lines ${times} times`;
    for (let j = i; j < i + period; j++)
      ArrayPrototypePush.call(result, lines[j]);
    ArrayPrototypePush.call(
      result, `    ... collapsed ${times * period} duplicate lines matching above ${above}...`);
    i += period * (times + 1);
  }
  return result;
}

// Colours

const BUILT_IN = /^ {4}at (?:.* \(|async )?node:(.+?)(?::\d+)?:\d+\)?$/;
const PACKAGE = /([/\\]node_modules[/\\])((?:@[^/\\]+[/\\])?[^/\\]+)/;

function isOwnFrame(line) {
  const match = RegExpPrototypeExec.call(BUILT_IN, line);
  return match !== null && internalBinding('script').hasBuiltin(match[1]);
}

// The working directory, as a path and as a URL.
function folders() {
  let path;
  try {
    path = process.cwd();
  } catch {
    return [];
  }
  const url = StringPrototypeReplaceAll.call(
    StringPrototypeReplaceAll.call(encodeURI(path), '?', '%3F'), '#', '%23');
  return [`file://${url}`, path];
}

function greyFolder(line, grey) {
  const list = folders();
  for (let i = 0; i < list.length; i++) {
    const folder = list[i];
    const at = StringPrototypeIndexOf.call(line, folder);
    if (at === -1)
      continue;
    const isInside = line[at - 1] === '(';
    const from = isInside ? at - 1 : at;
    const to = at + folder.length + 1;
    const rest = StringPrototypeSlice.call(line, to);
    return StringPrototypeSlice.call(line, 0, from) + grey(StringPrototypeSlice.call(line, from,
      to)) +
      (isInside && StringPrototypeEndsWith.call(rest, ')') ? StringPrototypeSlice.call(rest, 0,
        -1) + grey(')') : rest);
  }
  return line;
}

function colourFrame(line, { stylize }) {
  const grey = (text) => stylize(text, 'undefined');
  if (StringPrototypeStartsWith.call(line, '    ... ') || isOwnFrame(line))
    return grey(line);
  let text = '';
  let rest = line;
  for (let found; (found = RegExpPrototypeExec.call(PACKAGE, rest)) !== null;) {
    text += StringPrototypeSlice.call(rest, 0, found.index) + found[1] + stylize(found[2],
      'module');
    rest = StringPrototypeSlice.call(rest, found.index + found[0].length);
  }
  return greyFolder(text + rest, grey);
}

function colouredFrames(lines, options) {
  const result = new SafeArray();
  for (let i = 0; i < lines.length; i++)
    ArrayPrototypePush.call(result, colourFrame(lines[i], options));
  return result;
}

function framesText(walk, error, text, at) {
  const { options } = walk;
  let lines = StringPrototypeSplit.call(StringPrototypeSlice.call(text, at + 1), '\n');
  const cause = ownValue(error, 'cause');
  if (typeof cause === 'object' && cause !== null && isError(cause)) {
    const causeText = stackOf(cause);
    const from = typeof causeText === 'string' ? firstFrame(causeText) : -1;
    if (from !== -1) {
      lines = withoutShared(
        lines, StringPrototypeSplit.call(StringPrototypeSlice.call(causeText, from + 1), '\n'));
    }
  }
  lines = withoutRepeats(lines);
  if (options.colors)
    lines = colouredFrames(lines, options);
  return `${StringPrototypeSlice.call(text, 0, at)}\n${ArrayPrototypeJoin.call(lines, '\n')}`;
}

// Keys

const IN_STACK = ['name', 'message', 'stack'];

// Properties that the engine adds to errors; they are not shown.
const ENGINES = ['line', 'column', 'sourceURL'];
const FIRST = ['stack', 'message'];

function inOrder(error, keys) {
  const isShown = (key) => !ArrayPrototypeIncludes.call(ENGINES, key) ||
    ObjectGetOwnPropertyDescriptor(error, key).enumerable;
  const shown = new SafeArray();
  const hasStack = ArrayPrototypeIncludes.call(keys, 'stack');
  for (let i = 0; hasStack && i < FIRST.length; i++)
    if (ArrayPrototypeIncludes.call(keys, FIRST[i]))
      ArrayPrototypePush.call(shown, FIRST[i]);
  for (let i = 0; i < keys.length; i++)
    if (isShown(keys[i]) && !(hasStack && ArrayPrototypeIncludes.call(FIRST, keys[i])))
      ArrayPrototypePush.call(shown, keys[i]);
  return shown;
}

// Whether the stack already contains the value. A getter that throws is shown.
function isInStack(error, key, text) {
  try {
    const value = error[key];
    return typeof value !== 'string' || value === '' || StringPrototypeIncludes.call(text, value);
  } catch {
    return false;
  }
}

const hasList = (error) => ArrayIsArray(ownValue(error, 'errors'));

function keysToShow(walk, error, text) {
  let keys = keysOf(error, walk.options.showHidden);
  if (walk.options.showHidden)
    keys = inOrder(error, keys);
  else
    for (let i = 0; i < IN_STACK.length; i++) {
      const key = IN_STACK[i];
      const at = ArrayPrototypeIndexOf.call(keys, key);
      if (at !== -1 && isInStack(error, key, text))
        keys = ArrayPrototypeToSpliced.call(keys, at, 1);
    }
  if (ObjectHasOwn(error, 'cause') && !ArrayPrototypeIncludes.call(keys, 'cause'))
    append(keys, 'cause');
  if (!ArrayPrototypeIncludes.call(keys, 'errors') && hasList(error))
    append(keys, 'errors');
  return keys;
}

function describeError(walk, subject) {
  const error = subject.value;
  const raw = stackText(walk, error, subject);
  subject.keys = keysToShow(walk, error, raw);
  let text = withClass(raw, error, subject);
  const at = firstFrame(text);
  if (at === -1)
    text = text === NAMELESS ? text : `[${text}]`;
  else
    text = framesText(walk, error, text, at);
  subject.head = new Block(text, undefined, subject.level);
}

module.exports = { describeError, isError };
