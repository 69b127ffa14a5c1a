'use strict';
// Describers of everything but plain objects, arrays, maps and sets (internal/util/inspect).

const {
  ArrayBufferIsView, ArrayBufferPrototypeGetByteLength, ArrayPrototypeIncludes,
  ArrayPrototypeJoin, ArrayPrototypePush, BigInt, BigIntPrototypeValueOf, BooleanPrototypeValueOf,
  DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset,
  DatePrototypeGetTime, DatePrototypeToISOString, DatePrototypeToString, NumberIsInteger,
  NumberPrototypeToString, NumberPrototypeValueOf, ObjectHasOwn, ObjectKeys,
  ObjectPrototypeIsPrototypeOf, ReflectApply, RegExpPrototypeGetSource, RegExpPrototypeToString,
  SafeArray, SharedArrayBufferPrototypeGetByteLength, StringPrototypePadStart,
  StringPrototypeReplace, StringPrototypeToLowerCase, StringPrototypeValueOf,
  SymbolPrototypeValueOf, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, Uint8Array,
} = primordials;
const {
  describe, describeObject, describeProperty, primitiveLeaf, prefixOf, keysOf, extraKeys, isBare,
  moreItems, limitOf, isIterable, plain,
} = require('internal/util/inspect');
const {
  Leaf, Sequence, Property, Group, RECORD, LIST,
} = require('internal/util/inspect/tree');
const { KIND, kindOf } = require('internal/util/kinds');
const binding = internalBinding('util');

const special = (text) => new Leaf(text, 'special');

// Lists with holes: the next index that exists.
function nextIndex(list, from) {
  let best = list.length;
  if (list.length - from < 64) {
    for (let i = from; i < best; i++)
      if (ObjectHasOwn(list, i))
        return i;
    return best;
  }
  const keys = ObjectKeys(list);
  for (let i = 0; i < keys.length; i++) {
    const index = +keys[i];
    if (index >= from && index < best && `${index >>> 0}` === keys[i])
      best = index;
  }
  return best;
}

// Getters

function describeGot(walk, subject, getter, kind, level) {
  const { value, depth } = subject;
  let got;
  try {
    got = ReflectApply(getter, value, []);
  } catch (error) {
    return new Sequence([special(`[${kind}:`), new Leaf(' <Inspection threw ('),
                    describe(walk, error, depth + 1, level), new Leaf(')>'), special(']')]);
  }
  if (got !== null && (typeof got === 'object' || typeof got === 'function'))
    return new Sequence([
      special(`[${kind}]`), new Leaf(' '), describe(walk, got, depth + 1, level)]);
  return new Sequence([special(`[${kind}:`), new Leaf(' '), primitiveLeaf(walk, got, level),
                  special(']')]);
}

// Proxies

// The namespace of an ES module may be a proxy, which is not shown as one. If the module that makes
// them is not loaded, there are none.
const liveNamespace = (proxy) => require('internal/bootstrap/loader')
  .modules['internal/modules/esm/namespace']?.exports.snapshot(proxy);

// The innermost target of nested proxies; null if one of them is revoked.
function innermost(proxy) {
  let target = proxy;
  while (target !== null && kindOf(target) === KIND.PROXY)
    target = binding.getProxyDetails(target, false);
  return target;
}

function describeProxy(walk, proxy, depth, level) {
  const { 0: target, 1: handler } = binding.getProxyDetails(proxy, true);
  if (target === null)
    return special('<Revoked Proxy>');
  if (!walk.options.showProxy)
    return describeThrough(walk, proxy, depth, level);
  if (walk.limit !== null && depth > walk.limit)
    return special('Proxy [Array]');
  const group = new Group(LIST, 'Proxy [', ']', level, depth);
  walk.last = depth;
  ArrayPrototypePush.call(group.entries, describe(walk, target, depth + 1, level + 2),
                     describe(walk, handler, depth + 1, level + 2));
  group.reach = walk.last - depth;
  return group;
}

function describeThrough(walk, proxy, depth, level) {
  const target = binding.getProxyDetails(proxy, false);
  const inner = kindOf(target) === KIND.PROXY ? (
    binding.getProxyDetails(target, false) === null ? special('<Revoked Proxy>') :
      describeThrough(walk, target, depth, level)) :
    describeObject(walk, target, kindOf(target), depth, level);
  return new Sequence([special('Proxy('), inner, special(')')]);
}

// Bytes

const TYPED_FIELDS = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];
const VIEW_FIELDS = ['byteLength', 'byteOffset', 'buffer'];

const isShared = (value) => require('internal/util/types').isSharedArrayBuffer(value);
const typedName = (value) => TypedArrayPrototypeGetSymbolToStringTag.call(value);

const label = (text, style, value, level) => {
  const property = new Property(text, style, level + 2);
  property.value = value;
  return property;
};

