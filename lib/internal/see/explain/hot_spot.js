'use strict';
// In which function a long callback spent its time: the engine samples the stack once a
// millisecond.
//
// The hot function is the innermost one of the program that was on the stack in most samples of a
// callback; of its lines the one that ran in most of them.

const { sample, samples } = internalBinding('see');
const { show } = require('internal/see/record/frames');

const LONG = 50e6;          // ns: shorter callbacks are not asked about
const KEEP = 500e6;         // ns: samples that nobody wants are dropped so often
const MOST = 0.75;          // of the samples
const FEWEST = 10;
const UNKNOWN = 2 ** 32 - 1;      // a line that the engine does not know: of a loop without calls

let isOn = false;
let dropped = 0;

function start(now) {
  isOn = sample(true);
  samples();
  dropped = now;
}

const fileOf = (url) => (url.startsWith('file://') ? decodeURI(url.slice(7)) : url);

// The program's frames of each sample that was taken since `began`, outermost first.
function stacks(began) {
  const { traces = [], sources = [] } = JSON.parse(samples());
  const urls = new Map(sources.map(({ sourceID, url }) => [sourceID, url ?? '']));
  const found = [];
  for (const { timestamp, frames } of traces) {
    if (timestamp * 1e9 < began)
      continue;
    const own = frames.map((frame) => ({ ...frame, url: fileOf(urls.get(frame.sourceID) ?? '') }))
      .filter(({ url }) => url !== '' && !url.startsWith('node:'));
    if (own.length > 0)
      found.push(own.reverse());
  }
  return found;
}

// Its code block names a function, whatever its tier: "#EE9U74:LLInt:bc#0".
const keyOf = ({ sourceID, name, location }) => `${sourceID} ${name} ${location.split(':')[0]}`;

function hottest(list) {
  const seen = new Map();     // key -> { frame, count, depth, lines }
  for (const stack of list) {
    const inThis = new Set();
    stack.forEach((frame, depth) => {
      const key = keyOf(frame);
      const one = seen.get(key) ?? { frame, count: 0, depth: 0, lines: new Map() };
      seen.set(key, one);
      if (!inThis.has(key))
        one.count++;
      inThis.add(key);
      one.depth = Math.max(one.depth, depth);
      if (frame.line !== UNKNOWN)
        one.lines.set(frame.line, (one.lines.get(frame.line) ?? 0) + 1);
    });
  }
  let best = null;
  for (const one of seen.values()) {
    if (one.count >= MOST * list.length && (best === null || one.depth > best.depth))
      best = one;
  }
  return best;
}

// { name, line, share } of an entry that has just ended, the line '' where the engine does not know it; null when it was short or nothing is
// known.
function hotSpot({ began, ended }) {
  if (!isOn)
    return null;
  if (ended - began < LONG) {
    if (ended - dropped > KEEP) {
      samples();
      dropped = ended;
    }
    return null;
  }
  dropped = ended;
  const list = stacks(began);
  const best = list.length < FEWEST ? null : hottest(list);
  if (best === null)
    return null;
  const [line] = [...best.lines].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  const { frame: { name, url }, count } = best;
  return { name: name === 'Object.<anonymous>' ? '' : name,
           line: line === '' ? '' : show({ url, line, column: 1 }), share: count / list.length };
}

module.exports = { start, hotSpot };
