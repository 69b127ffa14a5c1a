'use strict';
// `gyre trace -o OUT FILE`: runs a program and writes what happened, for Perfetto and
// chrome://tracing, or as a page when OUT ends in .html. `gyre trace PID` is trace/last_seconds.js.
//
// (1) There are two recorders with one clock. The loop's recorder (src/trace/) has phases,
//     callbacks, pool jobs, ring operations and garbage collections. The recorder of JavaScript
//     (record.js) has the function, the line and what scheduled it. On the track of the loop, the
//     entries of the second lie inside those of the first.
// (2) The file is written when the process ends: by itself, process.exit(), an error, Ctrl-C or
//     --for. When a signal kills the process, only the loop's events are written, as a trace; for a
//     page, to a file with the same name that ends in .json.
// (3) Of workers there are the events of their loops, and arrows for messages; their functions are
//     not recorded.
// (4) SIGKILL cannot be caught. So the file of a trace is mapped into memory and always has the
//     loop's last events; it is replaced at the end.

const {
  Array, ArrayPrototypeFill, ArrayPrototypePush, Float64Array, MathFloor, RegExpPrototypeExec,
  StringPrototypeLastIndexOf, StringPrototypeSlice,
} = primordials;
const { getOption } = require('internal/process/object');
const binding = internalBinding('see');
const { rawDebug, reallyExit } = internalBinding('process');

const LOOP_EVENTS = 1 << 20;        // of the loop: at most 64 MB
const WORKER_EVENTS = 1 << 16;      // of the loop of each worker: at most 4 MB
const PAGE_EVENTS = 1 << 17;        // what a browser draws without delay
const MAX_ENTRIES = 1 << 20;
const BAD_OPTION = 9;

// ---- What has run ----
// Entries are stored in columns, because a million objects would slow down garbage collection while
// the program runs. Consecutive entries of one listener have the same `detail`: they share one
// object with all fields that are equal.

const CHUNK = 4096;
const NUMBERS = 6;          // columns of each chunk
const chunks = [];
let numbers, alike;         // of the last chunk
let last = { __proto__: null, detail: null };
let inChunk = CHUNK;
let count = 0;
let lost = 0;

const sink = {
  __proto__: null,
  ended(entry) {
    if (inChunk === CHUNK && !addChunk()) {
      lost++;
      return;
    }
    let at = inChunk * NUMBERS;
    numbers[at++] = entry.id;
    numbers[at++] = entry.by;
    numbers[at++] = entry.turn;
    numbers[at++] = entry.scheduled;
    numbers[at++] = entry.began;
    numbers[at] = entry.ended;
    if (entry.detail !== last.detail || entry.phase !== last.phase || entry.queue !== last.queue)
      last = shared(entry);
    alike[inChunk++] = last;
    count++;
  },
};

const shared = ({ kind, name, where, from, phase, queue, detail }) =>
  ({ __proto__: null, kind, name, where, from, phase, queue, detail });

function addChunk() {
  if (count >= MAX_ENTRIES)
    return false;
  numbers = new Float64Array(CHUNK * NUMBERS);
  alike = ArrayPrototypeFill.call(new Array(CHUNK), last);
  ArrayPrototypePush.call(chunks, { __proto__: null, numbers, alike });
  inChunk = 0;
  return true;
}

// Calls use() with each entry, in their order.
function eachEntry(use) {
  for (let i = 0; i < count; i++) {
    const { numbers, alike } = chunks[MathFloor(i / CHUNK)];
    const n = i % CHUNK * NUMBERS;
    const { kind, name, where, from, phase, queue, detail } = alike[i % CHUNK];
    use({
      __proto__: null, id: numbers[n], kind, name, where, from, by: numbers[n + 1],
      turn: numbers[n + 2], phase, queue, scheduled: numbers[n + 3], began: numbers[n + 4],
      ended: numbers[n + 5], detail,
    });
  }
}

// "x.json" of "x.html".
const besidePage = (path) =>
  `${StringPrototypeSlice.call(path, 0, StringPrototypeLastIndexOf.call(path, '.'))}.json`;

function main(runProgram) {
  const { isMissing, pid, thread, checkArguments } = require('internal/see/commands/target');
  if (isMissing) {
    rawDebug('Usage: gyre trace [-o OUT] [--for=SECONDS] FILE [arguments]\n' +
             '       gyre trace [-o OUT] [--thread=ID] PID\n');
    reallyExit(BAD_OPTION);
  }
  if (pid !== undefined)
    return require('internal/see/trace/last_seconds').traceProcess(+pid, thread());
  checkArguments('trace');
  const path = require('path')
    .resolve(getOption('--output') ?? require('internal/private_file').defaultName('gyre-trace'));
  const isPage = RegExpPrototypeExec.call(/\.html?$/, path) !== null;
  checkOut(path);
  binding.record(isPage ? PAGE_EVENTS : LOOP_EVENTS);
  if (!isPage)
    binding.recordWorkers(WORKER_EVENTS);
  binding.dumpOnFatal(isPage ? besidePage(path) : path);
  if (!isPage)
    binding.survive(path);
  const { start, closeOpen } = require('internal/see/record');
  start(sink);
  process.on('exit', () => {
    closeOpen();
    write(path, isPage);
  });
  endOnRequest();
  runProgram();
}

// Checks that the file can be written before the program runs, which may take long.
function checkOut(path) {
  try {
    require('internal/private_file').check(path);
  } catch (error) {
    rawDebug(`gyre: cannot write ${path}: ${error.message}\n`);
    reallyExit(BAD_OPTION);
  }
}

function endOnRequest() {
  const ms = require('internal/see/commands/for_seconds')();
  if (ms !== undefined)
    require('internal/timers').setTimeout(() => process.exit(), ms).unref();
  endOn('SIGINT');
  endOn('SIGTERM');
}

function endOn(signal) {
  process.once(signal, () => {
    if (process.listenerCount(signal) === 0)
      process.exit(128 + require('os').constants.signals[signal]);
  });
}

// The loop's events are written first; the entries are added to them, or the page is made of both.
function write(path, isPage) {
  binding.survive();
  try {
    require('internal/private_file').replace(path, (fd) => {
      const err = binding.dump(fd);
      if (err < 0)
        throw new primordials.Error(internalBinding('uv').errname(err));
      const { write } = isPage ? require('internal/see/trace/page') :
        require('internal/see/trace/file');
      write(fd, { __proto__: null, eachEntry });
    });
    const dropped = lost > 0 ? `, ${lost} more were dropped` : '';
    const hint = isPage ? '' : ': open it at ui.perfetto.dev or in chrome://tracing';
    rawDebug(`gyre: ${count} callback${count === 1 ? '' : 's'} in ${path}${dropped}${hint}\n`);
  } catch (error) {
    rawDebug(`gyre: cannot write ${path}: ${error.message}\n`);
  }
}

module.exports = { main };
