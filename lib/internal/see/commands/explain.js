'use strict';
// `gyre explain FILE`: runs a program, then reports what ran when, and the reason for that order.
//
// (1) The program runs in a child process with the recorder. Its output and the recorded events go
//     to two unnamed files. So it may end in any way, by process.exit(), an error or a signal, or
//     be stuck in an endless loop: what was recorded until then is reported.
// (2) The child has a session of its own, so that Ctrl-C reaches only this process: the first one
//     is passed on to the child, the second one kills it.

const {
  ArrayPrototypeFind, ArrayPrototypeSlice, JSONParse, ObjectAssign, StringPrototypeEndsWith,
  StringPrototypeIncludes, StringPrototypeSplit,
} = primordials;
const { setTimeout } = require('timers');
const { getOption } = require('internal/process/object');

const ENVIRONMENT = 'GYRE_EXPLAIN_FD';
const BAD_OPTION = 9;
const DEFAULT_LIMIT = 1000;
const RECORD_FD = 3;
const ANSWER_MS = 2000;     // in which the child answers what keeps it alive
const GRACE_MS = 4000;      // in which it answers and ends
const MAX_ANSWER = 1 << 24;

function main(runProgram) {
  const fd = process.env[ENVIRONMENT];
  if (fd !== undefined) {
    delete process.env[ENVIRONMENT];
    require('internal/see/explain/child').start(+fd, limitOf());
    return runProgram();
  }
  const { isMissing, checkArguments } = require('internal/see/commands/target');
  if (isMissing) {
    process.stderr.write(require('internal/see/commands/help').TEXTS.explain);
    process.exitCode = BAD_OPTION;
    return undefined;
  }
  checkArguments('explain');
  return runAndReport();
}

const limitOf = () => getOption('--limit') ?? DEFAULT_LIMIT;

// A file that only this process and its children can access.
function openUnnamed() {
  const folder = require('os').tmpdir();
  try {
    return require('internal/private_file').unnamed(folder);
  } catch (error) {
    const { rawDebug, reallyExit } = internalBinding('process');
    rawDebug(`gyre: cannot write a file in ${folder}: ${error.message}\n`);
    return reallyExit(BAD_OPTION);
  }
}

// The arguments of this process, unparsed: the child gets the same.
const ownArguments = (fs) => ArrayPrototypeSlice.call(
  StringPrototypeSplit.call(fs.readFileSync('/proc/self/cmdline', 'utf8'), '\0'), 1, -1);

function runAndReport() {
  const fs = require('fs');
  const { spawn } = require('child_process');
  const ms = require('internal/see/commands/for_seconds')();
  const output = openUnnamed();
  const record = openUnnamed();
  const ending = { __proto__: null, code: null, signal: null, by: '', holders: [] };
  let child;
  // Before the child runs: Ctrl-C must not end this process and leave the child alone.
  forwardSignals(() => child, ending, ms);
  child = spawn(process.execPath, ownArguments(fs), {
    __proto__: null, stdio: ['inherit', output, output, record], detached: true,
    env: { __proto__: null, ...process.env, [ENVIRONMENT]: `${RECORD_FD}` },
  });
  child.on('error', (error) => { throw error; });
  child.on('exit', (code, signal) => {
    ObjectAssign(ending, { __proto__: null, code, signal });
    report(fs, output, record, ending);
  });
}

function holdersOf(line) {
  try {
    const value = JSONParse(line);
    return require('internal/see/shapes').isWhy(value) ? value.holders : [];
  } catch {
    return [];
  }
}

// Queries what keeps the child alive, then sends it the signal. A child that does not answer in
// time is busy: it gets the signal without an answer.
function end(child, ending, signal) {
  let isKilled = false;
  const kill = () => {
    if (!isKilled)
      child.kill(signal);
    isKilled = true;
  };
  const socket = require('internal/see/client').connect(child.pid);
  if (typeof socket === 'string')
    return kill();
  let text = '';
  socket.setEncoding('utf8');
  socket.write('why\n');
  socket.on('data', (part) => {
    text += part;
    const line = ArrayPrototypeFind.call(StringPrototypeSplit.call(text, '\n'), (each) =>
      StringPrototypeIncludes.call(each, '"holders"') && StringPrototypeEndsWith.call(each, '}'));
    if (line !== undefined)
      ending.holders = holdersOf(line);
    if (line !== undefined || text.length > MAX_ANSWER)
      socket.destroy();
  });
  socket.on('error', kill);
  socket.on('close', kill);
  setTimeout(() => socket.destroy(), ANSWER_MS).unref();
}

function forwardSignals(getChild, ending, ms) {
  if (ms !== undefined) {
    setTimeout(() => {
      ending.by = 'for';
      end(getChild(), ending, 'SIGTERM');
      setTimeout(() => getChild().kill('SIGKILL'), GRACE_MS).unref();
    }, ms).unref();
  }
  process.on('SIGINT', () => {
    if (ending.by === 'interrupt')
      getChild().kill('SIGKILL');
    else
      end(getChild(), ending, 'SIGINT');
    ending.by = 'interrupt';
  });
  process.on('SIGTERM', () => getChild().kill('SIGTERM'));
  process.on('SIGHUP', () => getChild().kill('SIGHUP'));
}

function exitCode({ code, signal, by }) {
  if (code !== null)
    return code;
  return by === 'for' ? 0 : 128 + require('os').constants.signals[signal];
}

function report(fs, output, record, ending) {
  const { readStory } = require('internal/see/explain/story');
  const { addReasons } = require('internal/see/explain/reasons');
  const story = readStory(fs, output, record, ending);
  addReasons(story);
  const { toJson, toText } = require('internal/see/explain/render');
  process.exitCode = exitCode(ending);
  process.removeAllListeners('SIGINT');
  process.removeAllListeners('SIGTERM');
  process.removeAllListeners('SIGHUP');
  process.stdout.write(getOption('--json') ? toJson(story) : toText(story, process.stdout));
}

module.exports = { main };
