'use strict';
// A recording as one page. The loop's part is read back from the file and replaced by the page.

const { loopCallbacks, loopEvents, ns } = require('internal/see/trace/loop_part');
const { rounds } = require('internal/see/trace/rounds');

const PHASES = ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'close'];

// Lists of numbers, so that a hundred thousand of them are read at once: phases as [phase, turn, began, ended,
// callbacks, ...], sleeps and collections as [began, ended, ...], rounds as [is of promises, began, ended, count, ...], pool jobs as
// [thread, wait, began, ended, ...] with their names, operations of the ring as [began, ended, result, ...].
function loopPart(entries, fd) {
  const part = { PHASES, phases: [], asleep: [], collections: [], rounds: [], pool: [], jobs: [], ring: [], operations: [] };
  const threads = new Map();
  const open = new Map();       // operations of the ring that have begun, by their id
  for (const { cat, ph, name, ts, dur, id, tid, args } of loopEvents(fd)) {
    const began = ns(ts);
    const ended = ns(ts + (dur ?? 0));
    if (cat === 'phase' && ph === 'X' && PHASES.includes(name)) {
      part.phases.push(PHASES.indexOf(name), args.turn, began, ended, args.callbacks);
    } else if (cat === 'asleep') {
      part.asleep.push(began, ended);
    } else if (cat === 'beside') {
      part.collections.push(began, ended);
    } else if (cat === 'pool_job') {
      if (!threads.has(tid))
        threads.set(tid, threads.size);
      part.pool.push(threads.get(tid), args.waited_ns, began, ended);
      part.jobs.push(name);
    } else if (ph === 'b') {
      open.set(id, { began, opcode: args.opcode });
    } else if (ph === 'e' && open.has(id)) {
      part.ring.push(open.get(id).began, began, args.result);
      part.operations.push(open.get(id).opcode);
      open.delete(id);
    }
  }
  for (const { queue, began, ended, count } of rounds(entries(), loopCallbacks(fd)))
    part.rounds.push(queue === 'ticks' ? 0 : 1, began, ended, count);
  return part;
}

function sourcesOf(entries) {
  const { readText } = internalBinding('script');
  const sources = {};
  for (const { where, from } of entries()) {
    for (const place of [where, from]) {
      const file = place.replace(/:\d+:\d+$/, '');
      if (file !== '' && !(file in sources)) {
        sources[file] = file[0] === '[' ? require('internal/main').evalSource(file) :
          readText(require('path').resolve(file));
      }
    }
  }
  for (const file in sources) {
    if (typeof sources[file] !== 'string')
      delete sources[file];
  }
  return sources;
}

function write(fd, { entries }) {
  const fs = require('fs');
  const { html } = require('internal/see/page_html');
  const loop = loopPart(entries, fd);
  const program = { title: process.argv[1] ?? '-e', pid: process.pid };
  const bytes = Buffer.from(html({ program, trace: [...entries()], loop, sources: sourcesOf(entries) }));
  fs.ftruncateSync(fd, 0);
  for (let at = 0; at < bytes.length;)
    at += fs.writeSync(fd, bytes, at, bytes.length - at, at);
}

module.exports = { write };
