'use strict';
// The error that all assertions throw, and the words it says.

const {
  ArrayPrototypeIncludes, ArrayPrototypeJoin, ErrorCaptureStackTrace, ObjectAssign, ObjectCreate,
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectIsExtensible,
  ObjectSetPrototypeOf, String, StringPrototypeIncludes, StringPrototypeRepeat,
  StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const { isInstance } = require('internal/error_stack');
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
    __proto__: null, compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity,
    showHidden: false, showProxy: false, sorted: true, getters: true,
  });
}

const SHOWN = ['name', 'message', 'cause', 'errors'];

// Where two errors are compared their stacks only get in the way.
function withoutStack(error) {
  const copy = ObjectAssign(ObjectCreate(ObjectGetPrototypeOf(error)), error);
  for (let i = 0; i < SHOWN.length; i++) {
    const key = SHOWN[i];
    const descriptor = ObjectGetOwnPropertyDescriptor(error, key);
    if (descriptor === undefined)
      continue;
    ObjectSetPrototypeOf(descriptor, null);
    if (isInstance(descriptor.value))
      descriptor.value = withoutStack(descriptor.value);
    ObjectDefineProperty(copy, key, descriptor);
  }
  delete copy.stack;
  return copy;
}

const hasStack = (value) => isInstance(value) && 'stack' in value;

function length(text, value) {
  return typeof value === 'string' ? text.length - 2 : text.length;
}

const hasLines = (text) => StringPrototypeIncludes.call(text, '\n');

function fitsOneLine(actual, expected, left, right) {
  if (hasLines(left) || hasLines(right) || (isObject(actual) && isObject(expected)))
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
  return i > 2 && i < left.length ? `\n${StringPrototypeRepeat.call(' ', i + 2)}^` : '';
}

// process.stderr is a stream that nobody may want yet: it is looked at only if it is a terminal.
const onTerminal = () => internalBinding('stdio').guessHandleType(2) === 'TTY';
const terminalWidth = () => (onTerminal() ? process.stderr.columns : TERMINAL);

const NO_COLORS = { __proto__: null, green: '', red: '', gray: '', blue: '', off: '' };
const COLORS = {
  __proto__: null, green: '\u001b[32m', red: '\u001b[31m', gray: '\u001b[90m', blue: '\u001b[34m',
    off: '\u001b[39m',
};

function palette() {
  const { env } = process;
  if (env.FORCE_COLOR === undefined && !onTerminal())
    return NO_COLORS;
  return require('internal/util/colors').shouldColorize(process.stderr) ? COLORS : NO_COLORS;
}

function identical(left, custom) {
  const lines = StringPrototypeSplit.call(left, '\n');
  let skipped = '';
  if (lines.length > MAX_LINES) {
    lines.length = MAX_LINES + 1;
    lines[MAX_LINES] = '...}';
    skipped = '... Skipped lines\n';
  }
  const shown = ArrayPrototypeJoin.call(lines, '\n');
  return `${custom || headings.notIdentical}\n\n${skipped}${shown}\n`;
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
  const heading = custom || headings[reference ? 'strictEqualObject' : operator];
  if (fitsOneLine(actual, expected, left, right))
    return `${heading}\n\n${left} !== ${right}\n`;
  return heading + (hasLines(left) || hasLines(right)
    ? showDiff(left, right, isObject(actual), operator)
    : showPair(actual, expected, left, right));
}

// Two lines; where texts can be coloured, one line that has the characters of both.
function showPair(actual, expected, left, right) {
  const colors = palette();
  const { green, red, off } = colors;
  if (colors !== NO_COLORS && typeof actual === 'string' && typeof expected === 'string') {
    const { diffLines } = require('internal/assert/diff');
    const color = { '__proto__': null, '+': green, '-': red, ' ': off };
    const chars = diffLines(
      StringPrototypeSplit.call(left, ''), StringPrototypeSplit.call(right, ''), false);
    let shown = '';
    for (let i = 0; i < chars.length; i++)
      shown += `${color[chars[i][0]]}${chars[i][1]}${off}`;
    return `\n${green}actual${off} ${red}expected${off}\n\n${shown}\n`;
  }
  const mark = isObject(actual) || isObject(expected) ? '' : caret(left, right);
  const minus = isObject(actual) && isObject(expected) && typeof actual !== 'function'
    ? `${red}-${off} ` : `${red}- ${off}`;
  return `\n${green}+ actual${off} ${red}- expected${off}\n\n${green}+${off} ${left}\n` +
    `${minus}${right}${mark}\n`;
}

