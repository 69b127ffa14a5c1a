'use strict';
// util.inspect() in two passes: describe() builds a tree of nodes (inspect/tree), write()
// (inspect/render) lays it out as text.
//
// (1) A describer handles one kind of object. It sets the brackets and adds entries; it decides
//     nothing about lines or colours.
// (2) This file has the common kinds. The others are in inspect/exotic, inspect/function and
//     inspect/error, which are compiled when such a value is first described.
// (3) A subject has a link to the subject that contains it. An object that occurs inside itself
//     becomes a Reference, and its group gets a number, which render() prints in front of it.

const { KIND, kindOf } = require('internal/util/kinds');
const {
  Leaf, Literal, Block, Sequence, Property, Group, Reference, RECORD, LIST,
} = require('internal/util/inspect/tree');
const { write } = require('internal/util/inspect/render');
const { quote, symbolText, numberText, bigintText } = require('internal/util/inspect/text');

const {
  Array, ArrayIsArray: isArray, ArrayPrototypePush, MapPrototypeForEach, MapPrototypeGetSize,
  MathMax, MathMin, Object, ObjectAssign, ObjectDefineProperties, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectGetOwnPropertySymbols,
  ObjectGetPrototypeOf: getPrototypeOf, ObjectHasOwn: hasOwn, ObjectKeys,
  ObjectPrototypePropertyIsEnumerable, ObjectSetPrototypeOf, ReflectOwnKeys: ownKeys,
  RegExpPrototypeExec, SafeArray, SetPrototypeForEach, SetPrototypeGetSize, String,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeSlice, SymbolFor,
  SymbolIterator, SymbolPrototypeToString, SymbolToStringTag, TypedArrayPrototypeGetLength,
} = primordials;

const ArrayPrototype = Array.prototype;
const ObjectPrototype = Object.prototype;
const custom = SymbolFor('nodejs.util.inspect.custom');
const IDENTIFIER = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
const MANY = 24;
const FEW = 9;
// The limit of the text's length. Objects beyond it are described without their contents.
const TEXT_LIMIT = 2 ** 27;

const defaults = {
  __proto__: null,
  showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false,
  maxArrayLength: 100, maxStringLength: 10000, breakLength: 80, compact: 3, sorted: false,
  getters: false, numericSeparator: false,
};

const noStyle = (text) => text;

function colourStyle(text, style) {
  const name = inspect.styles[style];
  if (typeof name === 'function')
    return name(text);
  const codes = name === undefined ? undefined : inspect.colors[name];
  return codes === undefined ? text : `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m`;
}

// The state of one call of inspect().
class Walk {
  constructor(options, given) {
    this.options = options;
    this.given = given;      // as the caller wrote them: custom functions get them back
    this.limit = options.depth;
    this.around = undefined; // the innermost subject that is being described
    this.numbers = undefined; // of the objects that are referred to
    this.last = 0;           // depth of the group described last
    this.size = 0;
  }
}

ObjectSetPrototypeOf(Walk.prototype, null);

// Primitives

function stringLeaf(walk, text, level) {
  const max = walk.options.maxStringLength;
  let tail = '';
  if (text.length > max) {
    const rest = text.length - max;
    text = StringPrototypeSlice.call(text, 0, max);
    tail = `... ${rest} more character${rest > 1 ? 's' : ''}`;
  }
  return new Literal(quote(text), text, tail, level);
}

// Newlines of a symbol's description are printed as they are.
const symbolLeaf = (text) => (StringPrototypeIncludes.call(text, '\n') ? new Block(text, 'symbol',
  0) :
  new Leaf(text, 'symbol'));

function primitiveLeaf(walk, value, level) {
  switch (typeof value) {
    case 'string': return stringLeaf(walk, value, level);
    case 'number':
      return new Leaf(numberText(value, walk.options.numericSeparator), 'number');
    case 'bigint':
      return new Leaf(bigintText(value, walk.options.numericSeparator), 'bigint');
    case 'symbol': return symbolLeaf(SymbolPrototypeToString.call(value));
    default: return new Leaf(`${value}`, value === null ? 'null' : typeof value);
  }
}

// Names

const exotic = () => require('internal/util/inspect/exotic');
const names = () => require('internal/util/inspect/names');

