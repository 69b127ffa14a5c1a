'use strict';
// Timers and immediates that keep the loop alive. Timers share one handle of the loop, immediates have none: each is
// known in lib/ only.
//
// Which line has set one is known, in this order:
// (1) when somebody has asked for that beforehand (`gyre why FILE`), or is asking since a moment (noteAWhile);
// (2) of the first timer with its delay, from 100 ms on: its list has a stack (lib/internal/timers.js);
// (3) by where the callback is defined, which is the same line for most;
// (4) perhaps, of a callback that has no text, by the first timer with the same delay.

const { now: loopTime } = internalBinding('timers');
const timers = require('internal/timers');
const { context } = require('internal/async_context');
const { definitions, isOpaque, nameOf, placeIn, show, stackHere } = require('internal/see/record/frames');

const MS = 1e6;
const MOST_PLACES = 3;
const NOTING = 1000;      // ms

// ---- Lines ----

let origins;      // timer -> { line, byPromise, at }: what set it, and when
let isNoting = false;

// Whoever awaits a timer of timers/promises has no timer to clear. A callback without a text is that of a promise, for
// most: the function around it is a sleep() that others call.
const madeIn = (stack, timer) => {
  const byPromise = stack.includes('@node:timers/promises');
  return { line: placeIn(stack, !byPromise && isOpaque(timer._onTimeout ?? timer._onImmediate)), byPromise };
};
const note = (timer) => origins.set(timer, { ...madeIn(stackHere(), timer), at: loopTime() });

// Before anybody else has taken the functions: globals and modules get them from here.
function noteAll() {
  const { replace } = require('internal/see/record/replace');
  origins = new WeakMap();
  isNoting = true;
  for (const name of ['setTimeout', 'setInterval', 'setImmediate']) {
    replace(timers, name, (original) => function noted(...args) {
      const timer = Reflect.apply(original, this, args);
      note(timer);
      return timer;
    });
  }
}

// What comes again and again is met in the next moment. False when that is being done. Calls along(true), and at the
// end along(false).
function noteAWhile(along) {
  if (isNoting)
    return false;
  const before = context.made;
  const made = (type, resource, callback) => {
    if (type === 'Timeout' || type === 'Immediate')
      note(resource);
    return before === null ? callback : before(type, resource, callback);
  };
  origins ??= new WeakMap();
  isNoting = true;
  context.made = made;
  along(true);
  timers.setTimeout(() => {
    isNoting = false;
    along(false);
    if (context.made === made)      // else async hooks came or went meanwhile
      context.made = before;
  }, NOTING).unref();
  return true;
}

// Of places with the very same text, the one that is handed over to the function in question.
function placeOfCallback(callback, name) {
  const all = definitions(callback);
  const handed = all.filter(({ before }) => before.trimEnd().endsWith(`${name}(`));
  const places = handed.length > 0 ? handed : all;
  return places.length > MOST_PLACES ? '' : places.map(({ place }) => show(place)).join(' or ');
}

function lineOf(timer, list, name) {
  const callback = timer._onTimeout ?? timer._onImmediate;
  const noted = origins?.get(timer);
  if (noted !== undefined && noted.line !== '')
    return noted;
  const made = list?.made && list.first === timer[timers.kId] ? madeIn(list.made.stack, timer) : NOT_NOTED;
  if (made.line !== '')
    return made;
  const line = placeOfCallback(callback, name);
  return line === '' && list?.made ? firstOf(list, timer) : { line, byPromise: false };
}
const NOT_NOTED = { line: '', byPromise: false };

// There may be thousands in a list.
const firsts = new WeakMap();
function firstOf(list, timer) {
  if (!firsts.has(list)) {
    const { line, byPromise } = madeIn(list.made.stack, timer);
    firsts.set(list, { line: '', perhaps: line === '' ? undefined : line, byPromise });
  }
  return firsts.get(list);
}

// ---- Each ----

function time(ms) {
  if (ms < 1000)
    return `${Math.round(ms)} ms`;
  if (ms < 120_000)
    return `${+(ms / 1000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${+(ms / 3_600_000).toFixed(1)} h`;
}

const RELEASE = {
  __proto__: null,
  timeout: ['clearTimeout(timer), or timer.unref()', 'abort its signal, or { ref: false }'],
  interval: ['clearInterval(timer), or timer.unref()', 'leave the loop, or abort its signal'],
  immediate: ['clearImmediate(immediate), or immediate.unref()', 'abort its signal, or { ref: false }'],
};

// For the record; JSON leaves out what is undefined.
const told = (kind, { line, perhaps, byPromise }) => ({ line, perhaps, release: RELEASE[kind][byPromise ? 1 : 0] });

// Where the line is unknown the name of the function may help: "bound flush".
const called = (callback, { line }) =>
  (line !== '' || nameOf(callback) === '(anonymous)' ? '' : `, calls ${nameOf(callback)}`);

function fromTimer(timer, list, now) {
  const callback = timer._onTimeout;
  const delay = timer._idleTimeout;
  const passed = now - timer._idleStart;
  const left = time(Math.max(0, delay - passed));
  const repeats = timer._repeat !== null && timer._repeat !== undefined;
  const place = lineOf(timer, list, repeats ? 'setInterval' : 'setTimeout');
  const set = origins?.get(timer)?.at;
  const kind = repeats ? 'interval' : 'timeout';
  return {
    kind,
    what: `${repeats ? `every ${time(delay)}, next in ${left}` : `of ${time(delay)}, due in ${left}`}${called(callback, place)}`,
    age: (set !== undefined ? now - set : passed) * MS,
    isOlder: set === undefined && repeats ? true : undefined,      // it was set again each time
    ...told(kind, place),
  };
}

function fromImmediate(immediate) {
  const callback = immediate._onImmediate;
  const place = lineOf(immediate, undefined, 'setImmediate');
  return { kind: 'immediate', what: `queued${called(callback, place)}`, age: 0, ...told('immediate', place) };
}

function timerHolders() {
  const found = [];
  const now = loopTime();
  timers.eachActive((one, list) =>
    found.push(one._onImmediate === undefined ? fromTimer(one, list, now) : fromImmediate(one)));
  return found;
}

module.exports = { timerHolders, noteAll, noteAWhile, time };
