'use strict';
// util.debuglog(): messages of the sections that NODE_DEBUG names; and the format of durations.

const {
  MathFloor, NumberPrototypeToFixed, ObjectDefineProperty, ReflectApply, RegExp, RegExpEscape,
  RegExpPrototypeExec, SafeArray, StringPrototypePadStart, StringPrototypeSplit,
  StringPrototypeToUpperCase,
} = primordials;
let patterns;

// NODE_DEBUG=net,fs* — names, in which * stands for anything.
function patternOf(name) {
  const parts = StringPrototypeSplit.call(name, '*');
  let source = RegExpEscape(parts[0]);
  for (let i = 1; i < parts.length; i++)
    source += `.*${RegExpEscape(parts[i])}`;
  return new RegExp(`^${source}$`, 'i');
}

function readPatterns() {
  const names = StringPrototypeSplit.call(process.env.NODE_DEBUG ?? '', ',');
  const list = new SafeArray();
  for (let i = 0; i < names.length; i++) {
    if (names[i] !== '')
      list.push(patternOf(names[i]));
  }
  return list;
}

function isOn(section) {
  patterns ??= readPatterns();
  return patterns.some((pattern) => RegExpPrototypeExec.call(pattern, section) !== null);
}

function print(section, args) {
  const colors = process.stderr.hasColors?.() === true;
  const { formatArgs, formatWithOptions } = require('internal/util/inspect/format');
  const text = args.length === 0 ? '' : formatArgs({ __proto__: null, colors }, args);
  const pid = colors ? formatWithOptions({ __proto__: null, colors }, process.pid) : process.pid;
  process.stderr.write(`${section} ${pid}: ${text}\n`);
}

function debuglog(set, cb) {
  set = StringPrototypeToUpperCase.call(`${set}`);
  let enabled;
  const check = () => (enabled ??= isOn(set));
  let debug = (...args) => {
    debug = check() ? (...rest) => print(set, rest) : () => {};
    if (typeof cb === 'function')
      cb(addEnabled(debug));
    ReflectApply(debug, undefined, args);
  };
  const addEnabled = (fn) => ObjectDefineProperty(fn, 'enabled', {
    __proto__: null, get: check, configurable: true, enumerable: true,
  });
  const logger = (...args) => ReflectApply(debug, undefined, args);
  return addEnabled(logger);
}

function pad(value) {
  return StringPrototypePadStart.call(`${value}`, 2, '0');
}

// 12.345ms, 1.500s, 1:00.300 (m:ss.mmm), 1:06:40.457 (h:mm:ss.mmm)
function formatTime(ms) {
  if (ms < 1000)
    return `${+NumberPrototypeToFixed.call(ms, 3)}ms`;
  if (ms < 60000)
    return `${NumberPrototypeToFixed.call(ms / 1000, 3)}s`;
  let rest = ms;
  const hours = MathFloor(rest / 3600000);
  rest -= hours * 3600000;
  const minutes = MathFloor(rest / 60000);
  const { 0: seconds, 1: thousandths } = StringPrototypeSplit.call(
    NumberPrototypeToFixed.call((rest - minutes * 60000) / 1000, 3), '.');
  if (hours !== 0)
    return `${hours}:${pad(minutes)}:${pad(seconds)}.${thousandths} (h:mm:ss.mmm)`;
  return `${minutes}:${pad(seconds)}.${thousandths} (m:ss.mmm)`;
}

module.exports = { debuglog, formatTime };
