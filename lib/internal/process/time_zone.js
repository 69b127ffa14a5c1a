'use strict';
// Changes of process.env.TZ while the program runs. The engine reads the zone with the first local
// date and caches it. After a later change, local time is computed here.
//
// (1) Nothing is replaced while the engine's zone is the one that TZ names.
// (2) Date objects are the engine's. Replaced are the methods that depend on the zone, the
//     constructor and its parser, and the default zone of Intl.DateTimeFormat. `vm` contexts stay
//     in the engine's zone.
// (3) A local time that does not exist uses the offset before the change. One that exists twice is
//     the first of both.

const {
  Date: NativeDate, MathAbs, MathFloor, MathMax, MathMin, MathTrunc, Object, ObjectCreate,
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames, ObjectKeys,
  ObjectSetPrototypeOf, ReflectApply: apply, ReflectConstruct: construct, ReflectOwnKeys, RegExp,
  RegExpPrototypeExec, SafeMap, StringPrototypePadStart, StringPrototypeReplace,
  StringPrototypeSlice, StringPrototypeSplit, SymbolToPrimitive,
} = primordials;
const { zoneOffset } = internalBinding('process');
const { Intl } = globalThis;
const { DateTimeFormat: NativeFormat } = Intl;
const proto = NativeDate.prototype;
const { getTime, setTime, toUTCString } = proto;
const native = { __proto__: null };
const methods = ObjectGetOwnPropertyNames(proto);
for (let i = 0; i < methods.length; i++)
  native[methods[i]] = proto[methods[i]];

const MINUTE = 60000;
const DAY = 86400000;
const LAST = 8.64e15;     // the last millisecond that a date can be
const MOST_DAYS = 4096;   // whose offset is remembered

// ---- Zones ----

let zone;            // undefined: the engine's own is right
let offsets, names;  // formatters of the zone
const days = new SafeMap();

function systemZone() {
  try {
    const path = require('fs').realpathSync('/etc/localtime');
    return RegExpPrototypeExec.call(/zoneinfo\/(?:posix\/|right\/)?(.+)$/, path)?.[1] ?? 'UTC';
  } catch {
    return 'UTC';
  }
}

const zoneOf = (name) => new NativeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;

// The zone that TZ names: a name, ':name', or POSIX's 'ABC+3'. Unknown names mean UTC.
function meaningOf(text) {
  if (text === undefined)
    return systemZone();
  const name = text[0] === ':' ? StringPrototypeSlice.call(text, 1) : text;
  const shifted = RegExpPrototypeExec.call(/^[A-Za-z]{3,}([+-]?)(\d{1,2})$/, name);
  const tried = [name, shifted && `Etc/GMT${shifted[1] || '+'}${+shifted[2]}`];
  for (let i = 0; i < tried.length; i++) {
    try {
      return zoneOf(tried[i]);
    } catch {
      // Unknown to Intl: try the next candidate.
    }
  }
  return 'UTC';
}

// A formatter writes the date, a comma and the zone's name.
const nameIn = (format, time) => RegExpPrototypeExec.call(/, (.*)$/, format.format(time))[1];

function readOffset(time) {
  const name = nameIn(offsets, MathMin(MathMax(time, -LAST), LAST));
  const { 1: sign, 2: hours, 3: minutes, 4: seconds } =
    RegExpPrototypeExec.call(/([+-])(\d+):(\d+)(?::(\d+))?$/, name) ?? ['', '+', 0, 0];
  const size = ((+hours * 60 + +minutes) * 60 + +(seconds ?? 0)) * 1000;
  return sign === '-' ? -size : size;
}

// Local time minus UTC at an instant. If both ends of a day have one offset, all of the day has it.
function offsetAt(time) {
  const day = MathFloor(time / DAY);
  let known = days.get(day);
  if (known === undefined) {
    known = readOffset(day * DAY);
    if (known !== readOffset((day + 1) * DAY))
      known = NaN;
    if (days.size >= MOST_DAYS)
      days.clear();
    days.set(day, known);
  }
  return known === known ? known : readOffset(time);
}

const toLocal = (time) => (time !== time ? NaN : time + offsetAt(time));

