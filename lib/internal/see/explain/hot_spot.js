'use strict';
// In which function a long callback spent its time: the engine samples the stack once a
// millisecond.
//
// The hot function is the innermost one of the program that was on the stack in most samples of a
// callback; of its lines the one that ran in most of them.

const {
  ArrayPrototypePush, JSONParse, MathMax, ObjectHasOwn, SafeMap, SafeSet, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, decodeURI,
} = primordials;
const { sample, samples } = internalBinding('see');
const { show } = require('internal/see/record/frames');

const LONG = 50e6;          // ns: shorter callbacks have no hot spot
const KEEP = 500e6;         // ns after which samples that nobody needs are dropped
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

const fileOf = (url) =>
  (StringPrototypeStartsWith.call(url, 'file://') ?
    decodeURI(StringPrototypeSlice.call(url, 7)) : url);

const isOfProgram = (url) => url !== '' && !StringPrototypeStartsWith.call(url, 'node:');

// The program's frames of a sample, outermost first.
function ownFrames(frames, urls) {
  const own = [];
  for (let i = frames.length - 1; i >= 0; i--) {
    const url = fileOf(urls.get(frames[i].sourceID) ?? '');
    if (isOfProgram(url))
      ArrayPrototypePush.call(own, { __proto__: null, ...frames[i], url });
  }
  return own;
}

// The same of each sample that was taken since `began`.
function stacks(began) {
  const { traces = [], sources = [] } = { __proto__: null, ...JSONParse(samples()) };
  const urls = new SafeMap();
  for (let i = 0; i < sources.length; i++)
    urls.set(sources[i].sourceID, ObjectHasOwn(sources[i], 'url') ? sources[i].url : '');
  const found = [];
  for (let i = 0; i < traces.length; i++) {
    const { timestamp, frames } = traces[i];
    const own = timestamp * 1e9 < began ? [] : ownFrames(frames, urls);
    if (own.length > 0)
      ArrayPrototypePush.call(found, own);
  }
  return found;
}

// Its code block names a function, whatever its tier: "#EE9U74:LLInt:bc#0".
const keyOf = ({ sourceID, name, location }) =>
  `${sourceID} ${name} ${StringPrototypeSplit.call(location, ':')[0]}`;

// Counts the functions of one stack: seen is key -> { frame, count, depth, lines }.
function countStack(stack, seen) {
  const inThis = new SafeSet();
  for (let depth = 0; depth < stack.length; depth++) {
    const frame = stack[depth];
    const key = keyOf(frame);
    const one = seen.get(key) ??
      { __proto__: null, frame, count: 0, depth: 0, lines: new SafeMap() };
    seen.set(key, one);
    if (!inThis.has(key))
      one.count++;
    inThis.add(key);
    one.depth = MathMax(one.depth, depth);
    if (frame.line !== UNKNOWN)
      one.lines.set(frame.line, (one.lines.get(frame.line) ?? 0) + 1);
  }
}

function hottest(list) {
  const seen = new SafeMap();
  for (let i = 0; i < list.length; i++)
    countStack(list[i], seen);
  let best = null;
  seen.forEach((one) => {
    if (one.count >= MOST * list.length && (best === null || one.depth > best.depth))
      best = one;
  });
  return best;
}

// The line that was counted most; '' when there is none.
function hottestLine(lines) {
  let best = '';
  let most = 0;
  lines.forEach((count, line) => {
    if (count > most) {
      best = line;
      most = count;
    }
  });
  return best;
}

// { name, line, share } of an entry that has just ended, the line '' where the engine does not know
// it; null when it was short or nothing is known.
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
  const line = hottestLine(best.lines);
  const { frame: { name, url }, count } = best;
  return {
    __proto__: null, name: name === 'Object.<anonymous>' ? '' : name,
    line: line === '' ? '' : show({ __proto__: null, url, line, column: 1 }),
    share: count / list.length,
  };
}

module.exports = { start, hotSpot };