const field = (walk, subject, key) =>
  label(`[${key}]`, 'string', describe(walk, read(subject.value, key), subject.depth + 1,
                                       subject.level + 2), subject.level);

const TYPED_GETTERS = {
  __proto__: null, length: TypedArrayPrototypeGetLength, buffer: TypedArrayPrototypeGetBuffer,
  byteLength: TypedArrayPrototypeGetByteLength, byteOffset: TypedArrayPrototypeGetByteOffset,
};
const VIEW_GETTERS = {
  __proto__: null, buffer: DataViewPrototypeGetBuffer, byteLength: DataViewPrototypeGetByteLength,
  byteOffset: DataViewPrototypeGetByteOffset,
};
const BUFFER_GETTERS = { __proto__: null, byteLength: ArrayBufferPrototypeGetByteLength };
const SHARED_GETTERS = { __proto__: null, byteLength: SharedArrayBufferPrototypeGetByteLength };

function gettersOf(value) {
  if (ArrayBufferIsView(value))
    return typedName(value) === undefined ? VIEW_GETTERS : TYPED_GETTERS;
  return isShared(value) ? SHARED_GETTERS : BUFFER_GETTERS;
}

// For a detached buffer this engine throws where V8 returns 0.
function read(value, key) {
  try {
    const get = gettersOf(value)[key];
    return get === undefined ? value[key] : ReflectApply(get, value, []);
  } catch {
    return key === 'byteLength' ? 0 : undefined;
  }
}

function typed(walk, subject) {
  const { value } = subject;
  const kind = typedName(value);
  const length = TypedArrayPrototypeGetLength.call(value);
  subject.kind = LIST;
  subject.open = `${prefixOf(subject, kind, `(${length})`)}[`;
  subject.close = ']';
  subject.keys = isBare(value, walk.options.showHidden) ? [] :
    extraKeys(value, walk.options.showHidden);
  if (length > 0 || walk.options.showHidden)
    subject.fill = fillTyped;
}

function fillTyped(walk, subject, group) {
  const { value } = subject;
  const length = TypedArrayPrototypeGetLength.call(value);
  const isOdd = !(length > 0) && NumberIsInteger(value[0]);
  const max = limitOf(walk, length);
  for (let i = 0; i < max; i++)
    ArrayPrototypePush.call(group.entries, primitiveLeaf(walk, isOdd ? BigInt(value[i]) : value[i],
      0));
  if (length > max)
    ArrayPrototypePush.call(group.entries, moreItems(length - max));
  group.items = value;
  if (!walk.options.showHidden)
    return;
  walk.isBare = true;
  for (let i = 0; i < TYPED_FIELDS.length; i++) {
    const key = TYPED_FIELDS[i];
    ArrayPrototypePush.call(group.entries, label(`[${key}]`, 'string',
                             describe(walk, read(value, key), subject.depth + 1, subject.level + 2),
                             subject.level));
  }
  walk.isBare = false;
}

function buffer(walk, subject) {
  const name = isShared(subject.value) ? 'SharedArrayBuffer' : 'ArrayBuffer';
  subject.open = `${prefixOf(subject, name)}{`;
  subject.fill = walk.isBare ? fillBareBuffer : fillBuffer;
}

function fillBareBuffer(walk, subject, { entries }) {
  const size = describe(walk, read(subject.value, 'byteLength'), subject.depth + 1,
                        subject.level + 2);
  ArrayPrototypePush.call(entries, label('[byteLength]', undefined, size, subject.level));
}

const hexOf = (byte) =>
  StringPrototypePadStart.call(NumberPrototypeToString.call(byte, 16), 2, '0');

function fillBuffer(walk, subject, { entries }) {
  let bytes;
  try {
    bytes = new Uint8Array(subject.value);
  } catch {
    ArrayPrototypePush.call(entries, special('(detached)'), field(walk, subject, 'byteLength'));
    return;
  }
  const length = TypedArrayPrototypeGetLength.call(bytes);
  const max = limitOf(walk, length);
  const shown = new SafeArray();
  for (let i = 0; i < max; i++)
    ArrayPrototypePush.call(shown, hexOf(bytes[i]));
  const rest = length - max;
  const tail = rest > 0 ? ` ... ${rest} more byte${rest > 1 ? 's' : ''}` : '';
  const text = new Leaf(`<${ArrayPrototypeJoin.call(shown, ' ')}${tail}>`);
  ArrayPrototypePush.call(entries, label('[Uint8Contents]', 'special', text, subject.level),
               field(walk, subject, 'byteLength'));
}

function view(walk, subject) {
  subject.open = `${prefixOf(subject, 'DataView')}{`;
  subject.fill = (w, s, { entries }) => {
    for (let i = 0; i < VIEW_FIELDS.length; i++)
      ArrayPrototypePush.call(entries, field(w, s, VIEW_FIELDS[i]));
  };
}

