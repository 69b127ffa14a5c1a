'use strict';
// `gyre why`: what keeps a program alive.
//
//   gyre why FILE    runs the program; reports what keeps it alive when its loop is at rest after
//                    the main script, or after one second; the program goes on
//   gyre why PID     queries a running process
//
// With --why-signal there is a report on each SIGUSR2; `gyre why FILE` also reports on Ctrl-C.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, JSONParse, JSONStringify, StringPrototypeReplace,
} = primordials;
const { bare } = require('internal/see/json');
const { getOption } = require('internal/process/object');
const { holders, describe, recordLines } = require('internal/see/holders');
const { nearest, show } = require('internal/see/record/frames');

const AT_REST = 100;          // ms in which nothing ran
const LATEST = 1000;          // ms after which a loop that is never at rest is reported
const AGAIN = [1000, 5000];   // ms after the first report: another one if anything has changed

const write = (text) => internalBinding('process').rawDebug(text);
const report = (list) =>
  (getOption('--json') ? `${JSONStringify({ __proto__: null, holders: bare(list) })}\n` :
   describe(list));

function main(runProgram) {
  const { isMissing, pid } = require('internal/see/commands/target');
  if (isMissing)
    return usage();
  if (pid !== undefined)
    return whyProcess(pid);
  watch();
  runProgram();
}

function usage() {
  write('Usage: gyre why [--json] [--for=SECONDS] FILE [arguments]\n' +
        '       gyre why [--json] PID\n');
  internalBinding('process').reallyExit(9);
}

// ---- gyre why PID ----

const SECOND_QUERY_MS = 150;
const HINT = 'Where no line is known, it was made before the query: `gyre why FILE` finds it.';

// The first query makes the process record lines for a moment, so a second one may find more.
function whyProcess(pid) {
  const { describeWaiting, query, toJson } = require('internal/see/client');
  const { setTimeout } = require('timers');
  let isSecond = false;
  query(pid, 'why', (answer, socket) => {
    if (answer.waiting !== undefined)
      return void process.stderr.write(`${describeWaiting(answer.waiting, answer.by)}\n`);
    if (answer.again && !isSecond) {
      isSecond = true;
      return void setTimeout(() => socket.write('why\n'), SECOND_QUERY_MS);
    }
    const { holders: list } = answer;
    process.stdout.write(getOption('--json') ? `${toJson({ __proto__: null, holders: list })}\n` :
      describe(list, HINT));
    socket.destroy();
  });
}

// ---- gyre why FILE ----

let hasFailed = false;
let reported = '';      // the last report, without times
function reportChange() {
  const list = holders();
  const texts = ArrayPrototypeMap.call(list, ({ kind, what, line }) =>
    StringPrototypeReplace.call(`${kind} ${what} ${line}`, /\d+(?:\.\d+)? m?s/g, ''));
  const now = ArrayPrototypeJoin.call(texts, '\n');
  if (now !== reported)
    write(`\n${report(list)}`);
  reported = now;
}

function end() {
  if (reported === '')
    reportChange();
  process.exit();
}

// Our own timers are unreferenced: they do not keep the loop alive and are not listed. The side
// thread reports a callback, or a main script, that does not return.
function watch() {
  recordLines();
  if (!getOption('--json'))
    internalBinding('blocked').reportToStderr(LATEST);
  const { setTimeout, setInterval, clearInterval } = require('internal/timers');
  const { counters } = internalBinding('see');
  const { now } = internalBinding('process');
  const began = now();
  let entries = -1;
  const check = setInterval(() => {
    const before = entries;
    ({ entries } = JSONParse(counters()));
    const isAtRest = entries - before <= 1;      // this callback is one
    if (!isAtRest && now() - began < LATEST)
      return;
    clearInterval(check);
    reportChange();
    for (let i = 0; i < AGAIN.length; i++)
      setTimeout(reportChange, AGAIN[i]).unref();
  }, AT_REST);
  check.unref();
  process.on('uncaughtExceptionMonitor',
             () => { hasFailed = process.listenerCount('uncaughtException') === 0; });
  const ms = require('internal/see/commands/for_seconds')();
  if (ms !== undefined)
    setTimeout(end, ms).unref();
  process.once('SIGINT', () => {
    reported = '';
    reportChange();
    process.exit(130);
  });
  process.on('exit', () => {
    if (reported === '')
      write(`${ending()}\n`);
  });
}

// How the program ended when there was no report before.
function ending() {
  const { isExiting } = require('internal/process/methods');
  if (isExiting()) {
    const line = show(nearest(ending));
    return `The program called process.exit()${line === '' ? '' : ` at ${line}`} before there ` +
      'was a report.';
  }
  return hasFailed ? 'The program ended with an uncaught error.' :
    'The program ended by itself: nothing kept it alive.';
}

// --why-signal
function onSignal() {
  recordLines();
  process.on('SIGUSR2', () => write(report(holders())));
}

module.exports = { main, onSignal };
