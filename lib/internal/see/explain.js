'use strict';
// `gyre explain FILE`: runs a program, then tells what ran when, and why in that order.
//
// (1) The program runs in a process of its own, with the recorder; what it prints, and what is
//     recorded, goes to two files without a name. So it may end as it likes, by process.exit(), an
//     error or a signal, or be stuck in a loop without end: what has been recorded is told.
// (2) It is a session of its own, so that Ctrl-C reaches it only by us: the first one is passed on,
//     the second one ends it.

const { getOption } = require('internal/process/object');

const ENVIRONMENT = 'GYRE_EXPLAIN_FD';
const BAD_OPTION = 9;
const DEFAULT_LIMIT = 1000;
const RECORD_FD = 3;
const ANSWER = 1000;    // milliseconds to say what keeps it alive
const GRACE = 2000;     // and to end, from the same moment on

function main(run) {
  const fd = process.env[ENVIRONMENT];
  if (fd !== undefined) {
    delete process.env[ENVIRONMENT];
    require('internal/see/explain/child').start(+fd, limitOf());
    return run();
  }
  if (require('internal/see/target').isMissing) {
    process.stderr.write(require('internal/see/help').TEXTS.explain);
    process.exitCode = BAD_OPTION;
    return undefined;
  }
  return runAndTell();
}

const limitOf = () => getOption('--limit') ?? DEFAULT_LIMIT;

// A file that only those have who inherit it.
function openUnnamed(fs, name) {
  const path = `${require('os').tmpdir()}/gyre-explain-${process.pid}-${name}`;
  try {
    const fd = fs.openSync(path, 'ax+', 0o600);
    fs.unlinkSync(path);
    return fd;
  } catch (error) {
    const { rawDebug, reallyExit } = internalBinding('process');
    rawDebug(`gyre: cannot write ${path}: ${error.message}\n`);
    return reallyExit(BAD_OPTION);
  }
}

// The words of the command line as they were given, for the child has the same.
const ownWords = (fs) => fs.readFileSync('/proc/self/cmdline', 'utf8').split('\0').slice(1, -1);

function runAndTell() {
  const fs = require('fs');
  const { spawn } = require('child_process');
  const ms = require('internal/see/for_seconds')();
  const output = openUnnamed(fs, 'output');
  const record = openUnnamed(fs, 'record');
  const child = spawn(process.execPath, ownWords(fs), {
    stdio: ['inherit', output, output, record], detached: true,
    env: { ...process.env, [ENVIRONMENT]: `${RECORD_FD}` },
  });
  const ending = { __proto__: null, code: null, signal: null, by: '', holders: [] };
  passSignalsOn(child, ending, ms);
  child.on('error', (error) => { throw error; });
  child.on('exit', (code, signal) => {
    Object.assign(ending, { code, signal });
    tellAll(fs, output, record, ending);
  });
}

// Asks what keeps it alive, then ends it. One that does not answer at once is busy: it is not
// waited for.
function end(child, ending, signal) {
  let isAsked = false;
  const go = () => {
    if (!isAsked)
      child.kill(signal);
    isAsked = true;
  };
  const socket = require('net').connect({ path: `\0gyre/${child.pid}` },
                                        () => socket.write('why\n'));
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part) => {
    text += part;
    const line = text.split('\n').find((each) => each.includes('"holders"') && each.endsWith('}'));
    if (line !== undefined) {
      ending.holders = JSON.parse(line).holders;
      socket.destroy();
    }
  });
  socket.on('error', go);
  socket.on('close', go);
  setTimeout(() => socket.destroy(), ANSWER).unref();
}

function passSignalsOn(child, ending, ms) {
  if (ms !== undefined) {
    setTimeout(() => {
      ending.by = 'for';
      end(child, ending, 'SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), GRACE).unref();
    }, ms).unref();
  }
  process.on('SIGINT', () => {
    if (ending.by === 'interrupt')
      child.kill('SIGKILL');
    else
      end(child, ending, 'SIGINT');
    ending.by = 'interrupt';
  });
  for (const signal of ['SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
}

const SIGNALS = () => require('os').constants.signals;

function exitCode({ code, signal, by }) {
  if (code !== null)
    return code;
  return by === 'for' ? 0 : 128 + SIGNALS()[signal];
}

function tellAll(fs, output, record, ending) {
  const { readStory } = require('internal/see/explain/story');
  const { addReasons } = require('internal/see/explain/reasons');
  const story = readStory(fs, output, record, ending);
  addReasons(story);
  const { toJson, toText } = require('internal/see/explain/tell');
  process.exitCode = exitCode(ending);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.removeAllListeners(name);
  process.stdout.write(getOption('--json') ? toJson(story) : toText(story, process.stdout));
}

module.exports = { main };
