'use strict';
// What keeps this process alive, one record each: { kind, what, age, line, release }.
//
// The loop knows its handles and requests (src/runtime/see/alive.c), with the line of the program
// that made each handle. Timers share one handle and are known here: by the line that set them
// when somebody has asked for that beforehand (noteLines), else by where their callback is
// defined, which is the same line for most.

const binding = internalBinding('see');
const { now: loopTime } = internalBinding('timers');
const { definition, nearest, show } = require('internal/see/record/frames');

const MS = 1e6;

// ---- Handles and requests ----

const ends = ({ local, peer }) => (peer === undefined ? local ?? 'not connected' :
  local === undefined || local === '' ? peer : `${local} → ${peer}`);
const place = (held) => held.path ?? held.local ?? '';

// By the loop's name of the type.
const HANDLES = {
  __proto__: null,
  tcp: (held) => (held.what === 'listening' ?
    { kind: 'server', what: `listening on ${held.local}`, release: 'server.close(), or server.unref()' } :
    { kind: 'socket', what: `${held.what ?? 'open'}, ${ends(held)}`,
      release: 'socket.end() or socket.destroy(); or socket.unref()' }),
  pipe: (held) => (held.what === 'listening' ?
    { kind: 'server', what: `listening on ${held.local}`, release: 'server.close(), or server.unref()' } :
    held.fd === 0 ? STDIN : { kind: 'pipe', what: held.peer ?? held.local ?? `descriptor ${held.fd}`,
                              release: 'end or destroy the stream, or unref() it' }),
  tty: (held) => (held.fd === 0 ? STDIN :
    { kind: 'terminal', what: `descriptor ${held.fd}`, release: 'destroy the stream, or unref() it' }),
  udp: (held) => ({ kind: 'socket', what: `udp ${held.local ?? ''}`,
                    release: 'socket.close(), or socket.unref()' }),
  process: (held) => ({ kind: 'child', what: `process ${held.pid} runs`,
                        release: 'child.kill(), or child.unref()' }),
  fs_event: (held) => ({ kind: 'watcher', what: `watches ${place(held)}`,
                         release: 'watcher.close(), or watcher.unref()' }),
  fs_poll: (held) => ({ kind: 'watcher', what: `looks at ${place(held)} again and again`,
                        release: `fs.unwatchFile(), or watcher.unref()` }),
  signal: (held) => ({ kind: 'signal', what: `waits for signal ${held.signum}`,
                       release: 'process.off(signal, listener)' }),
  async: () => ({ kind: 'port', what: 'a message port listens', release: 'port.close(), or port.unref()' }),
};
const STDIN = { kind: 'stdin', what: 'reads standard input',
                release: 'process.stdin.pause(), destroy() or unref()' };

const REQUESTS = {
  __proto__: null,
  fs: (held) => ({ what: `fs ${held.what ?? ''} ${held.path ?? ''}`.trim(), release: 'ends by itself when the file answers' }),
  getaddrinfo: (held) => ({ what: `looks up ${held.path ?? 'a host'}`, release: 'ends when the resolver answers' }),
  getnameinfo: () => ({ what: 'looks up a name', release: 'ends when the resolver answers' }),
  connect: () => ({ what: 'connects', release: 'socket.destroy(), or a timeout' }),
  write: () => ({ what: 'writes; the other side does not read', release: 'stream.destroy()' }),
  shutdown: () => ({ what: 'ends a stream', release: 'stream.destroy()' }),
  work: () => ({ what: 'a job of the thread pool', release: 'ends when it is done' }),
  random: () => ({ what: 'random bytes', release: 'ends when they are there' }),
};

const other = (held) => ({ what: held.what ?? held.type, release: '' });

