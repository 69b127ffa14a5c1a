'use strict';
// Names of entries, lines and numbers in sentences.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, MathRound, StringPrototypeReplace,
} = primordials;

const KINDS = {
  __proto__: null, main: 'main script', timer: 'timer', interval: 'interval',
  immediate: 'immediate', tick: 'tick', microtask: 'microtask', promise: 'promise job',
  await: 'await', io: 'callback', listener: 'listener', close: 'close callback',
  rejection: 'rejection listener', beforeExit: 'beforeExit listener', exit: 'exit listener',
};

// "app.js:3" of "app.js:3:14".
const line = (place) => StringPrototypeReplace.call(place, /^(.*:\d+):\d+$/, '$1');

const count = (number) =>
  StringPrototypeReplace.call(`${MathRound(number)}`, /\B(?=(?:\d{3})+$)/g, ',');

const isNamed = (entry) => entry.name !== '(anonymous)';

// "the timer of app.js:3", "tick() (app.js:3)"; isFirst: it begins a sentence.
function the(entry, isFirst = false) {
  const article = isFirst ? 'The' : 'the';
  if (entry.kind === 'main')
    return `${article} main script`;
  const place = line(entry.where || entry.from);
  if (isNamed(entry))
    return place === '' ? `${entry.name}()` : `${entry.name}() (${place})`;
  return `${article} ${KINDS[entry.kind]}${place === '' ? '' : ` of ${place}`}`;
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

// Where a long callback spent its time: "in hash(), at app.js:5"; only the line if that is in the
// callback itself.
function hotSpot({ name, detail: { hot } }) {
  if (hot === undefined)
    return '';
  const parts = [];
  if (hot.name !== '' && hot.name !== name)
    ArrayPrototypePush.call(parts, `in ${hot.name}()`);
  if (hot.line !== '')
    ArrayPrototypePush.call(parts, `at ${line(hot.line)}`);
  return ArrayPrototypeJoin.call(parts, ', ');
}

module.exports = { hotSpot, KINDS, line, count, the, isNamed, ordinal, what };
