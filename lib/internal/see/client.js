'use strict';
// Queries another gyre process of this user by its process id. The other end of the connection is
// src/runtime/see/control.c.
//
// (1) A query is sent only after the kernel has confirmed which process listens, and that it
//     belongs to this user (src/runtime/see/attach.c).
// (2) The peer may still be any program. The length, the number, the delay and the shape of its
//     lines are bounded. A peer that violates a bound ends the query with one sentence and exit
//     code 1.

const {
  JSONParse, JSONStringify, MathFloor, RegExpPrototypeExec, StringPrototypeIndexOf,
  StringPrototypeReplace, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const { Buffer } = require('buffer');
const net = require('net');
const { clearTimeout, setTimeout } = require('timers');
const { now } = internalBinding('process');
const { formatDuration } = require('internal/see/duration');
const {
  isBlocked, isCounters, isError, isLoops, isTop, isWaiting, isWhy,
} = require('internal/see/shapes');

let lastFailure = '';
// Prints the message and sets the exit code. Two queries that fail alike print it once.
function fail(message) {
  if (message !== lastFailure)
    process.stderr.write(`gyre: ${message}\n`);
  lastFailure = message;
  process.exitCode = 1;
}

// ---- Parsing ----

const MAX_TEXT = 4096;      // characters of one string
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f-\x9f]/g;

// Texts of the peer are printed to a terminal: they are bounded and have no control characters.
const sanitize = (key, value) => (typeof value !== 'string' ? value :
  StringPrototypeReplace.call(StringPrototypeSlice.call(value, 0, MAX_TEXT),
                              CONTROL_CHARACTERS, '?'));

const MAX_DEPTH = 100;          // our own answers have fewer than ten levels
const MAX_OBJECTS = 500_000;    // a trace of 8,192 slices has at most 170,000, with its lists
const MAX_COMMAS = 5_000_000;

// What is small as text may be large as objects: JSON.parse() takes 250 bytes of stack, and 80 of
// the heap, for each open bracket, and as much for an object that ends at once.
function checkBounds(line) {
  let depth = 0, objects = 0, commas = 0;
  let isText = false;
  for (let i = 0; i < line.length; i++) {
    const unit = line[i];
    if (unit === '"')
      isText = !isText;
    else if (isText && unit === '\\')
      i++;
    else if (isText)
      continue;
    else if (unit === '[' || unit === '{') {
      if (++depth > MAX_DEPTH || ++objects > MAX_OBJECTS)
        throw new primordials.SyntaxError('Too many levels or objects');
    } else if (unit === ']' || unit === '}')
      depth--;
    else if (unit === ',' && ++commas > MAX_COMMAS)
      throw new primordials.SyntaxError('Too many values');
  }
}

function parseSafely(line) {
  checkBounds(line);
  return JSONParse(line, sanitize);
}

// sanitize() sees values only: names of fields may still have control characters.
const toJson = (value) =>
  StringPrototypeReplace.call(JSONStringify(value), /[\x7f-\x9f]/g, '?');

// ---- Queries ----

const MB = 1 << 20;
const TIMEOUT = 10_000;             // ms until the answer is complete
const BLOCKED_TIMEOUT = 60_000;     // the same after the peer has reported that its loop is blocked
const NEXT_TIMEOUT = 30_000;        // between two answers of one query
const MAX_LINES = 1000;             // per second

// Query -> the shape of its answers, the longest line, and the timeout in ms.
const QUERIES = {
  __proto__: null,
  counters: {
    __proto__: null, maxLength: 4 * MB, timeout: NEXT_TIMEOUT,
    isAnswer: (value) => isCounters(value) || isBlocked(value),
  },
  // `top` is always sent along with `counters`, whose timeout counts for both.
  top: { __proto__: null, maxLength: 4 * MB, timeout: Infinity, isAnswer: isTop },
  why: { __proto__: null, maxLength: 16 * MB, timeout: TIMEOUT, isAnswer: isWhy },
  loops: { __proto__: null, maxLength: 4 * MB, timeout: TIMEOUT, isAnswer: isLoops },
  // The caller's `parse` checks the shape.
  trace: { __proto__: null, maxLength: 64 * MB, timeout: TIMEOUT, isAnswer: () => true },
};

const invalidAnswer = (pid) => `process ${pid} sent an answer that is not gyre's`;

// Sends a query and calls onAnswer(value, socket) with each line of the answer, parsed. Returns the
// socket, or undefined when the process cannot be reached. Options: `thread` is the number of the
// worker that is asked; `parse`; onFail(message) is called for what fail() does otherwise.
function query(pid, text, onAnswer, options) {
  const { thread = 0, parse = parseSafely, onFail = fail } = { __proto__: null, ...options };
  const socket = connect(pid);
  if (typeof socket === 'string')
    return void onFail(socket);
  const type = QUERIES[StringPrototypeSplit.call(text, ' ')[0]];
  const open = new Query(pid, type, socket, onAnswer, parse, onFail);
  socket.setEncoding('latin1');     // one unit per byte: lengths are bytes, no character is cut
  socket.on('error', ({ code, message }) =>
    open.fail(describeError(pid, code, 0, 0, message)));
  socket.on('end', () => open.onEnd());
  socket.on('data', (part) => open.onData(part));
  socket.on('close', () => open.stopTimer());
  socket.write(thread === 0 ? `${text}\n` : `loop ${thread}\n${text}\n`);
  return socket;
}

class Query {
  #pid; #type; #socket; #onAnswer; #parse; #onFail;
  #rest = '';             // of a line that is not complete
  #isPending = true;      // there was no answer yet
  #timer;
  #second = 0;
  #lines = 0;             // in this second

