'use strict';
// V8's messages for errors that the engine throws by itself. Programs, their tests and their users
// know V8's; the engine's messages mostly carry the expression, from which V8's can be made.
//
// (1) Only errors that no constructor of ours made come here (internal/error_stack), each once,
//     when they pass a place of ours: a report, inspect(), 'uncaughtException', assert.throws().
//     What a program catches by itself still has the engine's message.
// (2) A text that cannot be derived from the message or the source is not changed.

// ---- Expressions ----

const {
  ArrayPrototypePush, RegExpPrototypeExec, SafeRegExp, StringPrototypeEndsWith,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeReplace, StringPrototypeSlice,
  StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeTrim,
  StringPrototypeTrimEnd,
} = primordials;
const exec = (pattern, text) => RegExpPrototypeExec.call(pattern, text);
const fits = (pattern, text) => RegExpPrototypeExec.call(pattern, text) !== null;
const replace = (text, pattern, instead) =>
  StringPrototypeReplace.call(text, new SafeRegExp(pattern), instead);

// All matches of a global pattern.
function matchesOf(pattern, text) {
  const found = [];
  for (let match = exec(pattern, text); match !== null; match = exec(pattern, text))
    ArrayPrototypePush.call(found, match);
  return found;
}

const CLOSES = { __proto__: null, ')': '(', ']': '[', '}': '{' };

// Where the bracket opens that closes at `end`; quotes on the way are skipped.
function openingOf(text, end) {
  let depth = 0;
  for (let i = end; i >= 0; i--) {
    const c = text[i];
    if (c === '"' || c === "'" || c === '`') {
      i = StringPrototypeLastIndexOf.call(text, c, i - 1);
      if (i < 0)
        return -1;
    } else if (CLOSES[c] !== undefined) {
      depth++;
    } else if ((c === '(' || c === '[' || c === '{') && --depth === 0) {
      return i;
    }
  }
  return -1;
}

