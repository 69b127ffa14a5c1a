'use strict';
// `--loop-ui[=PORT]` and `--step`: tells the page, by way of C, what the recorder sees. The page is
// served beside the program (src/runtime/see/page.c): it needs nothing of what is here to answer.
//
// A line of the feed is an array: ["s", entry] scheduled; ["b", id, turn, phase, queue, time, where,
// name, paused] is about to run; ["e", id, began, ended, paused, where, name] has run;
// ["c", id] will not run; ["m", id] is a main script that is an ES module; ["p", id, fd, text] has printed. `paused` is the part of its wait for which --step held the program.

const { open, emit, pass, source } = internalBinding('loop_ui');
const { rawDebug, cwd } = internalBinding('process');
const { readText } = internalBinding('script');
const { start: record, current, now } = require('internal/see/record');
const { stringify } = JSON;

const BAD_OPTION = 9;
const folder = cwd();

// ---- Sources ----

const handedOver = new Set();

function textOf(file) {
  if (file[0] === '[')
    return require('internal/main').evalSource(file);
  return readText(file[0] === '/' ? file : `${folder}/${file}`);
}

// The file of a place 'file:line:column', once, so that the page can show it while the loop is blocked.
function handOver(place) {
  const file = /^(.*):\d+:\d+$/.exec(place)?.[1];
  if (file === undefined || handedOver.has(file))
    return;
  handedOver.add(file);
  const text = textOf(file);
  if (typeof text === 'string')
    source(file, text);
}

// ---- Entries ----

let paused = 0;                    // ns that the program was held, in all
const pausedBefore = new WeakMap();   // what that was when an entry was scheduled

const sink = {
  scheduled(entry) {
    pausedBefore.set(entry, paused);
    handOver(entry.where);
    handOver(entry.from);
    const { id, kind, name, where, from, by, scheduled, detail } = entry;
    emit(stringify(['s', { id, kind, name, where, from, by, scheduled, detail }]));
  },
  began(entry) {
    handOver(entry.where);
    const before = pausedBefore.get(entry) ?? paused;
    emit(stringify(['b', entry.id, entry.turn, entry.phase, entry.queue, now(), entry.where, entry.name,
                    paused - before]));
    paused += pass();
    pausedBefore.set(entry, paused - before);
  },
  ended(entry) {
    handOver(entry.where);
    emit(stringify(['e', entry.id, entry.began, entry.ended, pausedBefore.get(entry) ?? 0, entry.where,
                    entry.name]));
  },
  cleared(entry) {
    emit(stringify(['c', entry.id]));
  },
  module(entry) {
    emit(stringify(['m', entry.id]));
  },
};

// ---- Output ----

const MOST_TEXT = 4000;       // of one piece

function printed(fd, text) {
  const entry = current();
  if (fd === 1 || fd === 2)
    emit(stringify(['p', entry === null ? -1 : entry.id, fd, text.slice(0, MOST_TEXT)]));
}

// What goes out by console, and by process.stdout when that is no terminal. The modules that write take
// these functions when they are loaded, and none is yet.
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
  replace(stdio, 'writeBytes', (bytes) => require('buffer').Buffer.from(bytes).toString());
}

// ---- The beginning ----

function portOf(option) {
  const port = option === true || option === false ? 0 : +option;
  if (Number.isInteger(port) && port >= 0 && port < 65536 && option !== '')
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
    rawDebug(`gyre: port ${port} is taken, so the page has another one\n`);
    return open(0, html, step);
  }
}

function title() {
  const { getOption } = require('internal/process/object');
  const file = process.argv[1];
  if (typeof (getOption('--eval') || getOption('--print')) === 'string')
    return '-e';
  if (file === undefined)
    return 'standard input';
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}

// Children are not to be shown as well.
const isOurs = (option) => option === '--step' || (/^--loop-ui(?:=|$)/).test(option);

function start(option, step) {
  const program = { title: title(), pid: process.pid, folder, step, threads: process.env.UV_THREADPOOL_SIZE };
  const { html } = require('internal/see/page_html');
  const { 0: port, 1: token } = openPage(portOf(option), html({ program }), step);
  process.execArgv = process.execArgv.filter((word) => !isOurs(word));
  rawDebug(`gyre: see the loop at http://127.0.0.1:${port}/?t=${token}\n`);
  if (step)
    rawDebug('gyre: paused before the main script; step from the page\n');
  watchOutput();
  record(sink);
}

module.exports = { start };
