// Labels of phases, queues and kinds of entries; numbers; elements of the page.

// In the order in which they are drawn. `ring` is the place among the six arcs.
const LANES = [
  { id: 'main', name: 'Main script', short: 'main',
    text: 'The program, from its first line to its last. Nothing else runs before it has ended.' },
  { id: 'timers', name: 'Timers', short: 'timers', ring: 0,
    text: 'Callbacks of setTimeout and setInterval that are due, the earliest first.' },
  { id: 'pending', name: 'Pending', short: 'pending', ring: 1,
    text: 'A few callbacks that were deferred by the turn before, such as some errors of ' +
          'sockets.' },
  { id: 'idle', name: 'Idle, prepare', label: 'Idle', short: 'idle', ring: 2,
    text: 'Work of the runtime itself, right before the poll phase.' },
  { id: 'poll', name: 'Poll', short: 'poll', ring: 3,
    text: 'Callbacks of I/O: files, sockets, child processes. The loop sleeps here when nothing ' +
          'is due.' },
  { id: 'check', name: 'Check', short: 'check', ring: 4,
    text: 'Callbacks of setImmediate, right after poll.' },
  { id: 'close', name: 'Close', short: 'close', ring: 5,
    text: 'The \u2018close\u2019 callbacks of handles that were closed in this turn.' },
  { id: 'ticks', name: 'Ticks', short: 'ticks',
    text: 'process.nextTick(): run after every callback, before promise jobs and before the ' +
          'loop continues.' },
  { id: 'promises', name: 'Promise jobs', short: 'promises',
    text: 'Callbacks of .then() and queueMicrotask(), and what follows an await: run when all ' +
          'ticks have run.' },
];
const LANE = new Map(LANES.map((lane, i) => [lane.id, Object.assign(lane, { i })]));
const RING = LANES.filter((lane) => lane.ring !== undefined);

// The lane in which an entry will run.
const LANE_OF_KIND = {
  main: 'main', timer: 'timers', interval: 'timers', immediate: 'check', tick: 'ticks',
  microtask: 'promises',
  promise: 'promises', await: 'promises', io: 'poll', listener: 'poll', close: 'close',
  rejection: 'promises', beforeExit: 'main', exit: 'main',
};

const KIND = {
  main: 'The main script', timer: 'A timer', interval: 'An interval', immediate: 'An immediate',
  tick: 'A tick', microtask: 'A microtask', promise: 'A promise job',
  await: 'The rest of an async function, after await',
  io: 'The callback of an operation', listener: 'A listener', close: 'A close callback',
  rejection: 'The handler of a rejection', beforeExit: 'A beforeExit listener',
  exit: 'An exit listener',
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

const duration = requireShared('internal/see/duration').formatDuration;

const count = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

// 'dir/app.js:12:3' as { file, line, column, text: 'dir/app.js:12' }; null if it has no line.
function place(where) {
  const match = /^(.*):(\d+):(\d+)$/.exec(where ?? '');
  return match &&
    { file: match[1], line: +match[2], column: +match[3], text: `${match[1]}:${match[2]}` };
}

// ---- Elements ----

const $ = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const node = tag.startsWith('svg:') ?
    document.createElementNS('http://www.w3.org/2000/svg', tag.slice(4)) :
    document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on'))
      node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

// The name of an entry. Without one: what it waits for, and its line, as in "setTimeout:12".
function showName({ kind, name, detail, where }) {
  if (kind === 'main')
    return 'main script';
  if (name !== '(anonymous)')
    return name;
  const call = detail?.event ? `‘${detail.event}’` :
    detail?.what ?? detail?.how ?? SCHEDULED_BY[kind] ?? kind;
  return place(where) ? `${call}:${place(where).line}` : call;
}
