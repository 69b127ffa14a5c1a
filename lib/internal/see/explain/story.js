'use strict';
// Reads the events that the recorded program has written (child.js) into a story:
//
//   entries        the entries that ran, in order. `printed` is the text printed while it ran,
//                  `after` the text printed between it and the next. `waited` and `ran` are
//                  milliseconds, without the time that the recorder took
//   before         the text that was printed before the first entry
//   stdin          the source text, if it was read from standard input
//   never          the entries that were scheduled and did not run
//   timers         all timers, including those that did not run
//   ending         { code, signal, by, holders }
//   reachedLimit   there were more entries than --limit
//   isCut          the disk was full

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePop,
  ArrayPrototypePush, JSONParse,
  ObjectAssign, ReflectApply, SafeMap, StringPrototypeEndsWith, StringPrototypeSplit,
} = primordials;
const NS = 1e6;

function readAll(fs, fd) {
  const { size } = fs.fstatSync(fd);
  const bytes = require('internal/buffer').bufferAllocUnsafe(size);
  let length = 0;
  while (length < size) {
    const count = fs.readSync(fd, bytes, length, size - length, length);
    if (count === 0)
      break;
    length += count;
  }
  return bytes.subarray(0, length);
}

// If the process ended while it wrote a line, that last line is incomplete. It is dropped.
function readEvents(text) {
  const lines = StringPrototypeSplit.call(text, '\n');
  ArrayPrototypePop.call(lines);
  return ArrayPrototypeMap.call(lines, (line) => JSONParse(line));
}

const readers = {
  __proto__: null,
  x(story, text) { story.stdin = text; },
  s(story, entry) {
    story.byId.set(entry.id, { __proto__: null, ...entry, isOpen: true, isCleared: '' });
  },
  b(story, id, turn, phase, queue, began, printed, afterTicks) {
    const entry = story.byId.get(id);
    if (afterTicks)
      entry.detail.afterTicks = true;
    const at = story.entries.length;
    ObjectAssign(entry, { turn, phase, queue, began, first: printed, last: -1, at });
    ArrayPrototypePush.call(story.entries, entry);
  },
  e(story, id, began, ended, recorder, printed) {
    const entry = story.byId.get(id);
    ObjectAssign(entry, { began, ended, last: printed, isOpen: false });
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

// Divides the output among the entries. Returns the text that was printed before the first one.
function divideOutput({ entries }, bytes) {
  const cut = (from, to) => bytes.utf8Slice(from, to);
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    const next = entries[i + 1]?.first ?? bytes.length;
    if (entry.last < 0)
      entry.last = next;
    entry.printed = cut(entry.first, entry.last);
    entry.after = cut(entry.last, next);
  }
  return entries.length > 0 ? cut(0, entries[0].first) : cut(0, bytes.length);
}

// An interval that has run and was then cleared does not count as one that never ran.
const isOver = ({ isCleared, detail: { runs } }) => isCleared !== '' && runs > 1;

const emptyStory = (ending) => ({
  __proto__: null, entries: [], never: [], timers: [], byId: new SafeMap(), before: '',
  stdin: '', ending, reachedLimit: false, isCut: false,
});

// Fills a story from its events and from the bytes that were printed.
function fill(story, list, printed) {
  for (let i = 0; i < list.length; i++) {
    const event = list[i];      // [name, value, ...]
    const reader = readers[event[0]];
    event[0] = story;
    ReflectApply(reader, undefined, event);
  }
  for (let i = 0; i < story.entries.length; i++) {
    const entry = story.entries[i];
    entry.waited = (entry.began - entry.scheduled) / NS;
    entry.ran = entry.isOpen ? null : (entry.ended - entry.began - entry.detail.recorder) / NS;
  }
  story.before = divideOutput(story, printed);
  const all = [];
  story.byId.forEach((entry) => ArrayPrototypePush.call(all, entry));
  story.never = ArrayPrototypeFilter.call(all, (entry) => entry.began === 0 &&
                                          entry.kind !== 'listener' && !isOver(entry));
  story.timers = ArrayPrototypeFilter.call(all, (entry) => entry.kind === 'timer' ||
                                           entry.kind === 'interval');
  return story;
}

function readStory(fs, output, record, ending) {
  const story = emptyStory(ending);
  const bytes = readAll(fs, record);
  const events = bytes.utf8Slice(0, bytes.length);
  story.isCut = ending.signal === null && !StringPrototypeEndsWith.call(events, '\n');
  return fill(story, readEvents(events), readAll(fs, output));
}

// The story of input of the REPL: the program has not ended. `texts` were printed.
function storyOf(events, texts) {
  const { Buffer } = require('buffer');
  return fill(emptyStory(null), events, Buffer.from(ArrayPrototypeJoin.call(texts, '')));
}

module.exports = { readStory, storyOf };
