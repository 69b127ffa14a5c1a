// The state of the program: its entries, those that wait, the one that runs, the counters.
//
// Entries run one after the other and never overlap, so `ran` is in order of time and of `index`,
// and a binary search finds the visible ones.

const LONGEST = 5;
const MOST = 60000;       // entries; when there are more, the oldest quarter is dropped

const model = {
  entries: new Map(),     // by id
  ran: [],
  waiting: new Set(),     // scheduled, not yet run
  open: null,             // has begun, or begins next while --step holds the program
  counters: null,
  gate: { mode: 'run', waiting: false, speed: 2 },
  longest: [],            // the callbacks that ran longest, the worst first
  output: [],             // { entry, fd, text }
  lost: 0,
  begins: 0,              // ns, the earliest time of all entries
  next: 0,                // index of the next one to run
  ranIn: {},              // lane -> how many have run there
  connected: false,
  version: 0,             // changes with everything that is drawn
};

const changed = () => { model.version++; };

// A listener has an entry for each event: it does not wait for its turn.
const listens = (entry) => entry.kind === 'listener';

function addScheduled(entry) {
  entry.turn = 0;
  entry.phase = entry.queue = '';
  entry.began = entry.ended = 0;
  entry.paused = 0;
  entry.index = -1;
  entry.isOpen = true;
  entry.isCleared = '';
  model.entries.set(entry.id, entry);
  if (!listens(entry))
    model.waiting.add(entry);
  model.begins ||= entry.scheduled;
}

// An entry whose first events were lost.
function unknown(id) {
  addScheduled({ id, kind: 'io', name: '(anonymous)', where: '', from: '', by: 0, scheduled: 0,
                 detail: {} });
  return model.entries.get(id);
}

function addBegan(id, turn, phase, queue, time, where, name, paused = 0) {
  const entry = model.entries.get(id) ?? unknown(id);
  if (model.open !== null)
    finish(model.open, time);
  Object.assign(entry,
                { turn, phase, queue, where: where || entry.where, name: name || entry.name });
  entry.began = time;
  entry.paused = paused;
  entry.scheduled ||= time;
  entry.index = model.next++;
  entry.lane = laneOf(entry);
  model.ranIn[entry.lane] = (model.ranIn[entry.lane] ?? 0) + 1;
  model.waiting.delete(entry);
  model.open = entry;
  model.ran.push(entry);
}

function finish(entry, time) {
  entry.ended = time;
  entry.isOpen = false;
  if (model.open === entry)
    model.open = null;
}

const ranFor = (entry) => entry.ended - entry.began;

function noteLongest(entry) {
  const { longest } = model;
  if (entry.kind === 'main' ||
      (longest.length === LONGEST && ranFor(entry) <= ranFor(longest.at(-1))))
    return;
  longest.push(entry);
  longest.sort((a, b) => ranFor(b) - ranFor(a));
  longest.length = Math.min(longest.length, LONGEST);
}

function addEnded(id, began, ended, paused, where, name) {
  const entry = model.entries.get(id);
  if (entry === undefined || entry.index < 0)
    return;
  Object.assign(entry, { began, paused, where: where || entry.where, name: name || entry.name });
  finish(entry, ended);
  noteLongest(entry);
  warnOf(entry);
}

function forget() {
  if (model.ran.length < MOST)
    return;
  for (const entry of model.ran.splice(0, MOST / 4))
    model.entries.delete(entry.id);
}

function addCleared(id) {
  const entry = model.entries.get(id);
  if (entry === undefined)
    return;
  entry.isCleared = 'cleared';
  model.waiting.delete(entry);
}

function addModule(id) {
  const entry = model.entries.get(id);
  if (entry !== undefined)
    entry.detail = { ...entry.detail, isModule: true };
}

const EVENTS = { s: addScheduled, b: addBegan, e: addEnded, c: addCleared, m: addModule,
                 p: addPrinted };

function addLine(line) {
  EVENTS[line[0]](...line.slice(1));
}

function addLines(text) {
  for (const line of text.split('\n'))
    addLine(JSON.parse(line));
  forget();
  changed();
}

// Adds a finished recording: entries that ran, and entries that never ran.
function addTrace(trace) {
  for (const entry of trace) {
    const { turn, phase, queue, began, ended } = entry;
    addScheduled({ ...entry });
    if (began > 0)
      model.next++;
    Object.assign(model.entries.get(entry.id), { turn, phase, queue, began, ended });
  }
  model.ran = [...model.entries.values()].filter((entry) => entry.began > 0)
    .sort((a, b) => a.began - b.began || a.id - b.id);
  model.ran.forEach((entry, index) => {
    entry.index = index;
    entry.lane = laneOf(entry);
    model.ranIn[entry.lane] = (model.ranIn[entry.lane] ?? 0) + 1;
    entry.ended ||= entry.began;
    entry.isOpen = false;
    model.waiting.delete(entry);
    noteLongest(entry);
    warnOf(entry);
  });
  changed();
}

// The latest time of all entries and counters.
function newestTime() {
  const last = model.ran.at(-1);
  return Math.max(last === undefined ? 0 : last.ended || last.began, model.begins, loopEnds);
}

// The entries that were scheduled before `entry` began and had not run, in the order in which they
// run; without an entry, those that wait now. A promise job also waits for its promise. Whether
// that is settled is not known here; a job that ran before the next callback of the loop was
// ready.
function waitingBefore(entry) {
  if (entry === null)
    return [...model.waiting];
  const list = [];
  const from = model.ran[0].index;
  for (let i = entry.index - from + 1; i < model.ran.length; i++) {
    if (model.ran[i].scheduled <= entry.began && !listens(model.ran[i]))
      list.push(model.ran[i]);
  }
  for (const one of model.waiting) {
    if (one.scheduled <= entry.began)
      list.push(one);
  }
  return list;
}

const previous = (entry) => model.ran[entry.index - model.ran[0].index - 1];
const following = (entry) => model.ran[entry.index - model.ran[0].index + 1];
const scheduler = (entry) => (entry.kind === 'main' ? undefined : model.entries.get(entry.by));
const waited = (entry) => Math.max(0, entry.began - entry.scheduled - entry.paused);