  constructor(pid, type, socket, onAnswer, parse, onFail) {
    this.#pid = pid;
    this.#type = type;
    this.#socket = socket;
    this.#onAnswer = onAnswer;
    this.#parse = parse;
    this.#onFail = onFail;
    this.#startTimer(type.timeout);
  }

  #startTimer(ms) {
    this.stopTimer();
    if (ms !== Infinity) {
      this.#timer = setTimeout(() => this.fail(ms === BLOCKED_TIMEOUT ?
        `the loop of process ${this.#pid} has not turned for ${ms / 1000} s; try again later` :
        `process ${this.#pid} does not answer; is it stopped?`), ms);
    }
  }

  stopTimer() {
    clearTimeout(this.#timer);
  }

  fail(message) {
    this.#onFail(message);
    this.#socket.destroy();
  }

  onEnd() {
    if (this.#isPending)
      this.#onFail(closedEarly(this.#pid));
  }

  onData(text) {
    let from = 0;
    for (let end; !this.#socket.destroyed; from = end + 1) {
      end = StringPrototypeIndexOf.call(text, '\n', from);
      if (end < 0)
        break;
      const line = this.#rest + StringPrototypeSlice.call(text, from, end);
      this.#rest = '';
      this.#onLine(line);
    }
    this.#rest += StringPrototypeSlice.call(text, from);
    if (this.#rest.length > this.#type.maxLength)
      this.fail(invalidAnswer(this.#pid));
  }

  #onLine(line) {
    const value = this.#read(line);
    if (value === undefined || this.#isFlooded())
      return this.fail(invalidAnswer(this.#pid));
    if (isError(value))
      return this.fail(`process ${this.#pid}: ${value.error}`);
    this.#isPending = isWaiting(value);
    if (this.#type.timeout !== Infinity)
      this.#startTimer(this.#isPending ? BLOCKED_TIMEOUT : this.#type.timeout);
    this.#onAnswer(value, this.#socket);
  }

  // undefined: the line is not an answer.
  #read(line) {
    if (line.length > this.#type.maxLength)
      return undefined;
    try {
      const value = this.#parse(Buffer.from(line, 'latin1').utf8Slice());
      return this.#type.isAnswer(value) || isWaiting(value) || isError(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #isFlooded() {
    const second = MathFloor(now() / 1000);
    this.#lines = second === this.#second ? this.#lines + 1 : 1;
    this.#second = second;
    return this.#lines > MAX_LINES;
  }
}

// ---- Connecting ----

const MAX_PID = 2 ** 22;      // of Linux

// A process has an id in each PID namespace that it is visible in. Its socket is named after the
// innermost one, the last in the list.
function innermostPid(pid) {
  try {
    const status = require('fs').readFileSync(`/proc/${pid}/status`, 'latin1');
    const match = RegExpPrototypeExec.call(/^NSpid:.*?(\d+)$/m, status);
    return match === null ? pid : +match[1];
  } catch {
    return pid;
  }
}

// A socket that is connected to this process and no other, or a message that says why there is
// none.
function connect(argument) {
  const pid = +argument;
  if (pid > MAX_PID || pid === 0)
    return `there is no process ${argument}`;
  const { 0: fd, 1: owner, 2: user } = internalBinding('see').attach(innermostPid(pid), pid);
  return fd < 0 ? describeError(pid, internalBinding('uv').errname(fd), owner, user) :
    new net.Socket({ __proto__: null, fd });
}

// A peer of another user closes the connection, which may be noticed before its refusal is read.
function isOfOtherUser(pid) {
  try {
    const owner = require('fs').statSync(`/proc/${pid}`).uid;
    return process.geteuid() !== 0 && owner !== process.geteuid();
  } catch {
    return false;
  }
}

const closedEarly = (pid) => `process ${pid} ended, or closed the connection, without an answer`;

function describeError(pid, code, owner, user, message = code) {
  if (code === 'EADDRINUSE')
    return describeTakenName(pid, owner, user);
  if (code === 'EPERM' || isOfOtherUser(pid))
    return `process ${pid} belongs to another user`;
  if (code === 'EAGAIN')
    return `process ${pid} does not answer: it is stopped, or has too many connections`;
  if (code === 'EPIPE' || code === 'ECONNRESET')
    return closedEarly(pid);
  if (code !== 'ECONNREFUSED' && code !== 'ENOENT')
    return `cannot query process ${pid}: ${message}`;
  try {
    process.kill(pid, 0);
  } catch ({ code }) {
    if (code === 'ESRCH')
      return `there is no process ${pid}`;
    return `process ${pid} belongs to another user`;
  }
  return `process ${pid} is not gyre, or was started with --no-attach`;
}

function describeTakenName(pid, owner, user) {
  const holder = owner === 0 ? 'a process of another PID namespace' :
    `process ${owner} of user ${user}`;
  return `cannot query process ${pid}: its socket name, @gyre/${pid}, is held by ${holder}`;
}

// ---- Waiting ----

// A sentence about a loop that has not turned since the query arrived. The side thread of the peer
// reports where its program is.
function describeWaiting({ phase, doing, now_ns: at, since_ns: since, asleep }, report) {
  if (asleep)
    return 'The process does not answer, though its loop sleeps.';
  const running = doing === 'nothing' ? '' :
    `, running ${doing === 'callback' ? 'a callback' : doing}`;
  let place = '';
  if (report?.file) {
    place = `: ${report.function === '' ? '' : `${report.function} at `}` +
      `${report.file}:${report.line}${report.what === '' ? '' : `, in ${report.what}`}`;
  }
  return `The loop has not turned for ${formatDuration(at - since)}: it is in ` +
    `${phase}${running}${place}. The answer comes when it turns.`;
}

module.exports = {
  query, checkBounds, connect, fail, invalidAnswer, parseSafely, toJson, describeWaiting,
};
