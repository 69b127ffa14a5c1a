'use strict';
// Errors: the stack, with the class's name in its header, then what else is on the error.

const { ReflectApply: apply } = primordials;
const { describe, prefixOf, keysOf } = require('internal/util/inspect');
const { write } = require('internal/util/inspect/render');
const { Block } = require('internal/util/inspect/tree');
const { stackOf } = require('internal/error_stack');
const { KIND, kindOf } = require('internal/util/kinds');

const errorToString = Error.prototype.toString;
const NAMELESS = '[object Error]';
const FRAME = /\n {4}at /;

const isError = (value) => kindOf(value) === KIND.ERROR || value instanceof Error;

function headerOf(error) {
  try {
    return apply(errorToString, error, []);
  } catch {
    return NAMELESS;
  }
}

// A stack that is no text is shown under the header.
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
  const options = { ...walk.options, compact: walk.options.compact === true };
  const { limit } = walk;
  walk.limit = null;
  const shown = write(describe(walk, stack, depth, level), options);
  walk.limit = limit;
  return `${headerOf(error)}\n    ${shown.replaceAll('\n', '\n    ')}`;
}

function nameOf(error) {
  try {
    return error.name || 'Error';
  } catch {
    return 'Error';
  }
}

// "Error: text" of a class Foo becomes "Foo [Error]: text", of a class FooError "FooError: text".
// Names that do not end in Error are taken to be chosen with care.
function withClass(text, error, subject) {
  const { name, tag } = subject;
  if (name === null) {
    const [word] = /^\w*Error\b/.exec(text) ?? [''];
    return word === '' ? `${prefixOf(subject, 'Error').slice(0, -1)}: ${text}` :
      `${prefixOf(subject, word).slice(0, -1)}${text.slice(word.length)}`;
  }
  const own = nameOf(error);
  if (typeof own !== 'string')
    return text.startsWith(`${own}`) ? `${own} [${name}]${text.slice(`${own}`.length)}` :
      withClass(text, { name: 'Error' }, subject);
  if (!text.startsWith(own) || !own.endsWith('Error') || (name === own && tag === ''))
    return text;
  const shown = prefixOf(subject, 'Error').slice(0, -1);
  const rest = text.slice(own.length);
  return name.includes(own) ? `${shown}${rest}` : `${shown} [${own}]${rest}`;
}

// Frames

const LEAST_SHARED = 4;

// Frames that the cause shows too: all but the first and last of the first run are left out.
function withoutShared(lines, causeLines) {
  for (let i = 0; i < lines.length - LEAST_SHARED + 1; i++) {
    const at = causeLines.indexOf(lines[i]);
    if (at === -1)
      continue;
    let count = 1;
    while (i + count < lines.length && lines[i + count] === causeLines[at + count])
      count++;
    if (count >= LEAST_SHARED)
      return lines.toSpliced(i + 1, count - 2,
                             `    ... ${count - 2} lines matching cause stack trace ...`);
  }
  return lines;
}

// Stacks up to so many lines are left alone, and runs with fewer copies than that.
const MANY_FRAMES = 10;
const LEAST_REPEATED = 4;

function repeats(lines, from, period) {
  let end = from + period;
  while (end < lines.length && lines[end] === lines[end - period])
    end++;
  return Math.floor((end - from) / period) - 1;
}

// Runs of the same frames: the first one stays.
function withoutRepeats(lines) {
  if (lines.length <= MANY_FRAMES)
    return lines;
  const kept = [];
  for (let i = 0; i < lines.length;) {
    let period = 1;
    let times = 0;
    for (; period <= (lines.length - i) / 2; period++)
      if ((times = repeats(lines, i, period)) > 0 && times * period >= LEAST_REPEATED)
        break;
    if (period > (lines.length - i) / 2) {
      kept.push(lines[i++]);
      continue;
    }
    const above = times === 1 ? 'lines ' : `${period} lines ${times} times`;
    kept.push(...lines.slice(i, i + period),
              `    ... collapsed ${times * period} duplicate lines matching above ${above}...`);
    i += period * (times + 1);
  }
  return kept;
}

