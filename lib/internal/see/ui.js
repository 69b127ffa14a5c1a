'use strict';
// `--loop-ui[=PORT]` and `--step`: sends the recorder's events to the page. The side thread serves
// the page and streams the events (src/runtime/see/page.c), also while the loop is blocked.
//
// An event is an array:
//   ["s", entry]                                                    scheduled
//   ["b", id, turn, phase, queue, time, where, name, paused]        runs next
//   ["e", id, began, ended, paused, where, name]                    has run
//   ["c", id]                                                       will not run
//   ["m", id]                                                       the main script is an ES module
//   ["p", id, fd, text]                                             has printed
// `paused` is the part of its wait for which --step held the program.

const {
  ArrayPrototypeFilter, NumberIsInteger, RegExpPrototypeExec, SafeSet, SafeWeakMap, String,
  StringPrototypeSlice, StringPrototypeStartsWith,
} = primordials;
const { open, emit, pass, source } = internalBinding('loop_ui');
const { rawDebug, cwd } = internalBinding('process');
const { readText } = internalBinding('script');
const { listText } = require('internal/see/json');
const { start: record, current, now } = require('internal/see/record');

const BAD_OPTION = 9;
const folder = cwd();

// ---- Sources ----

const sent = new SafeSet();      // files

function textOf(file) {
  if (file[0] === '[')
    return require('internal/main').evalSource(file);
  return readText(file[0] === '/' ? file : `${folder}/${file}`);
}

// Sends the file of a place 'file:line:column' once, so that the page can show it even while the
// loop is blocked.
function sendSource(place) {
  const file = RegExpPrototypeExec.call(/^(.*):\d+:\d+$/, place)?.[1];
  if (file === undefined || sent.has(file))
    return;
  sent.add(file);
  const text = textOf(file);
  if (typeof text === 'string')
    source(file, text);
}

// ---- Entries ----

let paused = 0;      // ns that --step held the program, in all
// Entry -> `paused` when it was scheduled; when it has begun: for how long its wait was held.
const pausedBefore = new SafeWeakMap();

const send = (...line) => emit(listText(line));

const sink = {
  __proto__: null,
  scheduled(entry) {
    pausedBefore.set(entry, paused);
    sendSource(entry.where);
    sendSource(entry.from);
    const { id, kind, name, where, from, by, scheduled, detail } = entry;
    send('s', { __proto__: null, id, kind, name, where, from, by, scheduled, detail });
  },
  began(entry) {
    sendSource(entry.where);
    const before = pausedBefore.get(entry) ?? paused;
    send('b', entry.id, entry.turn, entry.phase, entry.queue, now(), entry.where, entry.name,
         paused - before);
    paused += pass();
    pausedBefore.set(entry, paused - before);
  },
  ended(entry) {
    sendSource(entry.where);
    send('e', entry.id, entry.began, entry.ended, pausedBefore.get(entry) ?? 0, entry.where,
         entry.name);
  },
  cleared(entry) {
    send('c', entry.id);
  },
  module(entry) {
    send('m', entry.id);
  },
};

// ---- Output ----

const MAX_TEXT = 4000;        // characters of one event

function printed(fd, text) {
  const entry = current();
  if (fd === 1 || fd === 2)
    send('p', entry === null ? -1 : entry.id, fd, StringPrototypeSlice.call(text, 0, MAX_TEXT));
}

// Records output of console, and of process.stdout if that is not a terminal. The modules that
// write take these functions when they are loaded, which is later.
function watchOutput() {
  const util = internalBinding('util');
  const stdio = internalBinding('stdio');
  const replace = (binding, name, textOf) => {
    const write = binding[name];
    binding[name] = (fd, data) => {
      printed(fd, textOf(data));
      return write(fd, data);
    };
  };
  replace(util, 'writeText', String);
  replace(stdio, 'writeSync', String);
  replace(stdio, 'writeBytes', (bytes) => require('internal/buffer').bufferFrom(bytes).toString());
}

// ---- Start ----

function portOf(option) {
  const port = option === true || option === false ? 0 : +option;
  if (NumberIsInteger(port) && port >= 0 && port < 65536 && option !== '')
    return port;
  rawDebug(`gyre: --loop-ui takes a port from 0 to 65535, not '${option}'\n`);
  internalBinding('process').reallyExit(BAD_OPTION);
}

function openPage(port, html, step) {
  try {
    return open(port, html, step);
  } catch (error) {
    if (error.code !== 'EADDRINUSE')
      throw error;
    rawDebug(`gyre: port ${port} is in use: the page uses another port\n`);
    return open(0, html, step);
  }
}

function title() {
  const { fromStdin, getOption } = require('internal/process/object');
  const file = process.argv[1];
  if (typeof (getOption('--eval') || getOption('--print')) === 'string')
    return '-e';
  if (file === undefined || fromStdin)
    return 'standard input';
  return StringPrototypeStartsWith.call(file, `${folder}/`) ?
    StringPrototypeSlice.call(file, folder.length + 1) : file;
}

// Options that children of the program do not inherit.
const isPageOption = (option) => option === '--step' ||
  RegExpPrototypeExec.call((/^--loop-ui(?:=|$)/), option) !== null;

function start(option, step) {
  const program = { title: title(), pid: process.pid, folder, step,
                    threads: process.env.UV_THREADPOOL_SIZE };
  const { html } = require('internal/see/page_html');
  const { 0: port, 1: token } = openPage(portOf(option), html({ program }), step);
  process.execArgv = ArrayPrototypeFilter.call(process.execArgv, (option) => !isPageOption(option));
  rawDebug(`gyre: see the loop at http://127.0.0.1:${port}/?t=${token}\n`);
  if (step)
    rawDebug('gyre: paused before the main script; continue from the page\n');
  watchOutput();
  record(sink);
}

module.exports = { start };
