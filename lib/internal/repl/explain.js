'use strict';
// .explain CODE: evaluates the code with the recorder of `gyre explain`, waits until everything
// that it has scheduled has run, and prints the story: what ran in which order, and why.
//
// 1. The code runs in this process and sees what was declared before.
// 2. What is printed meanwhile is part of the story.
// 3. After LONGEST ms, or MOST callbacks, the story ends: an interval would never.

const { ArrayPrototypePush, SafeMap } = primordials;
const recorder = require('internal/see/record');
const { setImmediate, setTimeout, clearTimeout } = require('internal/timers');

const LONGEST = 3000;
const MOST = 1000;

// Collects what is written to a stream instead of writing it. Returns a function that restores it.
function capture(stream, texts) {
  const { write } = stream;
  stream.write = (chunk, encoding, done) => {
    ArrayPrototypePush.call(texts, `${chunk}`);
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function')
      process.nextTick(callback);
    return true;
  };
  return () => { stream.write = write; };
}

class Recording {
  constructor(onIdle) {
    this.onIdle = onIdle;
    this.events = [];
    this.texts = [];
    this.bytes = 0;
    this.counted = 0;
    this.pending = new SafeMap();     // scheduled, did not run yet
    this.began = 0;
    const recording = this;
    this.sink = {
      __proto__: null,
      scheduled(entry) { recording.scheduled(entry); },
      began(entry) { recording.begin(entry); },
      ended(entry) { recording.end(entry); },
      cleared(entry, line) { recording.clear(entry, line); },
    };
  }

  add(...event) { ArrayPrototypePush.call(this.events, event); }

  printed() {
    const { Buffer } = require('buffer');
    for (; this.counted < this.texts.length; this.counted++)
      this.bytes += Buffer.byteLength(this.texts[this.counted]);
    return this.bytes;
  }

  scheduled(entry) {
    this.add('s', { __proto__: null, ...entry, detail: { __proto__: null, ...entry.detail } });
    if (entry.kind !== 'listener')
      this.pending.set(entry.id, entry);
  }

  begin(entry) {
    const { id, turn, phase, queue, began, detail } = entry;
    this.pending.delete(id);
    if (++this.began === MOST) {
      this.add('l');
      return this.onIdle();
    }
    this.add('b', id, turn, phase, queue, began, this.printed(), detail.afterTicks);
  }

  end({ id, began, ended, detail }) {
    if (this.began < MOST)
      this.add('e', id, began, ended, detail.recorder ?? 0, this.printed());
  }

  clear({ id }, line) {
    this.pending.delete(id);
    this.add('c', id, line);
  }
}

// Calls done() once when no recorded callback is pending, or when time is up.
function whenIdle(recording, done) {
  let isOver = false;
  const finish = () => {
    if (isOver)
      return;
    isOver = true;
    clearTimeout(timer);
    done();
  };
  const timer = setTimeout(finish, LONGEST);
  let quiet = 0;
  // Two turns without anything to wait for: promise jobs are scheduled by what has just run.
  const check = () => {
    if (isOver)
      return;
    quiet = recording.pending.size === 0 ? quiet + 1 : 0;
    if (quiet > 2)
      finish();
    else if (recording.pending.size === 0)
      setImmediate(check);
    else
      setTimeout(check, 1);
  };
  recording.onIdle = () => setImmediate(finish);
  setImmediate(check);
}

function storyText(server, recording, code) {
  const { storyOf } = require('internal/see/explain/story');
  const { addReasons } = require('internal/see/explain/reasons');
  const { toText } = require('internal/see/explain/render');
  const story = storyOf(recording.events, recording.texts);
  story.sources = { __proto__: null, [FILE]: code };
  const shift = (story.entries[0]?.turn ?? 1) - 1;
  for (let i = 0; i < story.entries.length; i++)
    story.entries[i].turn -= shift;
  addReasons(story);
  return toText(story, server.useColors ? server.output :
    { __proto__: null, isTTY: false, columns: server.output.columns });
}

const FILE = 'input';

function explain(server, code) {
  const recording = new Recording(() => {});
  const release = [capture(process.stdout, recording.texts)];
  if (server.output !== process.stdout)
    ArrayPrototypePush.call(release, capture(server.output, recording.texts));
  let result;
  recorder.start(recording.sink);
  const end = () => {
    recorder.stop(recording.sink);
    for (let i = 0; i < release.length; i++)
      release[i]();
    server.output.write(storyText(server, recording, code));
    server.endCommand(result);
  };
  server.beginCommand();
  recorder.runInput(FILE, code, () => {
    server.evaluateFor(code, FILE, (...args) => { result ??= args; });
  });
  whenIdle(recording, end);
}

module.exports = { explain };
