'use strict';
// Which callbacks take the time, with their lines: the engine samples the stack once a millisecond
// while somebody asks. Nothing has to be prepared, and nothing is paid before or after.
//
// A sample's outermost frame of the program is the callback that the loop or a queue has called; its
// innermost one is the line that was running.

const { sample, samples } = internalBinding('see');
const { show } = require('internal/see/record/frames');
const { firstLineOffsets } = require('internal/bootstrap/loader');

const UNKNOWN = 2 ** 32 - 1;      // a line that the engine does not know
const PATIENCE = 3000;      // ms without a question after which nobody asks any more

let off;      // the timer that ends it

function keepOn() {
  const { setTimeout, clearTimeout } = require('internal/timers');
  if (off === undefined) {
    sample(true);
    samples();      // what an earlier asker has left
  } else {
    clearTimeout(off);
  }
  off = setTimeout(() => {
    sample(false);
    off = undefined;
  }, PATIENCE);
  off.unref();
}

function place(frame, url) {
  const { line } = frame;
  const file = url.startsWith('file://') ? decodeURIComponent(url.slice(7)) : url;
  if (line === UNKNOWN)
    return show({ url: file, line: 1, column: 1 }).replace(/:1:1$/, '');
  const offset = line === 1 ? firstLineOffsets[url] ?? 0 : 0;
  return show({ url: file, line, column: Math.max(1, frame.column - offset) });
}

// { name, where, share, line, lineShare } of the callbacks, the hottest first; shares are of the
// samples in which the program ran.
function hottest() {
  keepOn();
  const { traces = [], sources = [] } = JSON.parse(samples());
  const urls = new Map(sources.map(({ sourceID, url }) => [sourceID, url ?? '']));
  const isOurs = ({ sourceID }) => {
    const url = urls.get(sourceID) ?? '';
    return url !== '' && !url.startsWith('node:');
  };
  const found = new Map();
  for (const { frames } of traces) {
    const outer = frames.findLast(isOurs);
    if (outer === undefined)
      continue;
    // The function as such: its line is the one that runs, which differs from sample to sample.
    const key = `${outer.sourceID} ${outer.name} ${outer.location.split(':')[0]}`;
    let one = found.get(key);
    if (one === undefined)
      found.set(key, one = { frame: outer, count: 0, lines: new Map() });
    one.count++;
    const inner = frames.find(isOurs);
    const line = place(inner, urls.get(inner.sourceID));
    one.lines.set(line, (one.lines.get(line) ?? 0) + 1);
    if (outer.line < one.frame.line)
      one.frame = outer;
  }
  const list = [];
  for (const { frame, count, lines } of found.values()) {
    const [line, lineCount] = [...lines].reduce((a, b) => (b[1] > a[1] ? b : a));
    list.push({ name: frame.name || '(anonymous)', where: place(frame, urls.get(frame.sourceID)),
                share: count / traces.length, line, lineShare: lineCount / count });
  }
  return list.sort((a, b) => b.share - a.share).slice(0, 20);
}

module.exports = { hottest };
