'use strict';
// The other end of src/runtime/see/control.c: asks a gyre process of this user by its number.

const net = require('net');
const { getOption } = require('internal/process/object');

let said = '';
const fail = (why) => {
  if (why !== said)       // two questions may fail alike
    process.stderr.write(`gyre: ${why}\n`);
  said = why;
  process.exitCode = 1;
};

// What another process says goes to a terminal: no control characters.
const harmless = (key, value) =>
  (typeof value === 'string' ? value.replace(/[\x00-\x1f\x7f-\x9f]/g, '?') : value);

const parseSafely = (line) => JSON.parse(line, harmless);

// Calls onLine with each line of the answer, parsed. Returns the socket.
function ask(pid, question, onLine, parse = parseSafely) {
  const socket = net.connect({ path: `\0gyre/${pid}` });
  let rest = '';
  let isOpen = true;      // the question
  socket.setEncoding('utf8');
  socket.on('connect', () => socket.write(`${question}\n`));
  socket.on('error', (error) => fail(explainError(pid, error)));
  socket.on('end', () => {
    if (isOpen)
      fail(`process ${pid} has ended, or hung up, without an answer`);
  });
  socket.on('data', (text) => {
    if (!text.includes('\n')) {      // of a long line
      rest += text;
      return;
    }
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const value = parse(line);
      if (value.error !== undefined) {
        fail(`process ${pid}: ${value.error}`);
        return socket.destroy();
      }
      isOpen = value.waiting !== undefined;
      onLine(value, socket);
    }
  });
  return socket;
}

const MOST_PID = 2 ** 22;     // of Linux

// Who is refused may hear of it by a closed connection first, and of the reason too late.
function isOfOther(pid) {
  try {
    const owner = require('fs').statSync(`/proc/${pid}`).uid;
    return process.geteuid() !== 0 && owner !== process.geteuid();
  } catch {
    return false;
  }
}

function explainError(pid, { code, message }) {
  if (+pid > MOST_PID || +pid === 0)
    return `there is no process ${pid}`;
  if (isOfOther(pid))
    return `process ${pid} belongs to another user`;
  if (code === 'EPIPE' || code === 'ECONNRESET')
    return `process ${pid} has ended, or hung up, without an answer`;
  if (code !== 'ECONNREFUSED' && code !== 'ENOENT')
    return `cannot ask process ${pid}: ${message}`;
  try {
    process.kill(pid, 0);
  } catch ({ code }) {
    if (code === 'ESRCH')
      return `there is no process ${pid}`;
    return `process ${pid} belongs to another user`;
  }
  return `process ${pid} is not gyre, or was started with --no-attach`;
}

// The loop has not turned since the question was asked: what it is at, from beside.
function waiting({ phase, doing, now_ns: now, since_ns: since, asleep }, by) {
  const time = ((now - since) / 1e6).toFixed(0);
  const line = !by?.file ? '' : `: ${by.function === '' ? '' : `${by.function} at `}${by.file}:${by.line}${
    by.what === '' ? '' : `, in ${by.what}`}`;
  const where = `in ${phase}${doing === 'nothing' ? '' : `, running ${doing === 'callback' ? 'a callback' : doing}`}${line}`;
  return asleep ? 'The process does not answer, though its loop sleeps.' :
    `The loop has not turned for ${time} ms: it is ${where}. The answer comes when it turns.`;
}

const MOMENT = 150;     // ms
const HINT = 'Where no line is known it began before anybody asked: `gyre why FILE` would know it.';

function why(pid) {
  const { describe } = require('internal/see/holders');
  let isSecond = false;
  ask(pid, 'why', (value, socket) => {
    if (value.waiting !== undefined)
      return void process.stderr.write(`${waiting(value.waiting, value.by)}\n`);
    if (value.again && !isSecond) {
      isSecond = true;
      return void setTimeout(() => socket.write('why\n'), MOMENT);
    }
    const { holders } = value;
    process.stdout.write(getOption('--json') ? `${JSON.stringify({ holders })}\n` : describe(holders, HINT));
    socket.destroy();
  });
}

module.exports = { ask, parseSafely, why, waiting, fail };