function fromLocal(local) {
  if (local !== local)
    return NaN;
  const before = local - offsetAt(local - DAY);
  const after = local - offsetAt(local + DAY);
  return toLocal(before) === local || toLocal(after) !== local ? before : after;
}

// ---- Texts ----

// 'Sat', '14', 'Apr', '2018', '14:34:56' of the local time.
function partsOf(time) {
  const text = apply(toUTCString, new NativeDate(toLocal(time)), []);
  return StringPrototypeSplit.call(StringPrototypeReplace.call(text, ',', ''), ' ');
}

function dateText(time) {
  const { 0: weekday, 1: day, 2: month, 3: year } = partsOf(time);
  return `${weekday} ${month} ${day} ${year}`;
}

function timeText(time) {
  const minutes = MathTrunc(offsetAt(time) / MINUTE);
  const size = MathAbs(minutes);
  const digits = StringPrototypePadStart.call(`${MathTrunc(size / 60) * 100 + size % 60}`, 4, '0');
  return `${partsOf(time)[4]} GMT${minutes < 0 ? '-' : '+'}${digits} (${nameIn(names, time)})`;
}

function withZone(options) {
  if (options === undefined)
    return { timeZone: zone };
  return options === null || options.timeZone !== undefined ? options :
    ObjectCreate(Object(options), {
      __proto__: null, timeZone: { __proto__: null, value: zone, enumerable: true },
    });
}

const ZONE = new RegExp(
  'T[\\d:.,]+(?:Z|[+-]\\d\\d:?\\d\\d)\\s*$|\\b(?:GMT|UTC?|Z|[ECMP][SD]T)\\b|' +
  '[+-]\\d\\d:?\\d\\d\\b(?!-)', 'i');

// Whether a date string is in local time: it names no zone. A date without a time is UTC.
function isLocalText(text) {
  if (RegExpPrototypeExec.call(/^\s*[+-]?\d{4,6}(-\d\d){0,2}\s*$/, text) !== null)
    return false;
  return RegExpPrototypeExec.call(ZONE, text) === null;
}

function parse(value) {
  const text = `${value}`;
  const time = NativeDate.parse(text);
  if (time !== time || !isLocalText(text))
    return time;
  // The engine parsed the fields in its own zone: read them back, and use them in ours.
  const date = new NativeDate(time);
  const read = (name) => apply(native[name], date, []);
  const local = new NativeDate(0);
  local.setUTCFullYear(read('getFullYear'), read('getMonth'), read('getDate'));
  local.setUTCHours(read('getHours'), read('getMinutes'), read('getSeconds'),
    read('getMilliseconds'));
  return fromLocal(apply(getTime, local, []));
}

// ---- What is replaced ----

function put(target, name, value, like) {
  ObjectDefineProperty(value, 'name', { __proto__: null, value: name });
  ObjectDefineProperty(value, 'length', { __proto__: null, value: like.length });
  ObjectDefineProperty(target, name, { __proto__: null, value });
}

const PARTS = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];
const LOCALE_TEXTS = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'];

function putMethods() {
  for (let i = 0; i < PARTS.length; i++) {
    const part = PARTS[i];
    put(proto, `get${part}`, { method() {
      return apply(native[`getUTC${part}`], new NativeDate(toLocal(apply(getTime, this, []))), []);
    } }.method, native[`get${part}`]);
    if (part !== 'Day') {
      put(proto, `set${part}`, { method(...args) {
        const local = new NativeDate(toLocal(apply(getTime, this, [])));
        apply(native[`setUTC${part}`], local, args);
        return apply(setTime, this, [fromLocal(apply(getTime, local, []))]);
      } }.method, native[`set${part}`]);
    }
  }
  const texts = {
    __proto__: null, toString: (time) => `${dateText(time)} ${timeText(time)}`,
      toDateString: dateText,
    toTimeString: timeText,
  };
  const textNames = ObjectKeys(texts);
  for (let i = 0; i < textNames.length; i++) {
    const name = textNames[i];
    put(proto, name, { method() {
      const time = apply(getTime, this, []);
      return MathAbs(toLocal(time)) <= LAST ? texts[name](time) : 'Invalid Date';
    } }.method, native[name]);
  }
  for (let i = 0; i < LOCALE_TEXTS.length; i++) {
    const name = LOCALE_TEXTS[i];
    put(proto, name, { method(locales, options) {
      return apply(native[name], this, [locales, withZone(options)]);
    } }.method, native[name]);
  }
  put(proto, 'getYear', { method() { return apply(proto.getFullYear, this, []) - 1900; } }.method,
      native.getYear);
  put(proto, 'setYear', { method(year) {
    const number = MathTrunc(+year);
    return apply(proto.setFullYear, this, [number >= 0 && number <= 99 ? number + 1900 : +year]);
  } }.method, native.setYear);
  put(proto, 'getTimezoneOffset', { method() {
    const time = apply(getTime, this, []);
    return time !== time ? NaN : -offsetAt(time) / MINUTE || 0;
  } }.method, native.getTimezoneOffset);
}