// Colours

const BUILT_IN = /^ {4}at (?:.* \(|async )?node:(.+?)(?::\d+)?:\d+\)?$/;
const PACKAGE = /([/\\]node_modules[/\\])((?:@[^/\\]+[/\\])?[^/\\]+)/g;

function isOwnFrame(line) {
  const match = BUILT_IN.exec(line);
  return match !== null && internalBinding('script').hasBuiltin(match[1]);
}

// The folder the program runs in, as a path and as a URL.
function folders() {
  let path;
  try {
    path = process.cwd();
  } catch {
    return [];
  }
  return [`file://${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`, path];
}

function greyFolder(line, grey) {
  for (const folder of folders()) {
    const at = line.indexOf(folder);
    if (at === -1)
      continue;
    const isInside = line[at - 1] === '(';
    const from = isInside ? at - 1 : at;
    const to = at + folder.length + 1;
    const rest = line.slice(to);
    return line.slice(0, from) + grey(line.slice(from, to)) +
      (isInside && rest.endsWith(')') ? rest.slice(0, -1) + grey(')') : rest);
  }
  return line;
}

function colourFrame(line, { stylize }) {
  const grey = (text) => stylize(text, 'undefined');
  if (line.startsWith('    ... ') || isOwnFrame(line))
    return grey(line);
  return greyFolder(line.replace(PACKAGE, (_, path, name) => path + stylize(name, 'module')), grey);
}

function framesText(walk, error, text, at) {
  const { options } = walk;
  let lines = text.slice(at + 1).split('\n');
  const cause = Object.getOwnPropertyDescriptor(error, 'cause')?.value;
  if (typeof cause === 'object' && cause !== null && isError(cause)) {
    const causeText = stackOf(cause);
    if (typeof causeText === 'string' && FRAME.test(causeText))
      lines = withoutShared(lines, causeText.slice(causeText.search(FRAME) + 1).split('\n'));
  }
  lines = withoutRepeats(lines);
  if (options.colors)
    lines = lines.map((line) => colourFrame(line, options));
  return `${text.slice(0, at)}\n${lines.join('\n')}`;
}

// Keys

const IN_STACK = ['name', 'message', 'stack'];

// The engine notes where an error was made; Node shows the stack and the message first.
const ENGINES = ['line', 'column', 'sourceURL'];
const FIRST = ['stack', 'message'];

function inOrder(error, keys) {
  const isShown = (key) => !FIRST.includes(key) && !(ENGINES.includes(key) &&
    !Object.getOwnPropertyDescriptor(error, key).enumerable);
  if (!keys.includes('stack'))
    return keys.filter((key) => isShown(key) || FIRST.includes(key));
  return [...FIRST.filter((key) => keys.includes(key)), ...keys.filter(isShown)];
}

// A getter that throws has something to say.
function isSaid(error, key, text) {
  try {
    const value = error[key];
    return typeof value !== 'string' || value === '' || text.includes(value);
  } catch {
    return false;
  }
}

const hasList = (error) => Array.isArray(Object.getOwnPropertyDescriptor(error, 'errors')?.value);

function keysToShow(walk, error, text) {
  let keys = keysOf(error, walk.options.showHidden);
  if (walk.options.showHidden)
    keys = inOrder(error, keys);
  else
    for (const key of IN_STACK) {
      const at = keys.indexOf(key);
      if (at !== -1 && isSaid(error, key, text))
        keys.splice(at, 1);
    }
  if (Object.hasOwn(error, 'cause') && !keys.includes('cause'))
    keys.push('cause');
  if (!keys.includes('errors') && hasList(error))
    keys.push('errors');
  return keys;
}

function describeError(walk, subject) {
  const error = subject.value;
  const raw = stackText(walk, error, subject);
  subject.keys = keysToShow(walk, error, raw);
  let text = withClass(raw, error, subject);
  const at = text.search(FRAME);
  if (at === -1)
    text = text === NAMELESS ? text : `[${text}]`;
  else
    text = framesText(walk, error, text, at);
  subject.head = new Block(text, undefined, subject.level);
}

module.exports = { describeError, isError };
