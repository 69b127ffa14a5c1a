// Words and numbers: what phases, queues and kinds are called, and how a time is written.

// In the order of the lanes. `ring` is the place among the six arcs.
const LANES = [
  { id: 'main', name: 'Main script', short: 'main',
    text: 'The program itself, from its first line to its last. Nothing else runs before it ends.' },
  { id: 'timers', name: 'Timers', short: 'timers', ring: 0,
    text: 'Callbacks of setTimeout and setInterval whose time has come, the earliest first.' },
  { id: 'pending', name: 'Pending', short: 'pending', ring: 1,
    text: 'A few callbacks that the system has put off from the turn before, such as some errors of sockets.' },
  { id: 'idle', name: 'Idle, prepare', label: 'Idle', short: 'idle', ring: 2,
    text: 'The runtime’s own work, right before it asks the system for news.' },
  { id: 'poll', name: 'Poll', short: 'poll', ring: 3,
    text: 'News from outside: files, sockets, children. When nothing else is due, the loop sleeps here.' },
  { id: 'check', name: 'Check', short: 'check', ring: 4,
    text: 'Callbacks of setImmediate: always right behind poll.' },
  { id: 'close', name: 'Close', short: 'close', ring: 5,
    text: 'The \u2018close\u2019 callbacks of what has been closed in this turn.' },
  { id: 'ticks', name: 'Ticks', short: 'ticks',
    text: 'process.nextTick(): run behind every callback, before promise jobs and before the loop goes on.' },
  { id: 'promises', name: 'Promise jobs', short: 'promises',
    text: 'What stands behind .then() and await, and queueMicrotask(): run when the ticks are done.' },
];
const LANE = new Map(LANES.map((lane, i) => [lane.id, Object.assign(lane, { i })]));
const RING = LANES.filter((lane) => lane.ring !== undefined);

// Where an entry will run, before it has.
const LANE_OF_KIND = {
  main: 'main', timer: 'timers', interval: 'timers', immediate: 'check', tick: 'ticks', microtask: 'promises',
  promise: 'promises', await: 'promises', io: 'poll', listener: 'poll', close: 'close',
  rejection: 'promises', beforeExit: 'main', exit: 'main',
};

const KIND = {
  main: 'The main script', timer: 'A timer', interval: 'An interval', immediate: 'An immediate',
  tick: 'A tick', microtask: 'A microtask', promise: 'A promise job',
  await: 'The rest of an async function, behind await',
  io: 'The callback of an operation', listener: 'A listener', close: 'A close callback',
  rejection: 'The handler of a rejection', beforeExit: 'A beforeExit listener', exit: 'An exit listener',
};

const SCHEDULED_BY = {
  timer: 'setTimeout', interval: 'setInterval', immediate: 'setImmediate', tick: 'process.nextTick',
  microtask: 'queueMicrotask', promise: 'then', await: 'await',
};

function laneOf(entry) {
  if (entry.queue)
    return entry.queue;
  if (entry.phase)
    return entry.phase === 'prepare' ? 'idle' : LANE.has(entry.phase) ? entry.phase : 'main';
  return LANE_OF_KIND[entry.kind] ?? 'main';
}

const digits = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

function duration(ns) {
  if (!(ns > 0))
    return '0';
  if (ns < 1e3)
    return `${ns.toFixed(0)} ns`;
  if (ns < 1e6)
    return `${digits(ns / 1e3)} µs`;
  if (ns < 1e9)
    return `${digits(ns / 1e6)} ms`;
  return ns < 120e9 ? `${digits(ns / 1e9)} s` : `${(ns / 60e9).toFixed(1)} min`;
}

const count = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

// 'dir/app.js:12:3' as { file, line, column, text: 'dir/app.js:12' }; null when it says nothing.
function place(where) {
  const match = /^(.*):(\d+):(\d+)$/.exec(where ?? '');
  return match && { file: match[1], line: +match[2], column: +match[3], text: `${match[1]}:${match[2]}` };
}

// ---- Elements ----

const $ = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const node = tag.startsWith('svg:') ?
    document.createElementNS('http://www.w3.org/2000/svg', tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on'))
      node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

// What has no name is called after what it waits for, and its line: "setTimeout:12".
function showName({ kind, name, detail, where }) {
  if (kind === 'main')
    return 'main script';
  if (name !== '(anonymous)')
    return name;
  const call = detail?.event ? `‘${detail.event}’` : detail?.what ?? detail?.how ?? SCHEDULED_BY[kind] ?? kind;
  return place(where) ? `${call}:${place(where).line}` : call;
}
