'use strict';
// Timers and immediates that keep the loop alive. Timers share one handle of the loop, immediates
// have none: only lib/ knows them.
//
// The line that set a timer is found in this order:
// (1) recorded: from the start of the program (`gyre why FILE`), or since a query (recordBriefly);
// (2) for the first timer of a list, if the delay is at least 100 ms: the list has a stack
//     (lib/internal/timers.js);
// (3) where the callback is defined, which is mostly the same line;
// (4) if the callback has no source text: the line of the first timer with the same delay, which
//     may be another line.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, MathMax,
  ReflectApply, SafeWeakMap, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeTrimEnd,
} = primordials;
const { now: loopTime } = internalBinding('timers');
const { modules } = require('internal/bootstrap/loader');
const timers = require('internal/timers');
const { context } = require('internal/async_context');
const { formatDuration } = require('internal/see/duration');
const { definitions, isOpaque, nameOf, placeIn, show,
        stackHere } = require('internal/see/record/frames');

const MS = 1e6;
const MAX_PLACES = 3;
const RECORD_MS = 1000;

// ---- Lines ----

let origins;      // timer -> { line, byPromise, at }: the line that set it, and when
let isRecording = false;

// byPromise: timers/promises set it, so the program has no timer object to clear. A callback
// without source text is mostly the resolve() of a promise: then the function that set the timer
// is a helper such as sleep(), and the line of its caller is reported.
const madeIn = (stack, timer) => {
  const byPromise = StringPrototypeIncludes.call(stack, '@node:timers/promises');
  const isHelper = !byPromise && isOpaque(timer._onTimeout ?? timer._onImmediate);
  return { __proto__: null, line: placeIn(stack, isHelper), byPromise };
};
const recordOrigin = (timer) =>
  origins.set(timer, { __proto__: null, ...madeIn(stackHere(), timer), at: loopTime() });

// Records all origins from now on. Called before globals and modules take the functions from
// internal/timers.
function recordAll() {
  const { replace } = require('internal/see/record/replace');
  origins = new SafeWeakMap();
  isRecording = true;
  const recording = (original) => function recorded(...args) {
    const timer = ReflectApply(original, this, args);
    recordOrigin(timer);
    return timer;
  };
  replace(timers, 'setTimeout', recording);
  replace(timers, 'setInterval', recording);
  replace(timers, 'setImmediate', recording);
}

// Records origins for one second, which finds timers that are set again and again. Calls
// setRecording(true), and at the end setRecording(false). Returns false if origins are being
// recorded already.
function recordBriefly(setRecording) {
  if (isRecording)
    return false;
  const before = context.made;
  const made = (type, resource, callback) => {
    if (type === 'Timeout' || type === 'Immediate')
      recordOrigin(resource);
    return before === null ? callback : before(type, resource, callback);
  };
  origins ??= new SafeWeakMap();
  isRecording = true;
  context.made = made;
  setRecording(true);
  timers.setTimeout(() => {
    isRecording = false;
    setRecording(false);
    if (context.made === made)      // else async hooks were enabled or disabled meanwhile
      context.made = before;
  }, RECORD_MS).unref();
  return true;
}

// Where the callback is defined. If several places have the same text: those where it is an
// argument of `name`.
function placeOfCallback(callback, name) {
  const all = definitions(callback);
  const asArgument = ArrayPrototypeFilter.call(all, ({ before }) =>
    StringPrototypeEndsWith.call(StringPrototypeTrimEnd.call(before), `${name}(`));
  const places = asArgument.length > 0 ? asArgument : all;
  return places.length > MAX_PLACES ? '' :
    ArrayPrototypeJoin.call(ArrayPrototypeMap.call(places, ({ place }) => show(place)), ' or ');
}

function lineOf(timer, list, name) {
  const callback = timer._onTimeout ?? timer._onImmediate;
  const recorded = origins?.get(timer);
  if (recorded !== undefined && recorded.line !== '')
    return recorded;
  const made = list?.made && list.first === timer[timers.kId] ? madeIn(list.made.stack, timer) :
    NO_ORIGIN;
  if (made.line !== '')
    return made;
  const line = placeOfCallback(callback, name);
  return line === '' && list?.made ? firstOf(list, timer) :
    { __proto__: null, line, byPromise: false };
}
const NO_ORIGIN = { __proto__: null, line: '', byPromise: false };

// Computed once per list, which may have thousands of timers.
const firsts = new SafeWeakMap();
function firstOf(list, timer) {
  if (!firsts.has(list)) {
    const { line, byPromise } = madeIn(list.made.stack, timer);
    const perhaps = line === '' ? undefined : line;
    firsts.set(list, { __proto__: null, line: '', perhaps, byPromise });
  }
  return firsts.get(list);
}

// ---- Records ----

const msText = (ms) => formatDuration(ms * MS);

const RELEASE = {
  __proto__: null,
  timeout: ['clearTimeout(timer), or timer.unref()', 'abort its signal, or { ref: false }'],
  interval: ['clearInterval(timer), or timer.unref()', 'leave the loop, or abort its signal'],
  immediate: ['clearImmediate(immediate), or immediate.unref()',
              'abort its signal, or { ref: false }'],
};

// The record of a holder. JSON omits undefined fields.
const record = (kind, what, age, { line, perhaps, byPromise }, isOlder) => ({
  __proto__: null, kind, what, age, isOlder, line, perhaps,
  release: RELEASE[kind][byPromise ? 1 : 0],
});

// If the line is unknown, the name of the function may help: "bound flush".
const calledName = (callback, { line }) =>
  (line !== '' || nameOf(callback) === '(anonymous)' ? '' : `, calls ${nameOf(callback)}`);

// In a worker of a cluster, a timer stands for a server on which the primary listens.
function fromRemote(timer, place, age) {
  const remote = modules['internal/cluster/remote_handle']?.exports.handleOf(timer);
  return remote === undefined ? undefined : {
    __proto__: null, kind: 'server', age, line: place.line, perhaps: place.perhaps,
    what: `the primary of the cluster listens on ${remote.name}`,
    release: 'server.close(), or server.unref()',
  };
}

function fromTimer(timer, list, now) {
  const callback = timer._onTimeout;
  const delay = timer._idleTimeout;
  const passed = now - timer._idleStart;
  const left = msText(MathMax(0, delay - passed));
  const repeats = timer._repeat !== null && timer._repeat !== undefined;
  const place = lineOf(timer, list, repeats ? 'setInterval' : 'setTimeout');
  const set = origins?.get(timer)?.at;
  const kind = repeats ? 'interval' : 'timeout';
  const what = repeats ? `every ${msText(delay)}, next in ${left}` :
    `of ${msText(delay)}, due in ${left}`;
  const age = (set !== undefined ? now - set : passed) * MS;
  const remote = fromRemote(timer, place, age);
  if (remote !== undefined)
    return remote;
  // An interval is set again for each run, so its age is not known.
  const isOlder = set === undefined && repeats ? true : undefined;
  return record(kind, `${what}${calledName(callback, place)}`, age, place, isOlder);
}

function fromImmediate(immediate) {
  const callback = immediate._onImmediate;
  const place = lineOf(immediate, undefined, 'setImmediate');
  return record('immediate', `queued${calledName(callback, place)}`, 0, place);
}

function timerHolders() {
  const found = [];
  const now = loopTime();
  timers.eachActive((one, list) =>
    ArrayPrototypePush.call(found, one._onImmediate === undefined ? fromTimer(one, list, now) :
                            fromImmediate(one)));
  return found;
}

module.exports = { timerHolders, recordAll, recordBriefly };
