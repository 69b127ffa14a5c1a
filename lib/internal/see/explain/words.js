'use strict';
// How entries, lines, times and numbers are called in sentences.

const KINDS = {
  __proto__: null, main: 'main script', timer: 'timer', interval: 'interval',
  immediate: 'immediate', tick: 'tick', microtask: 'microtask', promise: 'promise job',
  await: 'await', io: 'callback', listener: 'listener', close: 'close callback',
  rejection: 'rejection listener', beforeExit: 'beforeExit listener', exit: 'exit listener',
};

// "app.js:3" of "app.js:3:14".
const line = (place) => place.replace(/^(.*:\d+):\d+$/, '$1');

const count = (number) => `${Math.round(number)}`.replace(/\B(?=(?:\d{3})+$)/g, ',');

function time(ms) {
  if (ms === null)
    return 'not to its end';
  if (ms < 0.9995)
    return `${Math.max(0, Math.round(ms * 1000))} \u00b5s`;
  return ms < 9.95 ? `${ms.toFixed(1)} ms` : `${count(ms)} ms`;
}

const isNamed = (entry) => entry.name !== '(anonymous)';

// "the timer of app.js:3", "tick() (app.js:3)"
function the(entry) {
  if (entry.kind === 'main')
    return 'the main script';
  const place = line(entry.where || entry.from);
  if (isNamed(entry))
    return place === '' ? `${entry.name}()` : `${entry.name}() (${place})`;
  return place === '' ? `the ${KINDS[entry.kind]}` : `the ${KINDS[entry.kind]} of ${place}`;
}

const ORDINALS = ['no', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth',
                  'ninth', 'tenth'];
const ordinal = (n) => ORDINALS[n] ?? `${n}th`;

// What an entry waited for: "fs.readFile", "'data' of Socket".
function what({ detail }) {
  if (detail.what !== undefined && detail.event !== undefined)
    return detail.what === '' ? `'${detail.event}'` : `'${detail.event}' of ${detail.what}`;
  return detail.what ?? '';
}

// Where a long callback spent its time: "in hash(), at app.js:5", or only the line when it is its own.
function hotSpot({ name, detail: { hot } }) {
  if (hot === undefined)
    return '';
  const parts = [];
  if (hot.name !== '' && hot.name !== name)
    parts.push(`in ${hot.name}()`);
  if (hot.line !== '')
    parts.push(`at ${line(hot.line)}`);
  return parts.join(', ');
}

module.exports = { hotSpot, KINDS, line, count, time, the, isNamed, ordinal, what };
