'use strict';
// `gyre why`: what keeps a program alive.
//
//   gyre why FILE    runs the program; when its main script is over and the loop has come to rest, or
//                    has turned for a second, tells what holds it, and goes on
//   gyre why PID     asks a process that runs
//
// Also on SIGUSR2 with --why-signal, and again on Ctrl-C of `gyre why FILE`.

const { getOption } = require('internal/process/object');
const { holders, describe, noteLines } = require('internal/see/holders');
const { nearest, show } = require('internal/see/record/frames');

const AT_REST = 100;      // ms in which nothing has run
const LONGEST = 1000;     // ms after which a loop that does not rest, or does not turn, is looked at all the same
const AGAIN = [1000, 5000];   // ms after the first look: what has changed since is told

const write = (text) => internalBinding('process').rawDebug(text);
const report = (list) =>
  (getOption('--json') ? `${JSON.stringify({ holders: list })}\n` : describe(list));

function main(run) {
  const { isMissing, pid } = require('internal/see/target');
  if (isMissing)
    return usage();
  if (pid !== undefined)
    return require('internal/see/client').why(pid);
  watch();
  run();
}

function usage() {
  write('Usage: gyre why [--json] [--for=SECONDS] FILE [arguments]\n' +
        '       gyre why [--json] PID\n');
  internalBinding('process').reallyExit(9);
}

// ---- gyre why FILE ----

let hasFailed = false;
let told = '';      // what was said last, without the ages
function tell() {
  const list = holders();
  const now = list.map(({ kind, what, line }) => `${kind} ${what} ${line}`.replace(/\d+(?:\.\d+)? m?s/g, '')).join('\n');
  if (now !== told)
    write(`\n${report(list)}`);
  told = now;
}

function end() {
  if (told === '')
    tell();
  process.exit();
}

// Our own timers do not hold the loop, and are not the program's. A callback without end, the main script too, is told
// from beside it.
function watch() {
  noteLines();
  if (!getOption('--json'))
    internalBinding('blocked').say(LONGEST);
  const { setTimeout, setInterval, clearInterval } = require('internal/timers');
  const { counters } = internalBinding('see');
  const began = performance.now();
  let entries = -1;
  const check = setInterval(() => {
    const now = JSON.parse(counters()).entries;
    const isAtRest = now - entries <= 1;      // that one is this
    entries = now;
    if (!isAtRest && performance.now() - began < LONGEST)
      return;
    clearInterval(check);
    tell();
    for (const delay of AGAIN)
      setTimeout(tell, delay).unref();
  }, AT_REST);
  check.unref();
  process.on('uncaughtExceptionMonitor', () => { hasFailed = process.listenerCount('uncaughtException') === 0; });
  const ms = require('internal/see/for_seconds')();
  if (ms !== undefined)
    setTimeout(end, ms).unref();
  process.once('SIGINT', () => {
    told = '';
    tell();
    process.exit(130);
  });
  process.on('exit', () => {
    if (told === '')
      write(`${ending()}\n`);
  });
}

// How a program ended that came to no rest before.
function ending() {
  const { isExiting } = require('internal/process/methods');
  if (isExiting()) {
    const line = show(nearest(ending));
    return `The program has called process.exit()${line === '' ? '' : `, at ${line}`}: nobody has looked what would have kept it alive.`;
  }
  return hasFailed ? 'The program has ended by an error that nobody caught.' :
    'The program has ended by itself: nothing kept it alive.';
}

// --why-signal
function onSignal() {
  noteLines();
  process.on('SIGUSR2', () => write(report(holders())));
}

module.exports = { main, onSignal };