// The time value of `new Date(value)`.
function single(value) {
  if (typeof value === 'object' && value !== null || typeof value === 'function') {
    const { isDate } = require('internal/util/types');
    if (isDate(value))
      return value;
    const convert = value[SymbolToPrimitive];
    if (convert != null)
      value = apply(convert, value, ['default']);
    else if (typeof value.valueOf() !== 'object')
      value = value.valueOf();
    else
      value = value.toString();
  }
  return typeof value === 'string' ? parse(value) : value;
}

// Replaces a constructor by one with the same prototype and static members that calls `make`.
function replace(holder, name, Native, make) {
  const Replaced = function(...args) { return make(args, new.target); };
  const keys = ReflectOwnKeys(Native);
  for (let i = 0; i < keys.length; i++) {
    const descriptor = ObjectGetOwnPropertyDescriptor(Native, keys[i]);
    ObjectDefineProperty(Replaced, keys[i], ObjectSetPrototypeOf(descriptor, null));
  }
  ObjectDefineProperty(Native.prototype, 'constructor', { __proto__: null, value: Replaced });
  ObjectDefineProperty(holder, name, { __proto__: null, value: Replaced });
  const own = (target) => (target === Replaced || target === undefined ? Native : target);
  return { Replaced, own };
}

function install() {
  putMethods();
  const date = replace(globalThis, 'Date', NativeDate, (args, target) => {
    if (target === undefined)
      return new date.Replaced().toString();
    const given = args.length > 1 ? [fromLocal(apply(NativeDate.UTC, NativeDate, args))] :
      args.length === 1 ? [single(args[0])] : args;
    return construct(NativeDate, given, date.own(target));
  });
  put(date.Replaced, 'parse', (text) => parse(text), NativeDate.parse);
  const format = replace(Intl, 'DateTimeFormat', NativeFormat,
    ({ 0: locales, 1: options }, target) =>
    construct(NativeFormat, [locales, withZone(options)], format.own(target)));
}

const PROBES = { from: 1970, to: 2037, every: 3 };
const WITHOUT_OFFSET = /^:?(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal|Greenwich)$/;

// Whether the engine's local time is already the system's. This check is cheap; Intl takes tens of
// milliseconds to load. On a system without zone files everything is UTC, and nothing follows from
// it.
function engineFollows(text) {
  let isCertain = RegExpPrototypeExec.call(WITHOUT_OFFSET, text) !== null;
  for (let year = PROBES.from; year <= PROBES.to; year += PROBES.every) {
    for (let month = 0; month <= 6; month += 6) {
      const time = NativeDate.UTC(year, month, 1);
      const offset = zoneOffset(time);
      if (apply(native.getTimezoneOffset, new NativeDate(time), []) !== offset)
        return false;
      isCertain ||= offset !== 0;
    }
  }
  return isCertain;
}

// Called when TZ was set, or removed: then `text` is undefined.
function follow(text) {
  if (zone === undefined && engineFollows(text))
    return;
  const wanted = meaningOf(text);
  if (zone === undefined) {
    // If the engine has not read TZ before, it does now.
    if (new NativeFormat().resolvedOptions().timeZone === wanted)
      return;
    install();
  }
  zone = wanted;
  offsets = new NativeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  names = new NativeFormat('en-US', { timeZone: zone, timeZoneName: 'long' });
  days.clear();
}

module.exports = { follow };
