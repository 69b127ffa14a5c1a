'use strict';
// What each program begins with: applies the poisons of the command line, then runs the program's
// steps one after another and prints what each gave: "=> NAME: TEXT".
//
//   const { step, text, call } = require('../harness.js');
//   step('what it is', () => text(a, b));                       one line
//   step('with a callback', async () => text((await call((done) => f(done))).value));
//
// (1) Nothing here calls what a poison can reach: functions are captured before, lists are walked
//     by index, and objects that are read have no prototype.
// (2) A step that never ends is reported when the loop is empty, or after HARDEN_PATIENCE ms.
// (3) A promise made here is never resolved with an object that has a prototype, so that no `then`
//     is looked up.

const { writeSync } = require('node:fs');
const { applyAll } = require('./poisons.js');
const { Promise: P } = globalThis;
const { hasOwn } = Object;
const reallyExit = process.reallyExit.bind(process);
const temporary = process.env.HARDEN_TMP;
const directory = __dirname;
const patience = +(process.env.HARDEN_PATIENCE || 8000);
const poisons = process.argv[2] || '';
const trace = process.env.HARDEN_TRACE;   // the stack of each throw on standard error
const leave = process.env.HARDEN_LEAVE;   // exit after the last step, whatever is still open
const listHits = process.env.HARDEN_HITS; // "hit: NAME" there for each poison that throws
const hits = { __proto__: null };

const steps = { __proto__: null };
let count = 0;
let current = -1;
let seen = -1;
let giveUp;

// One line, whatever the text.
function print(text) {
  let line = '';
  for (let i = 0; i < text.length; i++) line += text[i] === '\n' ? '\\n' : text[i];
  writeSync(1, line + '\n');
}

// Text of values, joined by a space. Lists one level deep; of objects only that they are objects.
function text(...values) {
  let result = '';
  for (let i = 0; i < values.length; i++) result += (i ? ' ' : '') + textOf(values[i]);
  return result;
}

function textOf(value) {
  if (value === null) return 'null';
  if (typeof value === 'symbol') return 'symbol';
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object') return '' + value;
  if (hasOwn(value, 'message')) return failure(value);
  if (!hasOwn(value, 'length') || typeof value.length !== 'number') return 'object';
  let result = '[';
  for (let i = 0; i < value.length; i++) {
    const inner = value[i];
    result += (i ? ',' : '') + (typeof inner === 'object' && inner ? 'object' : textOf(inner));
  }
  return result + ']';
}

function failure(error) {
  if (typeof error !== 'object' || error === null) return 'threw ' + textOf(error);
  let result = 'threw ' + error.name;
  if (hasOwn(error, 'code')) result += ' ' + textOf(error.code);
  return result + ': ' + error.message;
}

// A callback's arguments: {error, value, other}.
function call(start) {
  return new P((resolve, reject) => {
    start((error, value, other) => {
      if (error) reject(error);
      else resolve({ __proto__: null, value, other });
    });
  });
}

// The error that a function throws, as text.
function thrown(run) {
  try { run(); } catch (error) { return failure(error); }
  return 'threw nothing';
}

function step(name, run) {
  steps[count++] = { __proto__: null, name, run };
}

async function settle(promise, finish) {
  try {
    finish(await promise);
  } catch (error) {
    finish(failure(error));
  }
}

function once(run) {
  return new P((resolve) => {
    let ended = false;
    const finish = (value) => {
      if (ended) return;
      ended = true;
      resolve('' + value);
    };
    giveUp = () => finish('never ended');
    try {
      const result = run();
      if (typeof result === 'string') finish(result);
      else settle(result, finish);
    } catch (error) {
      finish(failure(error));
    }
  });
}

async function runSteps() {
  for (current = 0; current < count; current++) {
    print('=> ' + steps[current].name + ': ' + await once(steps[current].run));
  }
  print('=> end: reached');
  if (leave) reallyExit(0);
}

function printStack(error) {
  writeSync(2, error.stack + '\n');
}

function printHit(error, name) {
  if (hits[name]) return;
  hits[name] = true;
  try { writeSync(2, 'hit: ' + name + '\n'); } catch { /* hit as well */ }
}

process.on('beforeExit', () => { if (current < count && giveUp) giveUp(); });
setInterval(() => {
  if (seen === current && giveUp) giveUp();
  seen = current;
}, patience).unref();
setImmediate(runSteps);

module.exports = { step, text, call, thrown, failure, print, temporary, directory };
if (poisons === 'sites') require('./sites.js').watchAll(print);
else if (poisons) applyAll(poisons, trace ? printStack : listHits ? printHit : undefined);