// The name of the nearest constructor in the prototype chain; null if there is none.
function nameOf(walk, subject) {
  const { value } = subject;
  const proto = getPrototypeOf(value);
  if (proto !== null && !hasOwn(value, 'constructor')) {
    if (proto === ObjectPrototype)
      return 'Object';
    if (proto === ArrayPrototype)
      return 'Array';
    const found = getOwnPropertyDescriptor(proto, 'constructor');
    if (found !== undefined && typeof found.value === 'function' && found.value.name !== '' &&
        found.value.prototype === proto)
      return String(found.value.name);
  }
  return names().constructorName(walk, subject);
}

function tagOf(value, { showHidden }) {
  let tag;
  try {
    tag = value[SymbolToStringTag];
  } catch {
    return '';
  }
  if (tag === undefined || typeof tag !== 'string' || tag === '')
    return '';
  const isShown = showHidden ? hasOwn(value, SymbolToStringTag) :
    ObjectPrototypePropertyIsEnumerable.call(value, SymbolToStringTag);
  return isShown ? '' : tag;
}

// The text before the opening bracket.
function prefixOf({ name, tag }, fallback, size = '') {
  // Intl.Collator's tag is its name in full.
  if (name !== null && StringPrototypeEndsWith.call(tag, `.${name}`))
    return `${tag}${size} `;
  const shown = name === null ? `[${fallback}${size}: null prototype] ` : `${name}${size} `;
  return tag !== '' && tag !== name && !(name === null && tag === fallback) ?
    `${shown}[${tag}] ` : shown;
}

// Keys

const isIndex = (key) => typeof key === 'string' && `${key >>> 0}` === key && key !== '4294967295';

// push() would call a setter that the program has for an index.
function append(list, item) {
  ObjectDefineProperty(list, list.length, {
    __proto__: null, value: item, writable: true, enumerable: true, configurable: true,
  });
}

function keysOf(value, showHidden) {
  if (showHidden)
    return ownKeys(value);
  let keys;
  try {
    keys = ObjectKeys(value);
  } catch (error) {
    return names().keysThatExist(value, error);
  }
  const symbols = ObjectGetOwnPropertySymbols(value);
  for (let i = 0; i < symbols.length; i++)
    if (ObjectPrototypePropertyIsEnumerable.call(value, symbols[i]))
      append(keys, symbols[i]);
  return keys;
}

// Whether a list has only elements and no accessors. The check is compiled for a long list, or when
// the program prints its tenth list: for short ones it costs more than it saves.
let listsSeen = 0;
let shapes;

function isBare(value, showHidden) {
  const length = isArray(value) ? value.length : TypedArrayPrototypeGetLength.call(value);
  if (showHidden || length === 0 || (length <= MANY && listsSeen++ < FEW))
    return false;
  shapes ??= require('internal/util/inspect/shapes');
  return shapes.isBare(value);
}

// Keys of a list besides its elements, without a string for each index.
function extraKeys(value, showHidden) {
  const keys = keysOf(value, showHidden);
  let from = 0;
  // Indices come first.
  if (keys.length > 0 && isIndex(keys[keys.length - 1]))
    return [];
  while (from < keys.length && isIndex(keys[from]))
    from++;
  if (from === 0)
    return keys;
  const others = new SafeArray();
  for (let i = from; i < keys.length; i++)
    others.push(keys[i]);
  return others;
}

// Properties

function labelled(key, level) {
  if (typeof key === 'symbol')
    return new Property(symbolText(key), 'symbol', level);
  if (key === '__proto__')
    return new Property("['__proto__']", undefined, level);
  if (RegExpPrototypeExec.call(IDENTIFIER, key) !== null)
    return new Property(key, 'name', level);
  return new Property(quote(key), 'string', level);
}

function accessorNode(walk, subject, described, level) {
  const kind = described.set === undefined ? 'Getter' : 'Getter/Setter';
  if (described.get === undefined)
    return described.set === undefined ? new Leaf('undefined', 'undefined') :
      new Leaf('[Setter]', 'special');
  const { getters } = walk.options;
  if (getters === true || (getters === 'get' && described.set === undefined) ||
      (getters === 'set' && described.set !== undefined))
    return exotic().describeGot(walk, subject, described.get, kind, level);
  return new Leaf(`[${kind}]`, 'special');
}

function valueNode(walk, subject, described, level) {
  return hasOwn(described, 'value') ?
    describe(walk, described.value, subject.depth + 1, level) :
    accessorNode(walk, subject, described, subject.level + 2);
}