const unquoted = (text) => exec(/^(["'`])(.*)\1$/s, text)?.[2] ?? text;

// The last member that an expression reads: 'a.b.c' → 'c', "a['b']" → 'b'; undefined when none.
function lastMember(expression) {
  const text = StringPrototypeTrimEnd.call(expression);
  if (StringPrototypeEndsWith.call(text, ']')) {
    const at = openingOf(text, text.length - 1);
    return at > 0 ?
      unquoted(StringPrototypeTrim.call(StringPrototypeSlice.call(text, at + 1, -1))) : undefined;
  }
  return exec(/(?:\.|\?\.)\s*(#?[\w$]+)$/, text)?.[1];
}

// How V8 names what was called: without arguments, with dots for quoted keys.
function callee(expression) {
  let text = StringPrototypeTrim.call(expression);
  let tail = '';
  while (StringPrototypeEndsWith.call(text, ')')) {
    const at = openingOf(text, text.length - 1);
    if (at <= 0)
      break;
    tail = `(...)${tail}`;
    text = StringPrototypeTrimEnd.call(StringPrototypeSlice.call(text, 0, at));
  }
  text = `${replace(text, /\([^()]*\)(?=[.[])/g, '(...)')}${tail}`;
  if (fits(/^\(.*\)$/s, text) && openingOf(text, text.length - 1) === 0) {
    if (fits(/=>|function/, text))
      text = '(intermediate value)';
    else if (!fits(/^\(void/, text))
      text = StringPrototypeSlice.call(text, 1, -1);
  }
  text = replace(text, /\[(["'])([A-Za-z_$][\w$]*)\1\]/g, '.$2');
  text = replace(text, /^'([^']*)'/, '"$1"');
  return replace(text, /^\((\w+|\{\})\)(?=[.[])/, '$1');
}

// `a.b = c` → 'a.b'; undefined when nothing is assigned.
function target(expression) {
  const found = exec(/^(.*?[^=!<>+\-*/%&|^?])\s*=(?![=>])/s, expression);
  return found === null ? undefined : found[1];
}

function notObject({ 1: what, 2: expression }) {
  const assigned = target(expression);
  if (assigned !== undefined && lastMember(assigned) !== undefined)
    return `Cannot set properties of ${what} (setting '${lastMember(assigned)}')`;
  if (fits(/^delete\b/, expression) || fits(/^Object\.\w+\(/, expression))
    return 'Cannot convert undefined or null to object';
  const member = lastMember(expression);
  if (member !== undefined)
    return `Cannot read properties of ${what} (reading '${member}')`;
  if (fits(/^[[{]/, expression))
    return `${what}${ITERATED}`;
  return fits(/^[\w$]+$|\)$/, expression) ? notIterated(expression) : undefined;
}

// What a loop runs over: of a call, the engine may mean the call itself.
// V8 writes the elements of an array without spaces.
function notIterated(source) {
  const name = fits(/^\[[^'"`]*\]$/, source) ? replace(source, /,\s+/g, ',') : callee(source);
  if (!StringPrototypeEndsWith.call(name, '(...)'))
    return `${name} is not iterable`;
  const called = StringPrototypeSlice.call(name, 0, -5);
  return `${called} is not a function or its return value is not iterable`;
}

function notCallable({ 1: what }) {
  const looped = exec(/^(?:[\w$]+|[[{].*[\]}]) of (.*)$/s, what);
  return looped === null ? `${callee(what)} is not a function` : notIterated(`${looped[1]}()`);
}

const ITERATED = ' is not iterable (cannot read property Symbol(Symbol.iterator))';

const upTo = (text, mark) =>
  StringPrototypeSlice.call(text, 0, StringPrototypeIndexOf.call(text, mark));

function notIterable({ 1: near }, place) {
  const source = exec(/^(?:const |let |var )?(?:[\w$]+|[[{].*[\]}]) of (.*)$/s, near)?.[1] ??
    exec(/\byield\*\s*(.*)$/s, near)?.[1];
  if (source !== undefined)
    return notIterated(source);
  if (StringPrototypeEndsWith.call(near, '`'))
    return `${callee(upTo(near, '`'))} is not a function`;
  // A call with a bracket in a text among its arguments.
  if (fits(/^[\w$].*\)$/s, near))
    return `${replace(callee(near), /\(\.\.\.\)$/, '')} is not a function`;
  return taken(near, place) ?? `object${ITERATED}`;
}

// `const [a] = what` that is not iterable, if `what` is only a name, a literal or a call.
function taken(pattern, place) {
  const source = sourceAt(place);
  if (source === undefined || !fits(/\b(?:const|let|var)\s+$/, source.before) ||
      !StringPrototypeStartsWith.call(source.behind, pattern))
    return undefined;
  const found = exec(/^\s*=\s*([\w$]+(?:\(\))?|\{\})\s*(?:[;,]|$)/,
                     StringPrototypeSlice.call(source.behind, pattern.length));
  return found === null ? undefined : notIterated(found[1]);
}

function notSearchable({ 1: object, 2: key }) {
  return `Cannot use 'in' operator to search for '${unquoted(key)}' in ${unquoted(object)}`;
}

// ---- The place in the source ----

// The source line in which an error was thrown, before and after its column.
function sourceAt(place) {
  if (place === undefined || place.line === 0)
    return undefined;
  const { url, line, column } = place;
  const source = require('internal/source_columns').lineOf(url, line);
  return source === undefined ? undefined :
    {
      __proto__: null,
      before: StringPrototypeSlice.call(source, 0, column - 1),
      behind: StringPrototypeSlice.call(source, column - 1),
    };
}

function readOnly(place) {
  const source = sourceAt(place);
  if (source === undefined)
    return undefined;
  const key = exec(/^\.\s*([\w$]+)|^\[\s*(?:(["'])(.*?)\2|(\d+))\s*\]/, source.behind);
  if (key === null)
    return 'Assignment to constant variable.';
  const name = key[1] ?? key[3] ?? key[4];
  return `Cannot assign to read only property '${name}' of object '#<Object>'`;
}

// For some errors the engine reports only the function: the name before its declaration is used.
function namedEarly(text) {
  const declared = matchesOf(/\b(?:let|const|class)\s+([\w$]+)/g, text);
  for (let i = 0; i < declared.length; i++) {
    const { 1: name, index } = declared[i];
    const escaped = replace(name, /\$/g, '\\$$');
    const used = new SafeRegExp(`(^|[^\\w$.])${escaped}(?![\\w$])`);
    const itself = new SafeRegExp(`^\\w* ${name}\\s*=\\s*${name}\\b`);
    if (fits(used, StringPrototypeSlice.call(text, 0, index)) ||
        fits(itself, StringPrototypeSlice.call(text, index + name.length)))
      return name;
  }
  return undefined;
}

function uninitialized(place) {
  const source = sourceAt(place);
  if (source === undefined)
    return undefined;
  const { before, behind } = source;
  const name = fits(/^(?:async\b|function\b|\([^()]*\)\s*(?:=>|\{)|[\w$]+\s*=>)/, behind) ?
    namedEarly(behind) :
    exec(/^new\s+([\w$]+)/, behind)?.[1] ?? exec(/[\w$]+$/, before)?.[0] ??
      exec(/^[A-Za-z_$][\w$]*/, behind)?.[0];
  return name && `Cannot access '${name}' before initialization`;
}

// What is spread: it stands at the place, or is the only such thing on the line. Of a call V8's
// message is the engine's.
function notSpread(place, isMissing) {
  const line = sourceAt(place);
  if (line === undefined)
    return undefined;
  const here = isMissing ? exec(/\.\.\.([\w$.]+)$/, line.before) : null;
  if (here !== null)
    return notIterated(`${here[1]}${exec(/^(?:\.[\w$.]+|\([^()]*\))*/, line.behind)[0]}`);
  const found = matchesOf(/([[(,])\s*\.\.\.([\w$.]+(?:\([^()]*\))?|\{\})(?=\s*[\]),])/g,
                          `${line.before}${line.behind}`);
  return found.length !== 1 || !isMissing && found[0][1] === '(' ? undefined :
    notIterated(found[0][2]);
}

function notExtensible(place) {
  const name = exec(/^\.\s*([\w$]+)/, sourceAt(place)?.behind ?? '')?.[1];
  return name && `Cannot add property ${name}, object is not extensible`;
}

function notDeletable(place) {
  const found = exec(/([\w$]+)\.([\w$]+)$/, sourceAt(place)?.before ?? '');
  if (found === null)
    return undefined;
  const maker = globalThis[found[1]]?.constructor?.name ?? 'Object';
  return `Cannot delete property '${found[2]}' of #<${maker}>`;
}

const withoutNew = (place) => place &&
  `Class constructor ${place.name} cannot be invoked without 'new'`;

// ---- The table ----

const V8_DERIVED =
  "Must call super constructor in derived class before accessing 'this' or returning from " +
  'derived constructor';

// Messages that are one sentence on both sides, or that need the place.
const FIXED = {
  __proto__: null,
  'Maximum call stack size exceeded.': 'Maximum call stack size exceeded',
  'Attempted to assign to readonly property.': readOnly,
  'Cannot access uninitialized variable.': uninitialized,
  'Attempting to define property on object that is not extensible.': notExtensible,
  'Unable to delete property.': notDeletable,
  'Spread syntax requires ...iterable not be null or undefined': (place) => notSpread(place, true),
  'Spread syntax requires ...iterable[Symbol.iterator] to be a function':
    (place) => notSpread(place, false),
  'Cannot call a class constructor without |new|': withoutNew,
  ["'super()' must be called in derived constructor before accessing |this| or returning " +
   'non-object.']: V8_DERIVED,
  "'super()' can't be called more than once in a constructor.":
    'Super constructor may only be called once',
  'WeakMap keys must be objects or non-registered symbols': 'Invalid value used as weak map key',
  'WeakSet values must be objects or non-registered symbols': 'Invalid value used in weak set',
  'First argument to WeakRef should be an object or a non-registered symbol':
    'WeakRef: invalid target',
  'Cannot convert a symbol to a string': 'Cannot convert a Symbol value to a string',
  'Cannot convert a symbol to a number': 'Cannot convert a Symbol value to a number',
  "Conversion from 'BigInt' to 'number' is not allowed.":
    'Cannot convert a BigInt value to a number',
  '0 is an invalid divisor value.': 'Division by zero',
  'Negative exponent is not allowed': 'Exponent must be positive',
  'BigInt does not support >>> operator': 'BigInts have no unsigned right shift, use >> instead',
  'number of bits cannot be negative': 'Invalid value: not (convertible to) a safe integer',
  'JSON.stringify cannot serialize BigInt.': 'Do not know how to serialize a BigInt',
  'JSON.stringify cannot serialize cyclic structures.': 'Converting circular structure to JSON',
  'Array length must be a positive integer of safe magnitude.': 'Invalid array length',
  'Out of memory': 'Invalid string length',
  'length too large': 'Array buffer allocation failed',
  'length cannot be negative': 'Invalid array buffer length',
  'Out of bounds access': 'Offset is outside the bounds of the DataView',
  'Expected ArrayBuffer for the first argument.':
    'First argument to DataView constructor must be an ArrayBuffer',
  'Range consisting of offset and length are out of bounds': 'offset is out of bounds',
  'Offset should not be negative': 'offset is out of bounds',
  'Receiver should be a typed array view but was not an object': 'this is not a typed array.',
  'Receiver should be a typed array view': 'this is not a typed array.',
  'toFixed() argument must be between 0 and 100':
    'toFixed() digits argument must be between 0 and 100',
  'Invalid Date': 'Invalid time value',
  'URI error': 'URI malformed',
  'String contained an illegal UTF-16 sequence.': 'URI malformed',
  'argument does not match any normalization form':
    'The normalization form should be one of NFC, NFD, NFKC, NFKD.',
  'Properties can only be defined on Objects.': 'Object.defineProperty called on non-object',
  'Cannot set prototype of undefined or null': 'Object.setPrototypeOf called on null or undefined',
  'reduce of empty array with no initial value': 'Reduce of empty array with no initial value',
  'reduceRight of empty array with no initial value': 'Reduce of empty array with no initial value',
  'String.raw requires template not be null or undefined':
    'Cannot convert undefined or null to object',
  'Symbol.prototype.toString requires that |this| be a symbol or a symbol object':
    "Symbol.prototype.toString requires that 'this' be a Symbol",
  'Reflect.construct requires the second argument be an object':
    'CreateListFromArrayLike called on non-object',
  '|this| is not a function inside Function.prototype.bind': 'Bind must be called on a function',
  'Iterator cannot be constructed directly': 'Abstract class Iterator not directly constructable',
  'First argument to FinalizationRegistry should be a function':
    'FinalizationRegistry: cleanup must be callable',
  'register requires an object or a non-registered symbol as the target':
    'FinalizationRegistry.prototype.register: invalid target',
  'Right hand side of instanceof is not an object':
    "Right-hand side of 'instanceof' is not an object",
  'No default value': 'Cannot convert object to primitive value',
  'Generator is executing': 'Generator is already running',
  'Cannot call a constructor without |new|': "Promise constructor cannot be invoked without 'new'",
  'Promise constructor takes a function argument': 'Promise resolver undefined is not a function',
  'Return statements are only valid inside functions.': 'Illegal return statement',
  "'with' statements are not valid in strict mode.":
    'Strict mode code may not include a with statement',
  "'break' is only valid inside a switch or loop statement.": 'Illegal break statement',
  "'continue' is only valid inside a loop statement.":
    'Illegal continue statement: no surrounding iteration statement',
  'Invalid regular expression: invalid flags': 'Invalid regular expression flags',
  'No identifiers allowed directly after numeric literal': 'Invalid or unexpected token',
  'Function declarations are only allowed inside blocks or switch statements in strict mode.':
    'In strict mode code, functions can only be declared at top level or inside a block.',
  'Cannot declare multiple constructors in a single class.':
    'A class may only have one constructor',
  'Left side of assignment is not a reference.': 'Invalid left-hand side in assignment',
  'super is not valid in this context.': "'super' keyword unexpected here",
  'Unexpected end of script': 'Unexpected end of input',
  'Unexpected EOF': 'Invalid or unexpected token',
};

// Messages with a part that stays; the first that fits is taken.
const PATTERNS = [
  [/^(undefined|null) is not an object \(evaluating '(.*)'\)$/s, notObject],
  [/^(Unreachable code should not be executed|Out of bounds memory access) \(evaluating '/,
   ({ 1: text }) => (text[0] === 'U' ? 'unreachable' : 'memory access out of bounds')],
  [/^Out of bounds Trunc operation \(evaluating '/,
   () => 'float unrepresentable in integer range'],
  [/^Integer overflow \(evaluating '/, () => 'divide result unrepresentable'],
  [/^(.*?) is not a function\. \(In '/s, notCallable],
  [/^.* is not a function\. \(evaluating '.* instanceof /s,
   () => "Right-hand side of 'instanceof' is not callable"],
  [/ is not a function \(near '\.\.\.(.*)\.\.\.'\)$/s, notIterable],
  [/^Can't find variable: (.*)$/s, ({ 1: name }) => `${name} is not defined`],
  [/ is not a constructor \(evaluating 'new (.*)'\)$/s,
   ({ 1: made }) => {
     const name = replace(callee(made), /\(\.\.\.\)$/, '');
     return `${replace(name, /\(\)$/, '(...)')} is not a constructor`;
   }],
  [/^.* is not an Object\. \(evaluating '(.*)'\)$/s, ({ 1: text }) => {
    const found = exec(/^(.*) in (.*)$/s, text);
    return found && notSearchable({ 1: found[2], 2: found[1] });
  }],
  [/^Cannot access invalid private field \(evaluating '.*\.(#[\w$]+)( =.*)?'\)$/s,
   ({ 1: name, 2: set }) => `Cannot ${set ? 'write' : 'read'} private member ${name} ` +
     `${set ? 'to' : 'from'} an object whose class did not declare it`],
  [/^Invalid mix of BigInt and other type/,
   () => 'Cannot mix BigInt and other types, use explicit conversions'],
  [/^calling (\w+) constructor without new is invalid$/,
   ({ 1: name }) => `Constructor ${name} requires 'new'`],
  [/^((?:Array|String)\.prototype\.\w+) requires that \|this\| not be null or undefined$/,
   ({ 1: name }) => `${name} called on null or undefined`],
  [/^Object\.\w+ requires that input parameter not be null or undefined$/,
   () => 'Cannot convert undefined or null to object'],
  [/^(String\.prototype\.\w+) argument must not be a non-global regular expression$/,
   ({ 1: name }) => `${name} called with a non-global RegExp argument`],
  [/^A Proxy's '\w+' should be an Object$/,
   () => 'Cannot create proxy with a non-object as target or handler'],
  [/^Proxy object's 'target' has the non-configurable property '(.*)' that was not in the result /,
   ({ 1: key }) => `'ownKeys' on proxy: trap result did not include '${key}'`],
  [/^second argument to Function\.prototype\.apply must be an Array-like object/,
   () => 'CreateListFromArrayLike called on non-object'],
  [/^(invalid) (language tag|time zone): (.*)$/s, ({ 2: what, 3: value }) =>
    `Invalid ${what === 'time zone' ? 'time zone specified' : what}: ${value}`],
  [/^Cannot declare an? \w+ variable twice: '(.*)'\.$/s,
   ({ 1: name }) => `Identifier '${name}' has already been declared`],
  [/^Argument to (String\.prototype\.\w+) cannot be a RegExp$/,
   ({ 1: name }) => `First argument to ${name} must not be a regular expression`],
  [/^Reflect\.(\w+) requires the first argument be an object$/,
   ({ 1: name }) => `Reflect.${name} called on non-object`],
  [/^Attempting to store non-configurable property on a typed array/,
   () => 'Cannot freeze array buffer views with elements'],
  [/^No (?:binary|octal|hexadecimal) digits after '/, () => 'Invalid or unexpected token'],
  [/^Cannot (?:use|modify) '(?:eval|arguments)' (?:as .*)?in strict mode\.$/,
   () => 'Unexpected eval or arguments in strict mode'],
  [/^Cannot use '\w+' as a \w+ variable name in strict mode\.$/,
   () => 'Unexpected strict mode reserved word'],
  [/^Unexpected use of reserved word '\w+'( in strict mode)?$/,
   ({ 1: strict }) => `Unexpected ${strict === undefined ? '' : 'strict mode '}reserved word`],
  [/^Cannot delete unqualified property '/,
   () => 'Delete of an unqualified identifier in strict mode.'],
  [/^Cannot declare a parameter named '.*' in strict mode as it has already been declared\.$/s,
   () => 'Duplicate parameter name not allowed in this context'],
  [/ Attempted to redeclare the label '(.*)'\.$/s,
   ({ 1: name }) => `Label '${name}' has already been declared`],
  [/^Unexpected .* import call expects one or two arguments\.$/s,
   () => 'Cannot use import statement outside a module'],
  [/ getter functions must have no parameters\.$/,
   () => 'Getter must not have any formal parameters.'],
  [/ setter functions must have one parameter\.$/,
   () => 'Setter must have exactly one formal parameter.'],
  [/^Unexpected (?:token|keyword) '(.+?)'(?:\.|$)/s,
   ({ 1: token }) => `Unexpected token '${token}'`],
  [/^Unexpected identifier '(.+?)'\./s, ({ 1: name }) => `Unexpected identifier '${name}'`],
  [/^Unexpected number '/, () => 'Unexpected number'],
  [/^Unexpected string literal/, () => 'Unexpected string'],
  [/^Invalid character: /, () => 'Invalid or unexpected token'],
  [/^(Prefix|Postfix) [+-]{2} operator applied to value that is not a reference\.$/,
   ({ 1: where }) =>
     `Invalid left-hand side expression in ${StringPrototypeToLowerCase.call(where)} operation`],
];

// V8's message for one of the engine's, undefined when it is not known. `frames` are the error's.
function translate(given, frames) {
  const { withoutInsertions } = require('internal/async_context/source_text');
  const message = withoutInsertions(given);
  return translated(message, frames) ?? (message === given ? undefined : message);
}

function translated(message, frames) {
  const place = frames[0];
  if (place !== undefined && place.url === '' && place.name !== '') {
    const { translateCall } = require('internal/engine_text/calls');
    const said = translateCall(message, place.name, sourceAt(frames[1]));
    if (said !== undefined)
      return said;
  }
  const fixed = FIXED[message];
  if (fixed !== undefined)
    return typeof fixed === 'string' ? fixed : fixed(place);
  for (let i = 0; i < PATTERNS.length; i++) {
    const found = exec(PATTERNS[i][0], message);
    if (found !== null)
      return PATTERNS[i][1](found, place) ?? undefined;
  }
  return undefined;
}

module.exports = { translate };
