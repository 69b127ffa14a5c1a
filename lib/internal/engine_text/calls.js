'use strict';
// V8's messages for what a built-in function refused. V8 names the value, the engine does not: it
// is known only where the argument is written out at the place of the call.

const {
  ArrayPrototypePush, ArrayPrototypeShift, BigInt64Array, BigUint64Array, Date, Float16Array,
  Float32Array, Float64Array, Int16Array, Int32Array, JSONParse, Number, NumberIsInteger,
  NumberMAX_SAFE_INTEGER, ObjectFreeze: freeze, ObjectHasOwn, ObjectSetPrototypeOf,
  RegExpPrototypeExec, SafeRegExp, String, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeLastIndexOf, StringPrototypeReplace, StringPrototypeSlice, StringPrototypeTrim,
  Uint16Array, Uint32Array,
} = primordials;

const fits = (pattern, text) => RegExpPrototypeExec.call(pattern, text) !== null;
const replace = (text, pattern, instead) =>
  StringPrototypeReplace.call(text, new SafeRegExp(pattern), instead);

// ---- Arguments as they are written ----

const OPENS = '([{';
const CLOSES = ')]}';

// The arguments of the call whose bracket opens `text`; undefined when it does not close on this
// line.
function argumentsOf(text) {
  const found = [];
  let depth = 0;
  let start = 1;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quote !== '') {
      if (c === '\\')
        i++;
      else if (c === quote)
        quote = '';
    } else if (c === '"' || c === "'" || c === '`') {
      quote = c;
    } else if (StringPrototypeIncludes.call(OPENS, c)) {
      depth++;
    } else if (StringPrototypeIncludes.call(CLOSES, c) ? --depth === 0 : c === ',' && depth === 1) {
      const written = StringPrototypeSlice.call(text, start, i);
      ArrayPrototypePush.call(found, StringPrototypeTrim.call(written));
      start = i + 1;
      if (depth === 0)
        return found.length === 1 && found[0] === '' ? [] : found;
    }
  }
  return undefined;
}

const NUMBER = /^[+-]?(?:\d[\d_]*\.?\d*(?:e[+-]?\d+)?|0[xob][\da-f]+|\.\d+|Infinity|NaN)$/i;

function numberIn(text) {
  if (RegExpPrototypeExec.call(NUMBER, text) !== null) {
    const plain = replace(text, /_/g, '');
    return plain[0] === '-' ? -Number(StringPrototypeSlice.call(plain, 1)) : Number(plain);
  }
  const power = RegExpPrototypeExec.call(/^(\d+) ?\*\* ?(\d+)(?: ?([+-]) ?(\d+))?$/, text);
  return power === null ? undefined :
    power[1] ** power[2] + (power[3] === undefined ? 0 : Number(`${power[3]}${power[4]}`));
}

