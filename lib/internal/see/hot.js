'use strict';
// The hottest callbacks and their lines. The engine samples the stack once a millisecond, from the
// first query until 3 s after the last. It costs nothing otherwise.
//
// Of the program's frames in a sample, the outermost is the callback that the loop or a queue
// called; the innermost is the line that was running.

const {
  ArrayPrototypeFind, ArrayPrototypeFindLast, ArrayPrototypePush, ArrayPrototypeSlice,
  ArrayPrototypeSort, JSONParse, MathMax, ObjectHasOwn, SafeMap, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, decodeURIComponent,
} = primordials;
const { sample, samples } = internalBinding('see');
const { show } = require('internal/see/record/frames');
const { columnOf } = require('internal/async_context/source_text');
const { firstLineOffsets } = require('internal/bootstrap/loader');

const UNKNOWN = 2 ** 32 - 1;      // a line that the engine does not know
const IDLE_MS = 3000;       // without a query, after which sampling ends
const MAX_CALLBACKS = 20;

let off;      // the timer that ends sampling

function keepOn() {
  const { setTimeout, clearTimeout } = require('internal/timers');
  if (off === undefined) {
    sample(true);
    samples();      // drops samples of earlier queries
  } else {
    clearTimeout(off);
  }
  off = setTimeout(() => {
    sample(false);
    off = undefined;
  }, IDLE_MS);
  off.unref();
}

function place(frame, url) {
  const { line } = frame;
  const file = StringPrototypeStartsWith.call(url, 'file://') ?
    decodeURIComponent(StringPrototypeSlice.call(url, 7)) : url;
  if (line === UNKNOWN)
    return StringPrototypeSlice.call(show({ __proto__: null, url: file, line: 1, column: 1 }),
                                     0, -':1:1'.length);
  const offset = line === 1 ? firstLineOffsets[url] ?? 0 : 0;
  const column = columnOf(url, line, frame.column);
  return show({ __proto__: null, url: file, line, column: MathMax(1, column - offset) });
}

// sourceID -> URL of the sampled sources.
function urlsOf(sources) {
  const urls = new SafeMap();
  for (let i = 0; i < sources.length; i++)
    urls.set(sources[i].sourceID, ObjectHasOwn(sources[i], 'url') ? sources[i].url : '');
  return urls;
}

// Counts the callback of a sample: found is key -> { frame, count, lines }.
function countSample(frames, urls, found) {
  const isOurs = ({ sourceID }) => {
    const url = urls.get(sourceID) ?? '';
    return url !== '' && !StringPrototypeStartsWith.call(url, 'node:');
  };
  const outer = ArrayPrototypeFindLast.call(frames, isOurs);
  if (outer === undefined)
    return;
  // The code block identifies the function. The frame's line is the one that was running, so it
  // differs from sample to sample.
  const block = StringPrototypeSplit.call(outer.location, ':')[0];
  const key = `${outer.sourceID} ${outer.name} ${block}`;
  const one = found.get(key) ?? { __proto__: null, frame: outer, count: 0, lines: new SafeMap() };
  found.set(key, one);
  one.count++;
  const inner = ArrayPrototypeFind.call(frames, isOurs);
  const line = place(inner, urls.get(inner.sourceID));
  one.lines.set(line, (one.lines.get(line) ?? 0) + 1);
  if (outer.line < one.frame.line)
    one.frame = outer;
}

// { name, where, share, line, lineShare } of the callbacks, the hottest first; shares are of the
// samples in which the program ran.
function hottest() {
  keepOn();
  const { traces = [], sources = [] } = { __proto__: null, ...JSONParse(samples()) };
  const urls = urlsOf(sources);
  const found = new SafeMap();
  for (let i = 0; i < traces.length; i++)
    countSample(traces[i].frames, urls, found);
  const list = [];
  found.forEach(({ frame, count, lines }) => {
    let line;
    let lineCount = 0;
    lines.forEach((number, each) => {
      if (number > lineCount) {
        line = each;
        lineCount = number;
      }
    });
    ArrayPrototypePush.call(list, {
      __proto__: null, name: frame.name || '(anonymous)',
      where: place(frame, urls.get(frame.sourceID)),
      share: count / traces.length, line, lineShare: lineCount / count,
    });
  });
  ArrayPrototypeSort.call(list, (a, b) => b.share - a.share);
  return ArrayPrototypeSlice.call(list, 0, MAX_CALLBACKS);
}

module.exports = { hottest };