function showDiff(left, right, commas, operator) {
  const { diffLines, render } = require('internal/assert/diff');
  const colors = palette();
  const { green, red, gray, off } = colors;
  // What only the left side has is no fault in a partial comparison: grey says so.
  const partial = operator === 'partialDeepStrictEqual' && colors !== NO_COLORS;
  const legend = partial ? `${gray}actual${off}` : `${green}+ actual${off}`;
  const lines = diffLines(
    StringPrototypeSplit.call(left, '\n'), StringPrototypeSplit.call(right, '\n'), commas);
  const { text, skipped } = render(lines, colors, partial);
  return `\n${legend} ${red}- expected${off}${skipped ? '\n... Skipped lines' : ''}\n${text}\n`;
}

function unequalMessage(actual, expected, operator, full) {
  let heading = headings[operator];
  if (operator === 'notStrictEqual' && isObject(actual))
    heading = headings.notStrictEqualObject;
  if (hasStack(actual) && hasStack(expected))
    actual = withoutStack(actual);
  const lines = StringPrototypeSplit.call(show(actual), '\n');
  if (!full && lines.length > MAX_LINES) {
    lines.length = MAX_LINES - 3;
    lines[MAX_LINES - 4] = '...';
  }
  if (lines.length === 1)
    return `${heading}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${heading}\n\n${ArrayPrototypeJoin.call(lines, '\n')}\n`;
}

const shorten = (text, limit) =>
  (text.length > limit ? `${StringPrototypeSlice.call(text, 0, limit - 3)}...` : text);

function looseMessage(actual, expected, operator, full) {
  const limit = full ? Infinity : MAX_TEXT;
  const left = shorten(show(actual), limit);
  const right = shorten(show(expected), limit);
  if (operator === 'deepEqual')
    return `${headings.deepEqual}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  if (operator === 'notDeepEqual') {
    if (show(actual) === show(expected))
      return shorten(`${headings.notDeepEqual}\n\n${show(actual)}`, 2 * limit);
    return `${headings.notDeepEqualUnequal}\n\n${left}\n\nshould not loosely deep-equal\n\n` +
      right;
  }
  return `${left} ${operator} ${right}`;
}

const withDiff = ['deepStrictEqual', 'strictEqual', 'partialDeepStrictEqual'];
const withOne = ['notDeepStrictEqual', 'notStrictEqual'];

function compose({ message, operator, actual, expected, diff }) {
  if (ArrayPrototypeIncludes.call(withDiff, operator))
    return diffMessage(actual, expected, operator, message);
  if (message !== undefined && message !== null)
    return String(message);
  if (ArrayPrototypeIncludes.call(withOne, operator))
    return unequalMessage(actual, expected, operator, diff === 'full');
  return looseMessage(actual, expected, operator, diff === 'full');
}

const { Error: OurError } = primordials;

class AssertionError extends OurError {
  constructor(options) {
    validateObject(options, 'options');
    const limit = OurError.stackTraceLimit;
    // What is below is taken when the message is known; twice would be once too often.
    if (writableLimit())
      OurError.stackTraceLimit = 0;
    super(compose(options));
    if (writableLimit())
      OurError.stackTraceLimit = limit;
    const { message, operator, actual, expected, stackStartFn, stackStartFunction } = options;
    this.generatedMessage = !message;
    // The code is part of the stack's first line, and of nothing else.
    ObjectDefineProperty(this, 'name', {
      __proto__: null, value: 'AssertionError [ERR_ASSERTION]', enumerable: false,
      writable: true, configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    this.diff = options.diff ?? 'simple';
    ErrorCaptureStackTrace(this, stackStartFn || stackStartFunction);
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
      return inspect(this, { __proto__: null, ...options, customInspect: false, depth: 0 });
    } finally {
      this.actual = actual;
      this.expected = expected;
    }
  }
}

function writableLimit() {
  const descriptor = ObjectGetOwnPropertyDescriptor(OurError, 'stackTraceLimit');
  return descriptor === undefined ? ObjectIsExtensible(OurError)
    : descriptor.writable === true || descriptor.set !== undefined;
}

// Long strings make an error unreadable: the first lines of them will do.
function brief(text) {
  const lines = StringPrototypeSplit.call(text, '\n', 11);
  if (lines.length > 10) {
    lines.length = 10;
    return `${ArrayPrototypeJoin.call(lines, '\n')}\n...`;
  }
  // As much less: Node cuts so.
  return text.length > MAX_TEXT ? `${StringPrototypeSlice.call(text, 0, -MAX_TEXT)}...` : text;
}

module.exports = AssertionError;