function fromLoop(held) {
  const known = held.isRequest ? REQUESTS[held.type] : HANDLES[held.type];
  const { kind = held.isRequest ? 'request' : held.type, what, release } = (known ?? other)(held);
  return {
    kind, age: held.age, line: shorten(held.origin ?? ''),
    what: held.isClosing ? `${what}, closing` : what,
    release: held.isClosing ? 'ends with its close callback' : release,
  };
}

function shorten(line) {
  const folder = `${internalBinding('process').cwd()}/`;
  return line.startsWith(folder) ? line.slice(folder.length) : line;
}

// ---- Timers ----

let origins;      // timer -> the line that set it

// Before anybody else has taken the functions: globals and modules get them from here.
function noteLines() {
  binding.noteRequests();
  const { replace } = require('internal/see/record/replace');
  origins = new WeakMap();
  for (const name of ['setTimeout', 'setInterval', 'setImmediate']) {
    replace(require('internal/timers'), name, (original) => function noted(...args) {
      const timer = Reflect.apply(original, this, args);
      origins.set(timer, show(nearest(noted)));
      return timer;
    });
  }
}

const lineOf = (timer) =>
  origins?.get(timer) ?? show(definition(timer._onTimeout ?? timer._onImmediate, null));

function fromTimer(timer, now) {
  const delay = timer._idleTimeout;
  const passed = now - timer._idleStart;
  const left = Math.max(0, delay - passed);
  const repeats = timer._repeat !== null && timer._repeat !== undefined;
  return {
    kind: repeats ? 'interval' : 'timeout',
    what: repeats ? `every ${time(delay)}, next in ${time(left)}` : `of ${time(delay)}, due in ${time(left)}`,
    age: passed * MS, line: lineOf(timer),
    release: repeats ? 'clearInterval(timer), or timer.unref()' : 'clearTimeout(timer), or timer.unref()',
  };
}

const fromImmediate = (immediate) => ({ kind: 'immediate', what: 'queued', age: 0, line: lineOf(immediate),
                                        release: 'clearImmediate(immediate), or immediate.unref()' });

// ---- All ----

function holders() {
  const list = JSON.parse(binding.alive()).map(fromLoop);
  const now = loopTime();
  require('internal/timers').eachActive((one) =>
    list.push(one._onImmediate === undefined ? fromTimer(one, now) : fromImmediate(one)));
  return list.sort((a, b) => b.age - a.age);
}

function time(ms) {
  if (ms < 1000)
    return `${Math.round(ms)} ms`;
  if (ms < 120_000)
    return `${+(ms / 1000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${+(ms / 3_600_000).toFixed(1)} h`;
}

const rowOf = ({ kind, what, age, line, release }) =>
  [kind, what, `${time(age / MS)} old`, line === '' ? '(no line known)' : line,
   release === '' ? '' : `let go: ${release}`];

// A line of the program that has made thousands is told of by its oldest, and by how many there are.
const MOST_ALIKE = 10;
const SHOWN = 3;

function toRows(list) {
  const groups = new Map();
  for (const held of list) {
    const key = `${held.kind} ${held.line}`;
    const group = groups.get(key);
    if (group === undefined)
      groups.set(key, [held]);
    else
      group.push(held);
  }
  return [...groups.values()].flatMap((group) => (group.length <= MOST_ALIKE ? group.map(rowOf) :
    [...group.slice(0, SHOWN).map(rowOf),
     [group[0].kind, `${group.length - SHOWN} more`, '', rowOf(group[0])[3], '']]));
}

// A table in words, for people.
function describe(list) {
  if (list.length === 0)
    return 'Nothing keeps this process alive.\n';
  const rows = toRows(list);
  const widths = rows[0].map((_, i) => rows.reduce((most, row) => Math.max(most, row[i].length), 0));
  const text = rows.map((row) =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i])).join('  ')}`.trimEnd()).join('\n');
  return `${list.length === 1 ? 'One thing keeps' : `${list.length} things keep`} this process alive:\n${text}\n`;
}

module.exports = { holders, describe, noteLines, time };