function stringIn(text) {
  const inner = RegExpPrototypeExec.call(/^(["'])(.*)\1$/s, text)?.[2];
  if (inner === undefined || !StringPrototypeIncludes.call(inner, '\\'))
    return inner;
  try {
    return JSONParse(`"${replace(replace(inner, /\\'/g, "'"), /(^|[^\\])"/g, '$1\\"')}"`);
  } catch {
    return undefined;
  }
}

const WORDS = freeze({
  '__proto__': null, 'undefined': 'undefined', 'void 0': 'undefined', 'null': 'object',
  'true': 'boolean', 'false': 'boolean',
});

// { type, value, shown } of an argument that is a literal, undefined of any other. `shown` is how
// V8 writes it into a message.
function literal(text) {
  if (text === undefined)
    return { type: 'undefined', value: undefined, shown: 'undefined' };
  const word = WORDS[text];
  if (word !== undefined)
    return { type: word, value: undefined, shown: text === 'void 0' ? 'undefined' : text };
  const number = numberIn(text);
  if (number !== undefined)
    return { type: 'number', value: number, shown: `${number}` };
  const string = stringIn(text);
  if (string !== undefined)
    return { type: 'string', value: string, shown: string };
  if (RegExpPrototypeExec.call(/^\{.*\}$/s, text) !== null)
    return { type: 'object', value: text, shown: '#<Object>' };
  return fits(/^\[.*\]$/s, text) ?
    { type: 'object', value: text, shown: '[object Array]' } : undefined;
}

// 'number 1', 'string "x"', 'object': how V8 names what is no function and no iterable.
function kindOf({ type, shown }) {
  if (type === 'string')
    return `string "${shown}"`;
  return type === 'number' || type === 'boolean' || shown === 'null' ? `${type} ${shown}` : type;
}

// ---- V8's messages ----

const ITERATED = ' is not iterable (cannot read property Symbol(Symbol.iterator))';

// The first member of an array literal that is no pair.
function noEntry(array) {
  const { type, value } = array;
  if (type === 'string')
    return value === '' ? undefined : value[0];
  const members = argumentsOf(value) ?? [];
  for (let i = 0; i < members.length; i++) {
    const known = literal(members[i]);
    if (known === undefined)
      return undefined;
    if (known.type !== 'object' || known.shown === 'null')
      return known.shown;
  }
  return undefined;
}

function notEntries(given) {
  if (given.type === 'string' || given.shown === '[object Array]') {
    const member = noEntry(given);
    return member && `Iterator value ${member} is not an entry object`;
  }
  return `${kindOf(given)}${ITERATED}`;
}

const isOwnOf = (prototype, name) => ObjectHasOwn(prototype, name);

// Some errors of the engine have no other text than "Type error".
function typeError(call) {
  const { name } = call;
  if (name === 'Map' || name === 'WeakMap' || name === 'Set' || name === 'WeakSet')
    return call.with(0, (given) => (StringPrototypeEndsWith.call(name, 'Map') ? notEntries(given) :
      `${kindOf(given)}${ITERATED}`));
  if (call.method === 'Function.prototype.toString')
    return `${call.method} requires that 'this' be a Function`;
  if (fits(/^(?:get|set|to)[A-Z]/, name) && isOwnOf(Date.prototype, name))
    return 'this is not a Date object.';
  return isOwnOf(String.prototype, name) ?
    `String.prototype.${name} called on null or undefined` : undefined;
}

const notFunction = (index) => (call) =>
  call.with(index, (given) => `${kindOf(given)} is not a function`);
const aboutArgument = (index, say) => (call) => call.with(index, ({ shown }) => say(shown));

function arrayLength(call) {
  if (RegExpPrototypeExec.call(/^(?:Shared)?ArrayBuffer$/, call.name) !== null) {
    const size = call.with(0, ({ value }) => value);
    return size < 0 || size > NumberMAX_SAFE_INTEGER ? 'Invalid array buffer length' :
      'Array buffer allocation failed';
  }
  return StringPrototypeEndsWith.call(call.name, 'Array') ?
    `Invalid typed array length${call.with(0, ({ shown }) => `: ${shown}`) ?? ''}` : undefined;
}

const VIEWS = {
  __proto__: null, BigInt64Array, BigUint64Array, Float16Array, Float32Array, Float64Array,
  Int16Array, Int32Array, Uint16Array, Uint32Array,
};
const MULTIPLE = 'should be a multiple of';

function misaligned({ name, args }) {
  const size = VIEWS[name]?.BYTES_PER_ELEMENT;
  if (size === undefined || args === undefined)
    return undefined;
  return args.length > 1 && !(numberIn(args[1]) % size === 0) ?
    `start offset of ${name} ${MULTIPLE} ${size}` : `byte length of ${name} ${MULTIPLE} ${size}`;
}

function outOfBuffer(call) {
  if (call.args?.length > 2)
    return call.with(2, ({ shown }) => (call.name === 'DataView' ?
      `Invalid DataView length ${shown}` : `Invalid typed array length: ${shown}`));
  return call.with(1, ({ shown }) => `Start offset ${shown} is outside the bounds of the buffer`);
}

function codePoint({ args }) {
  for (let i = 0; i < (args?.length ?? 0); i++) {
    const known = literal(args[i]);
    if (known === undefined)
      return undefined;
    const number = Number(known.value);
    if (!NumberIsInteger(number) || number < 0 || number > 0x10FFFF)
      return `Invalid code point ${number}`;
  }
  return undefined;
}

const PROTOTYPE = (shown) => `Object prototype may only be an Object or null: ${shown}`;
const COMPARISON = (shown) =>
  `The comparison function must be either a function or undefined: ${shown}`;
const toBigInt = (shown) => `Cannot convert ${shown} to a BigInt`;
const accessor = (kind, key) => (call) => {
  const pattern = new SafeRegExp(`\\b${key}:\\s*([^,}]+?)\\s*[,}]`);
  const written = RegExpPrototypeExec.call(pattern, call.args?.[2] ?? '')?.[1];
  const known = written && literal(written);
  return known && `${kind} must be a function: ${known.shown}`;
};
const incompatible = (call) => call.receiver && call.method &&
  `Method ${call.method} called on incompatible receiver ${call.receiver.shown}`;

// The engine's texts about a pattern, and V8's.
const PATTERN_FAULTS = freeze({
  '__proto__': null,
  'missing )': 'Unterminated group',
  'unmatched parentheses': "Unmatched ')'",
  'missing terminating ] for character class': 'Unterminated character class',
  'nothing to repeat': 'Nothing to repeat',
  'range out of order in character class': 'Range out of order in character class',
  'duplicate group specifier name': 'Duplicate capture group name',
  'invalid group specifier name': 'Invalid capture group name',
  'unrecognized character after (?': 'Invalid group',
  'invalid property expression': 'Invalid property name',
  'incomplete {} quantifier for Unicode pattern': 'Incomplete quantifier',
  'unmatched ] or } bracket for Unicode pattern': 'Lone quantifier brackets',
  'invalid backreference for Unicode pattern': 'Invalid escape',
  'invalid escaped character for Unicode pattern': 'Invalid escape',
  'invalid Unicode code point \\u{} escape': 'Invalid Unicode escape',
  'invalid \\k<> named backreference': 'Invalid named capture referenced',
  'invalid range in character class for Unicode pattern': 'Invalid character class',
});

function badPattern(call, message) {
  if (call.name !== 'RegExp')
    return undefined;
  const fault = StringPrototypeSlice.call(message, 'Invalid regular expression: '.length);
  const flags = call.args?.length > 1 ? literal(call.args[1])?.value : '';
  return flags === undefined ? undefined : call.with(0, ({ value }) =>
    `Invalid regular expression: /${value}/${flags}: ${PATTERN_FAULTS[fault] ?? fault}`);
}

const TABLE = [
  ['Type error', typeError],
  [/^length (?:too large|cannot be negative)$/, arrayLength],
  [/^ArrayBuffer length minus the byteOffset is not a multiple/, misaligned],
  ['Length out of range of buffer', outOfBuffer],
  ['byteOffset exceeds source ArrayBuffer byteLength',
   aboutArgument(1, (shown) => `Start offset ${shown} is outside the bounds of the buffer`)],
  [/^String\.prototype\.repeat argument must be /,
   aboutArgument(0, (shown) => `Invalid count value: ${shown}`)],
  ['Not an integer', aboutArgument(0, (shown) =>
    `The number ${shown} cannot be converted to a BigInt because it is not an integer`)],
  ['Failed to parse String to BigInt', aboutArgument(0, toBigInt)],
  ['Invalid argument type in ToBigInt operation',
   (call) => (call.name === 'BigInt' ? aboutArgument(0, toBigInt)(call) : undefined)],
  [/^(?:Array|Iterator)\.prototype\.\w+ (?:callback|reducer argument) must be a function\.?$/,
   notFunction(0)],
  [/^Array\.from requires that the second argument/, notFunction(1)],
  [/^Array\.prototype\.(?:sort|toSorted) requires the comparator/, aboutArgument(0, COMPARISON)],
  [/^Iterator\.prototype\.(?:take|drop) argument must/,
   aboutArgument(0, (shown) => `${shown} must be positive`)],
  ['Array index out of range', aboutArgument(0, (shown) => `Invalid index : ${shown}`)],
  ['Promise constructor takes a function argument',
   aboutArgument(0, (shown) => `Promise resolver ${shown} is not a function`)],
  ['Object prototype may only be an Object or null.', aboutArgument(0, PROTOTYPE)],
  ['Prototype value can only be an object or null', aboutArgument(1, PROTOTYPE)],
  ['Property description must be an object.',
   aboutArgument(2, (shown) => `Property description must be an object: ${shown}`)],
  ['Getter must be a function.', accessor('Getter', 'get')],
  ['Setter must be a function.', accessor('Setter', 'set')],
  ['Properties can only be defined on Objects.',
   ({ name }) => `Object.${name} called on non-object`],
  ['Attempting to define property on object that is not extensible.',
   (call) => (call.name !== 'defineProperty' ? undefined : call.with(1, ({ shown }) =>
     `Cannot define property ${shown}, object is not extensible`))],
  [/^Attempting to change (?:value|enumerable|configurable|access|getter|setter|writable)/,
   aboutArgument(1, (shown) => `Cannot redefine property: ${shown}`)],
  [/^Object\.fromEntries requires the first iterable parameter yields/,
   (call) => call.with(0, notEntries)],
  [/^Arguments contain a value that is out of range of code points/, codePoint],
  ['Symbol.keyFor requires that the first argument be a symbol',
   aboutArgument(0, (shown) => `${shown} is not a symbol`)],
  ['Reflect.construct requires the first argument be a constructor',
   aboutArgument(0, (shown) => `${shown} is not a constructor`)],
  [/^Invalid regular expression: /, badPattern],
  ['Invalid flags supplied to RegExp constructor.',
   aboutArgument(1, (shown) => `Invalid flags supplied to RegExp constructor '${shown}'`)],
  [/^(?:Map|Set) operation called on non-|^Called Weak\w+ function on a non-/, incompatible],
  [/^.* is not an object \(evaluating '[\w.]+\.call\(.*\)'\)$/s, incompatible],
  [/^Builtin RegExp exec can only|^\|this\| is not a Promise$/, incompatible],
];

// ---- The call ----

// A call of a built-in function, by the first two frames: the function, and the line of the call.
class Call {
  constructor(name, before, behind) {
    const dot = StringPrototypeLastIndexOf.call(name, '.');
    this.name = dot < 0 ? name : StringPrototypeSlice.call(name, dot + 1);
    this.args = behind?.[0] === '(' ? argumentsOf(behind) : undefined;
    const through = RegExpPrototypeExec.call(/([A-Z]\w*\.prototype\.\w+)\.call$/, before ?? '');
    this.method = through?.[1];
    this.receiver = fits(/\.call$/, before ?? '') && this.args !== undefined ?
      literal(ArrayPrototypeShift.call(this.args)) : undefined;
  }
  // What `say` makes of argument `index` when it is a literal.
  with(index, say) {
    const known = this.args === undefined ? undefined : literal(this.args[index]);
    return known === undefined ? undefined : say(known);
  }
}

ObjectSetPrototypeOf(Call.prototype, null);

// V8's message for one of a built-in function's, undefined when it is not known.
function translateCall(message, name, source) {
  for (let i = 0; i < TABLE.length; i++) {
    const { 0: said, 1: say } = TABLE[i];
    if (typeof said === 'string' ? said === message : fits(said, message))
      return say(new Call(name, source?.before, source?.behind), message) || undefined;
  }
  return undefined;
}

module.exports = { translateCall };
