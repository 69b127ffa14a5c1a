'use strict';
// `gyre why`: what keeps a program alive.
//
//   gyre why FILE    runs the program; reports what keeps it alive when its loop is at rest after
//                    the main script, or after one second; the program goes on
//   gyre why PID     queries a running process
//
// The loop of each worker has a report of its own, after that of the main thread.
//
// With --why-signal there is a report on each SIGUSR2; `gyre why FILE` also reports on Ctrl-C.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, JSONParse,
  JSONStringify, StringPrototypeReplace,
} = primordials;
const { bare } = require('internal/see/json');
const { getOption } = require('internal/process/object');
const { holders, describe, recordLines } = require('internal/see/holders');
const { nearest, show } = require('internal/see/record/frames');
const { threadName } = require('internal/see/thread_name');

const AT_REST = 100;          // ms in which nothing ran
const LATEST = 1000;          // ms after which a loop that is never at rest is reported
const AGAIN = [1000, 5000];   // ms after the first report: another one if anything has changed

const write = (text) => internalBinding('process').rawDebug(text);
const report = (list) =>
  (getOption('--json') ? `${JSONStringify({ __proto__: null, holders: bare(list) })}\n` :
   describe(list));

function main(runProgram) {
  const { isMissing, pid, thread, checkArguments } = require('internal/see/commands/target');
  if (isMissing)
    return usage();
  if (pid !== undefined)
    return whyProcess(+pid, thread());
  checkArguments('why');
  watch();
  runProgram();
}

function usage() {
  write('Usage: gyre why [--json] [--for=SECONDS] FILE [arguments]\n' +
        '       gyre why [--json] [--thread=ID] PID\n');
  internalBinding('process').reallyExit(9);
}

// ---- gyre why PID ----

const SECOND_QUERY_MS = 150;
const HINT = 'Where no line is known, it was made before the query: `gyre why FILE` finds it.';

// Calls done(holders) with the answer of a thread; done(undefined) when there is none.
// The first query makes the process record lines for a moment, so a second one may find more.
function whyThread(pid, thread, done, onFail) {
  const { describeWaiting, query } = require('internal/see/client');
  const { setTimeout } = require('timers');
  let isSecond = false;
  query(pid, 'why', (answer, socket) => {
    if (answer.waiting !== undefined) {
      const whose = thread === 0 ? '' : `Worker ${thread}: `;
      return void process.stderr.write(`${whose}${describeWaiting(answer.waiting, answer.by)}\n`);
    }
    if (answer.again && !isSecond) {
      isSecond = true;
      return void setTimeout(() => socket.write('why\n'), SECOND_QUERY_MS);
    }
    socket.destroy();
    done(answer.holders);
  }, { __proto__: null, thread, onFail });
}

// Calls done([{ thread, name }]) with the workers of a process.
function workersOf(pid, done) {
  const { query } = require('internal/see/client');
  query(pid, 'loops', ({ loops }, socket) => {
    socket.destroy();
    done(ArrayPrototypeFilter.call(loops, ({ thread }) => thread !== 0));
  }, { __proto__: null, onFail: () => done([]) });
}

// A worker that has ended meanwhile has no report.
function whyWorkers(pid, workers, i, onReport, done) {
  if (i === workers.length)
    return done();
  const next = () => whyWorkers(pid, workers, i + 1, onReport, done);
  whyThread(pid, workers[i].thread, (list) => {
    onReport(workers[i], list);
    next();
  }, next);
}

function whyProcess(pid, only) {
  const { toJson } = require('internal/see/client');
  const isJson = getOption('--json');
  whyThread(pid, only ?? 0, (list) => {
    const answer = { __proto__: null, holders: list };
    if (!isJson) {
      process.stdout.write(
        describe(list, HINT, only > 0 ? threadName({ __proto__: null, thread: only, name: '' }) :
          'this process'));
    }
    const finish = () => isJson && process.stdout.write(`${toJson(answer)}\n`);
    if (only !== undefined)
      return finish();
    workersOf(pid, (workers) => {
      if (workers.length > 0)
        answer.workers = [];
      whyWorkers(pid, workers, 0, ({ thread, name }, found) => {
        ArrayPrototypePush.call(answer.workers, { __proto__: null, thread, name, holders: found });
        if (!isJson)
          process.stdout.write(`\n${describe(found, HINT, threadName({ thread, name }))}`);
      }, finish);
    });
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
  if (now !== reported) {
    write(`\n${report(list)}`);
    internalBinding('see').queryWorkers();
  }
  reported = now;
}

// The answer of a worker to queryWorkers(). Called by src/runtime/see/workers.c.
function onWorker(text) {
  const { thread, name, answer: { holders: list } } = JSONParse(text);
  const worker = { __proto__: null, thread, name };
  write(getOption('--json') ? `${JSONStringify({ __proto__: null, ...worker, holders: list })}\n` :
    `\n${describe(list, '', threadName(worker))}`);
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
  process.on('SIGUSR2', () => {
    write(report(holders()));
    internalBinding('see').queryWorkers();
  });
}

module.exports = { main, onSignal, onWorker };
