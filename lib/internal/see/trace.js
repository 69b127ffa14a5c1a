'use strict';
// `gyre trace -o OUT FILE`: runs a program and writes what happened: for Perfetto and chrome://tracing, or
// as one page when OUT ends in .html. `gyre trace PID`: kept.js.
//
// (1) Two recorders, one clock: the loop's own (phases, callbacks, pool jobs, ring operations, collections,
//     src/trace/) and that of JavaScript (record.js: which function, which line, scheduled by whom).
//     On the loop's track the latter lie inside the former.
// (2) The file is written at the end, however that comes about: process.exit(), an error, Ctrl-C, --for.
//     When the process dies of a signal, the loop's part is written, as a trace: beside a page.
// (3) No signal tells of SIGKILL, so a trace's file has the loop's last events all along; at the end it is written anew.

const { getOption } = require('internal/process/object');
const binding = internalBinding('see');
const { rawDebug, reallyExit } = internalBinding('process');

const LOOP_EVENTS = 1 << 20;        // the loop's last ones: 64 MB, of which only what is used is there
const PAGE_EVENTS = 1 << 17;        // of a page: what a browser draws without delay
const MOST_ENTRIES = 1 << 20;
const BAD_OPTION = 9;

// ---- What has run ----
// In columns: a million objects would keep the collector busy while the program runs. What entries of one
// listener say alike, they share: they have their `detail` from it, and mostly come in a row.

const CHUNK = 4096;
const NUMBERS = 6;          // columns of each chunk
const chunks = [];
let numbers, alike;         // of the last chunk
let last = { detail: null };
let inChunk = CHUNK;
let count = 0;
let lost = 0;

const sink = {
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
  ({ kind, name, where, from, phase, queue, detail });

function addChunk() {
  if (count >= MOST_ENTRIES)
    return false;
  numbers = new Float64Array(CHUNK * NUMBERS);
  alike = new Array(CHUNK).fill(last);
  chunks.push([numbers, alike]);
  inChunk = 0;
  return true;
}

function* entries() {
  for (let i = 0; i < count; i++) {
    const [numbers, alike] = chunks[Math.floor(i / CHUNK)];
    const n = i % CHUNK * NUMBERS;
    const { kind, name, where, from, phase, queue, detail } = alike[i % CHUNK];
    yield { id: numbers[n], kind, name, where, from, by: numbers[n + 1], turn: numbers[n + 2], phase, queue,
            scheduled: numbers[n + 3], began: numbers[n + 4], ended: numbers[n + 5], detail };
  }
}

function main(run) {
  const { isMissing, pid } = require('internal/see/target');
  if (isMissing) {
    rawDebug('Usage: gyre trace [-o OUT] [--for=SECONDS] FILE [arguments]\n' +
             '       gyre trace [-o OUT] PID\n');
    reallyExit(BAD_OPTION);
  }
  if (pid !== undefined)
    return require('internal/see/kept').main(pid);
  const path = require('path').resolve(getOption('--output') ?? 'gyre-trace.json');
  const isPage = /\.html?$/.test(path);
  openOut(path);
  binding.record(isPage ? PAGE_EVENTS : LOOP_EVENTS);
  binding.dumpOnFatal(isPage ? path.replace(/html?$/, 'json') : path);
  if (!isPage)
    binding.survive(path);
  const { start, closeOpen } = require('internal/see/record');
  start(sink);
  process.on('exit', () => {
    closeOpen();
    write(path, isPage);
  });
  endWhenAsked();
  run();
}

// Before the program runs: it may take long, and a file that cannot be written is to be known now.
function openOut(path) {
  const fs = require('fs');
  try {
    fs.closeSync(fs.openSync(path, 'w+', 0o644));
  } catch (error) {
    rawDebug(`gyre: cannot write ${path}: ${error.message}\n`);
    reallyExit(BAD_OPTION);
  }
}

function endWhenAsked() {
  const ms = require('internal/see/for_seconds')();
  if (ms !== undefined)
    require('internal/timers').setTimeout(() => process.exit(), ms).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0)
        process.exit(128 + require('os').constants.signals[signal]);
    });
  }
}

// First the loop's part, which the rest is put into, or made of.
function write(path, isPage) {
  binding.survive();
  try {
    const fd = require('fs').openSync(path, 'w+', 0o644);     // it may have been replaced since
    const err = binding.dump(fd);
    if (err < 0)
      throw new Error(internalBinding('uv').errname(err));
    require(`internal/see/trace/${isPage ? 'page' : 'file'}`).write(fd, { entries });
    rawDebug(`gyre: ${count} callback${count === 1 ? '' : 's'} in ${path}${lost > 0 ? `, ${lost} more were not kept` : ''}${isPage ? '' :
      ': open it at ui.perfetto.dev or in chrome://tracing'}\n`);
  } catch (error) {
    rawDebug(`gyre: cannot write ${path}: ${error.message}\n`);
  }
}

module.exports = { main };