function describeProperty(walk, subject, key, kind, inherited) {
  const { value, level } = subject;
  const described = getOwnPropertyDescriptor(value, key) ??
    (inherited && getOwnPropertyDescriptor(inherited, key)) ??
    { __proto__: null, value: value[key], enumerable: true };
  const stepsDown = kind === RECORD && walk.options.compact === true;
  const property = labelled(key, level + (stepsDown ? 3 : 2));
  property.stepsDown = stepsDown && hasOwn(described, 'value');
  property.isHidden = !described.enumerable;
  property.isInherited = inherited !== undefined;
  property.value = valueNode(walk, subject, described, property.level);
  walk.size += property.level + property.label.length;
  return property;
}

// Objects, arrays, maps, sets. A describer sets on the subject: kind, open, close, head (a Leaf),
// fill (adds what is not a property), keys.

function plain(walk, subject) {
  const { name, tag } = subject;
  if (name !== 'Object' || tag !== '')
    subject.open = `${prefixOf(subject, name === null ? names().fallbackOf(subject) : '')}{`;
}

const moreItems = (count) => new Leaf(`... ${count} more item${count > 1 ? 's' : ''}`);
const limitOf = (walk, count) => MathMin(MathMax(0, walk.options.maxArrayLength), count);

function array(walk, subject) {
  const { value, name, tag } = subject;
  subject.kind = LIST;
  subject.open = name === 'Array' && tag === '' ? '[' :
    `${prefixOf(subject, 'Array', `(${value.length})`)}[`;
  subject.close = ']';
  const bare = isBare(value, walk.options.showHidden);
  subject.keys = bare ? [] : extraKeys(value, walk.options.showHidden);
  if (value.length > 0)
    subject.fill = bare ? fillBareArray : fillArray;
}

function fillArray(walk, subject, group) {
  const { value, level } = subject;
  const { length } = value;
  const max = limitOf(walk, length);
  const { entries } = group;
  let i = 0;
  while (i < length && entries.length < max) {
    const described = getOwnPropertyDescriptor(value, i);
    if (described === undefined) {
      const next = exotic().nextIndex(value, i);
      ArrayPrototypePush.call(entries,
        new Leaf(`<${next - i} empty item${next - i > 1 ? 's' : ''}>`, 'undefined'));
      i = next;
      continue;
    }
    ArrayPrototypePush.call(entries, valueNode(walk, subject, described, level + 2));
    i++;
  }
  group.items = value;
  if (i < length)
    ArrayPrototypePush.call(entries, moreItems(length - i));
}

function fillBareArray(walk, subject, group) {
  const { value, depth, level } = subject;
  const max = limitOf(walk, value.length);
  for (let i = 0; i < max; i++) {
    const item = value[i];
    if (item === undefined && !hasOwn(value, i)) {
      group.entries.length = 0;
      fillArray(walk, subject, group);
      return;
    }
    ArrayPrototypePush.call(group.entries, describe(walk, item, depth + 1, level + 2));
  }
  group.items = value;
  if (value.length > max)
    ArrayPrototypePush.call(group.entries, moreItems(value.length - max));
}

function set(walk, subject) {
  const size = SetPrototypeGetSize.call(subject.value);
  subject.open = `${prefixOf(subject, 'Set', `(${size})`)}{`;
  if (size > 0)
    subject.fill = fillSet;
}

function fillSet(walk, { value, depth, level }, { entries }) {
  const size = SetPrototypeGetSize.call(value);
  const max = limitOf(walk, size);
  SetPrototypeForEach.call(value, (item) => {
    if (entries.length < max)
      ArrayPrototypePush.call(entries, describe(walk, item, depth + 1, level + 2));
  });
  if (size > max)
    ArrayPrototypePush.call(entries, moreItems(size - max));
}

function map(walk, subject) {
  const size = MapPrototypeGetSize.call(subject.value);
  subject.open = `${prefixOf(subject, 'Map', `(${size})`)}{`;
  if (size > 0)
    subject.fill = fillMap;
}

const ARROW = new Leaf(' => ');