// Promises, weak collections, iterators

function promise(walk, subject) {
  subject.open = `${prefixOf(subject, 'Promise')}{`;
  subject.fill = fillPromise;
}

const PENDING = 0;
const REJECTED = 2;
const UNKNOWN = { '__proto__': null, 0: PENDING };

function fillPromise(walk, { value, depth, level }, { entries }) {
  const { 0: state, 1: result } = binding.getPromiseDetails(value) ?? UNKNOWN;
  if (state === PENDING) {
    ArrayPrototypePush.call(entries, special('<pending>'));
    return;
  }
  const node = describe(walk, result, depth + 1, level + 2);
  ArrayPrototypePush.call(entries, state === REJECTED ? new Sequence([special('<rejected>'),
    new Leaf(' '), node]) : node);
}

const weak = (kind) => (walk, subject) => {
  subject.open = `${prefixOf(subject, kind)}{`;
  subject.fill = (w, s, { entries }) => { ArrayPrototypePush.call(entries,
    special('<items unknown>')); };
};

const iterator = (kind) => (walk, subject) => {
  const { 0: items, 1: isPairs } =
    require('internal/util/preview').previewEntries(subject.value, true);
  const own = subject.tag !== '' && subject.tag !== kind ? `[${subject.tag}] ` : '';
  const shown = isPairs ? StringPrototypeReplace.call(kind, 'Iterator', 'Entries') : kind;
  subject.open = `${own}[${shown}] {`;
  subject.fill = (w, s, group) => fillIterator(w, s, group, items, isPairs);
};

function pair(walk, key, value, depth, level) {
  const group = new Group(LIST, '[', ']', level, depth);
  ArrayPrototypePush.call(group.entries, describe(walk, key, depth, level),
    describe(walk, value, depth, level));
  group.reach = walk.last - depth;
  return group;
}

function fillIterator(walk, { depth, level }, { entries }, items, isPairs) {
  const step = isPairs ? 2 : 1;
  const count = items.length / step;
  const max = limitOf(walk, count);
  for (let i = 0; i < max; i++)
    ArrayPrototypePush.call(entries, isPairs ?
      pair(walk, items[2 * i], items[2 * i + 1], depth + 1, level + 2) :
      describe(walk, items[i], depth + 1, level + 2));
  if (count > max)
    ArrayPrototypePush.call(entries, moreItems(count - max));
}

// Values in boxes

const HEADS = { __proto__: null, NUMBER: 'Number', STRING: 'String', BOOLEAN: 'Boolean' };

const headOf = (subject, text, style) => {
  const bare = subject.keys.length === 0 && subject.inherited === undefined;
  return new Leaf(text, bare ? style : undefined);
};

const boxed = (type) => (walk, subject) => {
  const { value, name, tag } = subject;
  const kind = type ?? (isBoxOf('Symbol', value) ? 'Symbol' : 'BigInt');
  const inner = ReflectApply(VALUES[kind], value, []);
  subject.keys = kind === 'String' ? extraKeys(value, walk.options.showHidden) :
    keysOf(value, walk.options.showHidden);
  let text = `[${kind}`;
  if (name !== kind)
    text += name === null ? ' (null prototype)' : ` (${name})`;
  const leaf = primitiveLeaf(walk, inner, 0);
  text += `: ${leaf.text}${leaf.tail ?? ''}]`;
  if (tag !== '' && tag !== name)
    text += ` [${tag}]`;
  subject.head = headOf(subject, text, StringPrototypeToLowerCase.call(kind));
};

const VALUES = {
  __proto__: null, Number: NumberPrototypeValueOf, String: StringPrototypeValueOf,
  Boolean: BooleanPrototypeValueOf, Symbol: SymbolPrototypeValueOf, BigInt: BigIntPrototypeValueOf,
};

function isBoxOf(type, value) {
  try {
    ReflectApply(VALUES[type], value, []);
    return true;
  } catch {
    return false;
  }
}

function date(walk, subject) {
  const { value } = subject;
  subject.keys = keysOf(value, walk.options.showHidden);
  const time = DatePrototypeGetTime.call(value);
  const text = time !== time ? DatePrototypeToString.call(value) :
    DatePrototypeToISOString.call(value);
  const prefix = prefixOf(subject, 'Date');
  subject.head = headOf(subject, prefix === 'Date ' ? text : prefix + text, 'date');
}

// RegExp.prototype.toString() reads accessors that a program can replace. Only those of a subclass
// are used.
function regexpText(value, name) {
  if (name !== null && name !== 'RegExp')
    return RegExpPrototypeToString.call(value);
  const { flagsOf } = require('internal/util/regexp_flags');
  return `/${RegExpPrototypeGetSource.call(value)}/${flagsOf(value)}`;
}

