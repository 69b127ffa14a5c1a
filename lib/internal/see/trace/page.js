'use strict';
// Writes a recording as a page. The loop's events are read from the file, then the page replaces
// them.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ObjectHasOwn, RegExpPrototypeExec, SafeMap,
} = primordials;
const { bare } = require('internal/see/json');
const { loopCallbacks, eachLoopEvent, ns } = require('internal/see/trace/loop_part');
const { eachRound } = require('internal/see/trace/rounds');

const PHASES = bare(['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'close']);

// Adds an event of the loop to its list, by category.
function addPhase(part, { name, args }, began, ended) {
  const phase = ArrayPrototypeIndexOf.call(PHASES, name);
  if (phase >= 0)
    ArrayPrototypePush.call(part.phases, phase, args.turn, began, ended, args.callbacks);
}

function addPoolJob(part, threads, { name, tid, args }, began, ended) {
  if (!threads.has(tid))
    threads.set(tid, threads.size);
  ArrayPrototypePush.call(part.pool, threads.get(tid), args.waited_ns, began, ended);
  ArrayPrototypePush.call(part.jobs, name);
}

function addOperation(part, open, { ph, id, args }, at) {
  if (ph === 'b') {
    open.set(id, { __proto__: null, began: at, opcode: args.opcode });
  } else if (ph === 'e' && open.has(id)) {
    const { began, opcode } = open.get(id);
    ArrayPrototypePush.call(part.ring, began, at, args.result);
    ArrayPrototypePush.call(part.operations, opcode);
    open.delete(id);
  }
}

// Events are flat lists of numbers, which a browser parses fast: phases as [phase, turn, began,
// ended, callbacks, ...], sleeps and collections as [began, ended, ...], rounds as [isPromises,
// began, ended, count, ...], pool jobs as [thread, wait, began, ended, ...] with their names,
// operations of the ring as [began, ended, result, ...].
function loopPart(eachEntry, fd) {
  const part = {
    __proto__: null, PHASES, phases: bare([]), asleep: bare([]), collections: bare([]),
    rounds: bare([]), pool: bare([]), jobs: bare([]), ring: bare([]), operations: bare([]),
  };
  const threads = new SafeMap();
  const open = new SafeMap();       // operations of the ring that have begun, by id
  eachLoopEvent(fd, (event) => {
    const { cat, ts } = event;
    const began = ns(ts);
    const ended = ns(ts + (ObjectHasOwn(event, 'dur') ? event.dur : 0));
    if (cat === 'phase' && event.ph === 'X')
      addPhase(part, event, began, ended);
    else if (cat === 'asleep')
      ArrayPrototypePush.call(part.asleep, began, ended);
    else if (cat === 'beside')
      ArrayPrototypePush.call(part.collections, began, ended);
    else if (cat === 'pool_job')
      addPoolJob(part, threads, event, began, ended);
    else
      addOperation(part, open, event, began);
  });
  eachRound(eachEntry, loopCallbacks(fd), ({ queue, began, ended, count }) => {
    ArrayPrototypePush.call(part.rounds, queue === 'ticks' ? 0 : 1, began, ended, count);
  });
  return part;
}

function textOf(file) {
  if (file[0] === '[')
    return require('internal/main').evalSource(file);
  return internalBinding('script').readText(require('path').resolve(file));
}

// { file: text } of all files that have entries.
function sourcesOf(eachEntry) {
  const sources = { __proto__: null };
  const seen = new SafeMap();
  const add = (place) => {
    const file = RegExpPrototypeExec.call(/^(.*):\d+:\d+$/s, place)?.[1] ?? place;
    if (file === '' || seen.has(file))
      return;
    seen.set(file, true);
    const text = textOf(file);
    if (typeof text === 'string')
      sources[file] = text;
  };
  eachEntry(({ where, from }) => {
    add(where);
    add(from);
  });
  return sources;
}

function write(fd, { eachEntry }) {
  const fs = require('fs');
  const { html } = require('internal/see/page_html');
  const loop = loopPart(eachEntry, fd);
  const program = { __proto__: null, title: process.argv[1] ?? '-e', pid: process.pid };
  const trace = bare([]);
  eachEntry((entry) => ArrayPrototypePush.call(trace, entry));
  const text = html({ __proto__: null, program, trace, loop, sources: sourcesOf(eachEntry) });
  const bytes = require('internal/buffer').bufferFrom(text);
  fs.ftruncateSync(fd, 0);
  for (let at = 0; at < bytes.length;)
    at += fs.writeSync(fd, bytes, at, bytes.length - at, at);
}

module.exports = { write };