function fillMap(walk, { value, depth, level }, { entries }) {
  const size = MapPrototypeGetSize.call(value);
  const max = limitOf(walk, size);
  MapPrototypeForEach.call(value, (item, key) => {
    if (entries.length >= max)
      return;
    ArrayPrototypePush.call(entries, new Sequence([
      describe(walk, key, depth + 1, level + 2), ARROW, describe(walk, item, depth + 1, level + 2),
    ]));
  });
  if (size > max)
    ArrayPrototypePush.call(entries, moreItems(size - max));
}

const isIterable = (subject) => subject.name === null || SymbolIterator in subject.value;

function describerOf(subject) {
  const { value, what } = subject;
  if (what === KIND.OTHER) {
    if (isArray(value) && isIterable(subject))
      return array;
    if (typeof value !== 'function' && getPrototypeOf(value) === ObjectPrototype)
      return plain;
  } else if (what === KIND.MAP && isIterable(subject)) {
    return map;
  } else if (what === KIND.SET && isIterable(subject)) {
    return set;
  }
  return exotic().describerOf(subject) ?? plain;
}

// The walk

// The number of an object that is referred to; one per object.
function numberFor(walk, value) {
  walk.numbers ??= new primordials.SafeMap();
  let number = walk.numbers.get(value);
  if (number === undefined)
    walk.numbers.set(value, number = walk.numbers.size + 1);
  return number;
}

function describe(walk, value, depth, level) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    const leaf = primitiveLeaf(walk, value, level);
    walk.size += level + leaf.text.length;
    return leaf;
  }
  const what = kindOf(value);
  let target = value;
  if (what === KIND.PROXY) {
    const namespace = exotic().liveNamespace(value);
    if (namespace !== undefined)
      return describeObject(walk, namespace, KIND.OTHER, depth, level);
    target = exotic().innermost(value);
    if (target === null || walk.options.showProxy)
      return exotic().describeProxy(walk, value, depth, level);
  }
  if (walk.options.customInspect) {
    const maker = target[custom];
    if (typeof maker === 'function' && maker !== inspect &&
        !(target.constructor && target.constructor.prototype === target)) {
      const node = names().describeByCustom(walk, value, target, maker, depth, level);
      if (node !== undefined)
        return node;
    }
  }
  return referenceTo(walk, target) ?? (what === KIND.PROXY ?
    exotic().describeThrough(walk, value, depth, level) :
    describeObject(walk, value, what, depth, level));
}

function referenceTo(walk, target) {
  for (let outer = walk.around; outer !== undefined; outer = outer.around)
    if (outer.value === target) {
      if (outer.group.id === 0)
        outer.group.id = numberFor(walk, target);
      return new Reference(outer.group);
    }
  return undefined;
}

class Subject {
  constructor(value, what, depth, level) {
    this.value = value;
    this.what = what;
    this.depth = depth;
    this.level = level;
    this.name = undefined;
    this.tag = '';
    this.kind = RECORD;
    this.open = '{';
    this.close = '}';
    this.head = undefined;
    this.fill = undefined;
    this.keys = undefined;
    this.inherited = undefined;  // key → the prototype it was found on, with showHidden
    this.group = undefined;
    this.around = undefined;     // the subject that this one was found in
  }
}

ObjectSetPrototypeOf(Subject.prototype, null);

function describeObject(walk, value, what, depth, level) {
  const { options } = walk;
  const subject = new Subject(value, what, depth, level);
  subject.name = nameOf(walk, subject);
  subject.tag = tagOf(value, options);
  if (options.showHidden)
    subject.inherited = names().inheritedKeys(walk, subject);
  describerOf(subject)(walk, subject);
  subject.keys ??= keysOf(value, options.showHidden);
  const { keys, inherited } = subject;
  if (keys.length === 0 && inherited === undefined && subject.fill === undefined)
    return subject.head ?? new Leaf(`${subject.open}${subject.close}`);
  if (walk.limit !== null && depth > walk.limit)
    return what === KIND.REGEXP && subject.head !== undefined ? subject.head :
      new Leaf(names().shortName(subject), 'special');
  const group = new Group(subject.kind, subject.open, subject.close, level, depth);
  group.head = subject.head;
  walk.last = depth;
  subject.group = group;
  subject.around = walk.around;
  walk.around = subject;
  try {
    fill(walk, subject, group);
  } catch (error) {
    walk.around = subject.around;
    return names().overflowed(error, subject);
  }
  walk.around = subject.around;
  group.reach = walk.last - depth;
  if (walk.size > TEXT_LIMIT)
    walk.limit = -1;
  return group;
}