function regexp(walk, subject) {
  const { value } = subject;
  subject.keys = keysOf(value, walk.options.showHidden);
  const text = regexpText(value, subject.name);
  const prefix = prefixOf(subject, 'RegExp');
  subject.head = new Leaf(text, 'regexp');
  if (prefix !== 'RegExp ')
    subject.head = headOf(subject, prefix + text, 'regexp');
}

function argumentsObject(walk, subject) {
  subject.open = subject.name === 'Object' ? '[Arguments] {' : `${prefixOf(subject, 'Arguments')}{`;
}

// Modules

function namespace(walk, subject) {
  subject.open = `${prefixOf({ __proto__: null, name: null, tag: '' }, 'Module')}{`;
  const { keys } = subject;
  subject.keys = [];
  subject.fill = (w, s, { entries }) => {
    const shown = keys ?? keysOf(s.value, w.options.showHidden);
    for (let i = 0; i < shown.length; i++)
      ArrayPrototypePush.call(entries, moduleBinding(w, s, shown[i]));
  };
}

// Reading a binding in its temporal dead zone throws.
function moduleBinding(walk, subject, key) {
  try {
    return describeProperty(walk, subject, key, RECORD);
  } catch (error) {
    if (!ObjectPrototypeIsPrototypeOf.call(primordials.ReferenceError.prototype, error))
      throw error;
    const substitute = { __proto__: null, ...subject, value: { [key]: undefined } };
    const property = describeProperty(walk, substitute, key, RECORD);
    property.value = special('<uninitialized>');
    return property;
  }
}

function functionObject(walk, subject) {
  subject.keys = keysOf(subject.value, walk.options.showHidden);
  const text = require('internal/util/inspect/function').headOf(walk, subject);
  subject.head = headOf(subject, text, 'special');
}

function error(walk, subject) {
  require('internal/util/inspect/error').describeError(walk, subject);
}

const DESCRIBERS = { __proto__: null };
DESCRIBERS[KIND.ERROR] = error;
DESCRIBERS[KIND.PROMISE] = promise;
DESCRIBERS[KIND.MAP_ITERATOR] = iterator('Map Iterator');
DESCRIBERS[KIND.SET_ITERATOR] = iterator('Set Iterator');
DESCRIBERS[KIND.WEAK_MAP] = weak('WeakMap');
DESCRIBERS[KIND.WEAK_SET] = weak('WeakSet');
DESCRIBERS[KIND.DATE] = date;
DESCRIBERS[KIND.REGEXP] = regexp;
DESCRIBERS[KIND.ARGUMENTS] = argumentsObject;
DESCRIBERS[KIND.NUMBER] = boxed(HEADS.NUMBER);
DESCRIBERS[KIND.STRING] = boxed(HEADS.STRING);
DESCRIBERS[KIND.BOOLEAN] = boxed(HEADS.BOOLEAN);
DESCRIBERS[KIND.BOXED] = boxed(undefined);
DESCRIBERS[KIND.BUFFER] = buffer;
DESCRIBERS[KIND.VIEW] = view;
DESCRIBERS[KIND.TYPED] = typed;

const NEED_ITERATOR = [KIND.TYPED, KIND.MAP_ITERATOR, KIND.SET_ITERATOR];

function describerOf(subject) {
  const { value, what } = subject;
  if (ArrayPrototypeIncludes.call(NEED_ITERATOR, what) && !isIterable(subject))
    return plain;
  const found = what === KIND.BOXED && !isBoxOf('Symbol', value) && !isBoxOf('BigInt', value) ?
    undefined : DESCRIBERS[what];
  // An object whose constructor is Object is described as a plain object, whatever its kind.
  if (subject.name === 'Object' && typeof value !== 'function' && what !== KIND.ARGUMENTS &&
      !ArrayPrototypeIncludes.call(NEED_ITERATOR, what))
    return plain;
  if (found !== undefined)
    return found;
  if (typeof value === 'function')
    return functionObject;
  if (require('internal/error_stack').isInstance(value))
    return error;
  if (subject.name === null && require('internal/util/types').isModuleNamespaceObject(value))
    return namespace;
  return isURL(value) ? url : undefined;
}

// With customInspect: false a URL is shown as its href.
function isURL(value) {
  const { modules } = require('internal/bootstrap/loader');
  const URL = modules['internal/url']?.exports.URL;
  return URL !== undefined && ObjectPrototypeIsPrototypeOf.call(URL.prototype, value);
}

function url(walk, subject) {
  if (walk.limit === null || subject.depth <= walk.limit)
    subject.head = new Leaf(`${subject.value.href}`);
  else
    plain(walk, subject);
}

module.exports = {
  describerOf, liveNamespace, innermost, describeGot, describeProxy, describeThrough, nextIndex,
  typedName,
};
