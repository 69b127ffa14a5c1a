'use strict';
// util.debuglog(): messages of the sections that NODE_DEBUG names; and how a duration is written.

let patterns;

// NODE_DEBUG=net,fs* — names, in which * stands for anything.
function patternOf(name) {
  return new RegExp(`^${name.split('*').map((part) => RegExp.escape(part)).join('.*')}$`, 'i');
}

function isOn(section) {
  patterns ??= (process.env.NODE_DEBUG ?? '').split(',').filter(Boolean).map(patternOf);
  return patterns.some((pattern) => pattern.test(section));
}

function print(section, args) {
  const colors = process.stderr.hasColors?.() === true;
  const { formatWithOptions } = require('internal/util/inspect');
  const text = formatWithOptions({ colors }, ...args);
  const pid = colors ? formatWithOptions({ colors }, process.pid) : process.pid;
  process.stderr.write(formatWithOptions({ colors: false }, '%s %s: %s\n', section, pid, text));
}

function debuglog(set, cb) {
  set = `${set}`.toUpperCase();
  let enabled;
  const check = () => (enabled ??= isOn(set));
  let debug = (...args) => {
    debug = check() ? (...rest) => print(set, rest) : () => {};
    if (typeof cb === 'function')
      cb(addEnabled(debug));
    debug(...args);
  };
  const addEnabled = (fn) => Object.defineProperty(fn, 'enabled', {
    __proto__: null, get: check, configurable: true, enumerable: true,
  });
  return addEnabled((...args) => debug(...args));
}

function pad(value) {
  return `${value}`.padStart(2, '0');
}

// 12.345ms, 1.500s, 1:00.300 (m:ss.mmm), 1:06:40.457 (h:mm:ss.mmm)
function formatTime(ms) {
  if (ms < 1000)
    return `${Number(ms.toFixed(3))}ms`;
  if (ms < 60000)
    return `${(ms / 1000).toFixed(3)}s`;
  let rest = ms;
  const hours = Math.floor(rest / 3600000);
  rest -= hours * 3600000;
  const minutes = Math.floor(rest / 60000);
  const [seconds, thousandths] = ((rest - minutes * 60000) / 1000).toFixed(3).split('.');
  if (hours !== 0)
    return `${hours}:${pad(minutes)}:${pad(seconds)}.${thousandths} (h:mm:ss.mmm)`;
  return `${minutes}:${pad(seconds)}.${thousandths} (m:ss.mmm)`;
}

module.exports = { debuglog, formatTime };