function fill(walk, subject, group) {
  const { keys, kind, inherited } = subject;
  const { entries } = group;
  // Node describes properties of prototypes first and prints them last, which decides the numbers
  // of references.
  const fromPrototypes = inherited?.map(
    ({ key, holder }) => describeProperty(walk, subject, key, kind, holder));
  if (subject.fill !== undefined)
    subject.fill(walk, subject, group);
  for (let i = 0; i < keys.length; i++)
    ArrayPrototypePush.call(entries, describeProperty(walk, subject, keys[i], kind));
  if (fromPrototypes !== undefined)
    for (let i = 0; i < fromPrototypes.length; i++)
      ArrayPrototypePush.call(entries, fromPrototypes[i]);
  group.sortable = kind === RECORD ? -1 : keys.length;
}

// The front

function optionsFrom(given, args) {
  // Field by field: a spread takes ten times as long.
  const options = {
    __proto__: null, showHidden: defaults.showHidden, depth: defaults.depth,
      colors: defaults.colors,
    customInspect: defaults.customInspect, showProxy: defaults.showProxy,
    maxArrayLength: defaults.maxArrayLength, maxStringLength: defaults.maxStringLength,
    breakLength: defaults.breakLength, compact: defaults.compact, sorted: defaults.sorted,
    getters: defaults.getters, numericSeparator: defaults.numericSeparator, stylize: noStyle,
  };
  if (args.length > 2) {
    if (args[2] !== undefined)
      options.depth = args[2];
    if (args.length > 3 && args[3] !== undefined)
      options.colors = args[3];
  }
  if (typeof given === 'boolean') {
    options.showHidden = given;
  } else if (given) {
    const all = ObjectKeys(given);
    for (let i = 0; i < all.length; i++) {
      const key = all[i];
      if (key in defaults || key === 'stylize')
        options[key] = given[key];
    }
  }
  if (options.colors)
    options.stylize = colourStyle;
  if (options.maxArrayLength === null)
    options.maxArrayLength = Infinity;
  if (options.maxStringLength === null)
    options.maxStringLength = Infinity;
  return options;
}

function inspect(value, opts) {
  const given = typeof opts === 'object' && opts !== null ? opts : undefined;
  const options = optionsFrom(given ?? (typeof opts === 'boolean' ? opts : undefined), arguments);
  return write(describe(new Walk(options, given), value, 0, 0), options);
}

const fixed = (value) => ({ __proto__: null, value, enumerable: true });
const lazily = (get, set) => ({ __proto__: null, get, set, enumerable: true, configurable: true });

let palette;

// console prints plain numbers without inspect(). A program that has the defaults may change them.
function sharedDefaults() {
  require('internal/console/shared').setInspectDefaults(defaults);
  return defaults;
}

ObjectDefineProperties(inspect, {
  __proto__: null,
  custom: fixed(custom),
  defaultOptions: {
    __proto__: null,
    get: sharedDefaults,
    set(options) {
      require('internal/validators').validateObject(options, 'options');
      ObjectAssign(sharedDefaults(), options);
    },
  },
  colors: lazily(() => palette ??= require('internal/util/inspect/palette').colors,
                 (value) => { palette = value; }),
});

function regexp(text) {
  return require('internal/util/inspect/regexp').highlight(text, inspect, regexp.colors);
}
ObjectDefineProperty(regexp, 'colors', {
  __proto__: null, value: ['green', 'red', 'yellow', 'cyan', 'magenta'],
  writable: true, enumerable: true, configurable: true,
});

inspect.styles = {
  __proto__: null,
  special: 'cyan', number: 'yellow', bigint: 'yellow', boolean: 'yellow', undefined: 'grey',
  null: 'bold', string: 'green', symbol: 'green', date: 'magenta', regexp, module: 'underline',
};

module.exports = {
  inspect, append, describe, describeObject, describeProperty, primitiveLeaf, prefixOf, keysOf,
  extraKeys, isBare, moreItems, limitOf, isIterable, plain,
  get format() { return require('internal/util/inspect/format').format; },
  get formatWithOptions() { return require('internal/util/inspect/format').formatWithOptions; },
  get getStringWidth() { return require('internal/util/inspect/width').getStringWidth; },
  get stripVTControlCharacters() {
    return require('internal/util/inspect/width').stripVTControlCharacters;
  },
};
