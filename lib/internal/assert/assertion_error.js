'use strict';
// The error that all assertions throw, and the words it says.

const { validateObject } = require('internal/validators');
const { inspect } = require('internal/util/inspect');

const headings = {
  __proto__: null,
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

const ONE_LINE = 12;   // both values together, without quotes: `a !== b`
const TERMINAL = 80;   // both values together: a caret may show where they part
const MAX_LINES = 50;
const MAX_TEXT = 512;

const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

// Everything, one entry per line, in an order that does not depend on insertion.
function show(value) {
  return inspect(value, {
    compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity,
    showHidden: false, showProxy: false, sorted: true, getters: true,
  });
}

// Where two errors are compared their stacks only get in the way.
function withoutStack(error) {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(error)), error);
  for (const key of ['name', 'message', 'cause', 'errors']) {
    const descriptor = Object.getOwnPropertyDescriptor(error, key);
    if (descriptor === undefined)
      continue;
    if (descriptor.value instanceof Error)
      descriptor.value = withoutStack(descriptor.value);
    Object.defineProperty(copy, key, descriptor);
  }
  delete copy.stack;
  return copy;
}

const hasStack = (value) => value instanceof Error && 'stack' in value;

function length(text, value) {
  return typeof value === 'string' ? text.length - 2 : text.length;
}

function fitsOneLine(actual, expected, left, right) {
  if (left.includes('\n') || right.includes('\n') || (isObject(actual) && isObject(expected)))
    return false;
  return length(left, actual) + length(right, expected) <= ONE_LINE &&
    (actual !== 0 || expected !== 0); // 0 !== -0 would be a puzzle
}

// A caret under the first character that differs, where one can be seen.
function caret(left, right) {
  if (left.length + right.length >= terminalWidth())
    return '';
  let i = 0;
  while (i < left.length && left[i] === right[i])
    i++;
  return i > 2 && i < left.length ? `\n${' '.repeat(i + 2)}^` : '';
}

const terminalWidth = () => (process.stderr?.isTTY ? process.stderr.columns : TERMINAL);

function identical(left, custom) {
  const lines = left.split('\n');
  let skipped = '';
  if (lines.length > MAX_LINES) {
    lines.length = MAX_LINES;
    lines.push('...}');
    skipped = '... Skipped lines\n';
  }
  return `${custom || headings.notIdentical}\n\n${skipped}${lines.join('\n')}\n`;
}

function diffMessage(actual, expected, operator, custom) {
  if (hasStack(actual) && hasStack(expected)) {
    actual = withoutStack(actual);
    expected = withoutStack(expected);
  }
  const left = show(actual);
  const right = show(expected);
  const reference = operator === 'strictEqual' && isObject(actual) && isObject(expected);
  if (left === right && isObject(actual) && typeof actual !== 'function')
    return identical(left, custom);
  let heading = custom || headings[reference ? 'strictEqualObject' : operator];
  if (fitsOneLine(actual, expected, left, right))
    return `${heading}\n\n${left} !== ${right}\n`;
  heading += '\n+ actual - expected';
  const { diffLines, render } = require('internal/assert/diff');
  const leftLines = left.split('\n');
  const rightLines = right.split('\n');
  if (leftLines.length === 1 && rightLines.length === 1) {
    const mark = isObject(actual) || isObject(expected) ? '' : caret(left, right);
    return `${heading}\n\n+ ${left}\n- ${right}${mark}\n`;
  }
  const commas = isObject(actual);
  const { text, skipped } = render(diffLines(leftLines, rightLines, commas));
  return `${heading}${skipped ? '\n... Skipped lines' : ''}\n${text}\n`;
}

function unequalMessage(actual, expected, operator) {
  let heading = headings[operator];
  if (operator === 'notStrictEqual' && isObject(actual))
    heading = headings.notStrictEqualObject;
  if (hasStack(actual) && hasStack(expected))
    actual = withoutStack(actual);
  const lines = show(actual).split('\n');
  if (lines.length > MAX_LINES) {
    lines.length = MAX_LINES - 4;
    lines.push('...');
  }
  if (lines.length === 1)
    return `${heading}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${heading}\n\n${lines.join('\n')}\n`;
}

const shorten = (text, limit) =>
  (text.length > limit ? `${text.slice(0, limit - 3)}...` : text);

function looseMessage(actual, expected, operator, full) {
  const limit = full ? Infinity : MAX_TEXT;
  const left = shorten(show(actual), limit);
  const right = shorten(show(expected), limit);
  if (operator === 'deepEqual')
    return `${headings.deepEqual}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  if (operator === 'notDeepEqual') {
    if (show(actual) === show(expected))
      return shorten(`${headings.notDeepEqual}\n\n${show(actual)}`, 2 * limit);
    return `${headings.notDeepEqualUnequal}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
  }
  return `${left} ${operator} ${right}`;
}

const withDiff = ['deepStrictEqual', 'strictEqual', 'partialDeepStrictEqual'];
const withOne = ['notDeepStrictEqual', 'notStrictEqual'];

function compose({ message, operator, actual, expected, diff }) {
  if (withDiff.includes(operator))
    return diffMessage(actual, expected, operator, message);
  if (message != null)
    return String(message);
  if (withOne.includes(operator))
    return unequalMessage(actual, expected, operator);
  return looseMessage(actual, expected, operator, diff === 'full');
}

class AssertionError extends Error {
  constructor(options) {
    validateObject(options, 'options');
    const limit = Error.stackTraceLimit;
    // What is below is taken when the message is known; twice would be once too often.
    if (writableLimit())
      Error.stackTraceLimit = 0;
    super(compose(options));
    if (writableLimit())
      Error.stackTraceLimit = limit;
    const { message, operator, actual, expected, stackStartFn, stackStartFunction } = options;
    this.generatedMessage = !message;
    // The code is part of the stack's first line, and of nothing else.
    Object.defineProperty(this, 'name', {
      __proto__: null, value: 'AssertionError [ERR_ASSERTION]', enumerable: false,
      writable: true, configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    this.diff = options.diff ?? 'simple';
    Error.captureStackTrace(this, stackStartFn || stackStartFunction);
    this.stack; // eslint-disable-line no-unused-expressions
    this.name = 'AssertionError';
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [inspect.custom](depth, options) {
    const { actual, expected } = this;
    if (typeof actual === 'string')
      this.actual = brief(actual);
    if (typeof expected === 'string')
      this.expected = brief(expected);
    try {
      return inspect(this, { ...options, customInspect: false, depth: 0 });
    } finally {
      this.actual = actual;
      this.expected = expected;
    }
  }
}

function writableLimit() {
  const descriptor = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  return descriptor === undefined ? Object.isExtensible(Error)
    : descriptor.writable === true || descriptor.set !== undefined;
}

// Long strings make an error unreadable: the first lines of them will do.
function brief(text) {
  const lines = text.split('\n', 11);
  if (lines.length > 10)
    return `${lines.slice(0, 10).join('\n')}\n...`;
  return text.length > MAX_TEXT ? `${text.slice(0, 488)}...` : text;
}

module.exports = AssertionError;
