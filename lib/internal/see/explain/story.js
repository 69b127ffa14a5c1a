'use strict';
// What the recorded program has left behind, read into a story:
//
//   entries    those that ran, in order; each with `printed`: text while it ran; `waited` and `ran`
//              in milliseconds, without the recorder's own time; `after`: text printed between it
//              and the next
//   stdin      the text that came by standard input, or nothing
//   never      those that were scheduled and did not run; timers: all timers, run or not
//   ending     { code, signal, by }, reachedLimit; isCut: the disk was full

const NS = 1e6;

function readAll(fs, fd) {
  const { size } = fs.fstatSync(fd);
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const count = fs.readSync(fd, bytes, length, size - length, length);
    if (count === 0)
      break;
    length += count;
  }
  return bytes.subarray(0, length);
}

// A line that the end of the process has cut is left out.
function readEvents(text) {
  const lines = text.split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line));
}

const readers = {
  __proto__: null,
  x(story, text) { story.stdin = text; },
  s(story, entry) { story.byId.set(entry.id, { ...entry, isOpen: true, isCleared: '' }); },
  b(story, id, turn, phase, queue, began, printed, afterTicks) {
    const entry = story.byId.get(id);
    if (afterTicks)
      entry.detail.afterTicks = true;
    const at = story.entries.length;
    Object.assign(entry, { turn, phase, queue, began, first: printed, last: -1, at });
    story.entries.push(entry);
  },
  e(story, id, began, ended, recorder, printed) {
    const entry = story.byId.get(id);
    Object.assign(entry, { began, ended, last: printed, isOpen: false });
    entry.detail.recorder = recorder;
  },
  h(story, id, spot) { story.byId.get(id).detail.hot = spot; },
  c(story, id, line) {
    const entry = story.byId.get(id);
    if (entry !== undefined)
      entry.isCleared = line;
  },
  m(story, id) { story.byId.get(id).detail.isModule = true; },
  l(story) { story.reachedLimit = true; },
};

// Cuts the output at the entries' bounds.
function shareOut({ entries }, bytes) {
  const cut = (from, to) => bytes.toString('utf8', from, to);
  entries.forEach((entry, i) => {
    const next = entries[i + 1]?.first ?? bytes.length;
    if (entry.last < 0)
      entry.last = next;
    entry.printed = cut(entry.first, entry.last);
    entry.after = cut(entry.last, next);
  });
  return entries.length > 0 ? cut(0, entries[0].first) : cut(0, bytes.length);
}

// An interval that has run, and was cleared: that it does not run again is no surprise.
const isOver = ({ isCleared, detail: { runs } }) => isCleared !== '' && runs > 1;

function readStory(fs, output, record, ending) {
  const story = { entries: [], never: [], timers: [], byId: new Map(), before: '', stdin: '', ending,
                  reachedLimit: false };
  const events = readAll(fs, record).toString();
  story.isCut = ending.signal === null && !events.endsWith('\n');
  for (const [event, ...values] of readEvents(events))
    readers[event](story, ...values);
  for (const entry of story.entries) {
    entry.waited = (entry.began - entry.scheduled) / NS;
    entry.ran = entry.isOpen ? null : (entry.ended - entry.began - entry.detail.recorder) / NS;
  }
  story.before = shareOut(story, readAll(fs, output));
  const all = [...story.byId.values()];
  story.never = all.filter((entry) => entry.began === 0 && entry.kind !== 'listener' && !isOver(entry));
  story.timers = all.filter((entry) => entry.kind === 'timer' || entry.kind === 'interval');
  return story;
}

module.exports = { readStory };
