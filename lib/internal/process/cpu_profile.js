'use strict';
// --cpu-prof: a profile of the main thread in V8's format (.cpuprofile), from the engine's samples.
//
// (1) The engine takes a sample once a millisecond, while JavaScript runs. If two samples are
//     further apart than GAP_US, (idle) is inserted between them: the loop slept, or the machine
//     was busy.
// (2) The samples are fetched from the engine every second, so that it does not store them all, and
//     equal stacks share their nodes. At most MAX_SAMPLES are stored.
// (3) Without --cpu-prof-dir the file is written to the working directory at the start. A relative
//     --cpu-prof-dir is relative to the working directory at the exit, as in Node.

const {
  ArrayPrototypePush, Date, DatePrototypeGetDate, DatePrototypeGetFullYear, DatePrototypeGetHours,
  DatePrototypeGetMinutes, DatePrototypeGetMonth, DatePrototypeGetSeconds, JSONParse,
  JSONStringify, MathMax, MathRound, ObjectHasOwn, SafeMap, StringPrototypePadStart,
} = primordials;
const { getOption } = require('internal/process/object');
const { clock, sample, samples } = internalBinding('see');

const EVERY_MS = 1000;
const GAP_US = 100_000;
const MAX_SAMPLES = 2_000_000;
const UNKNOWN = 2 ** 32 - 1;      // a line that the engine does not know

const nodes = [];                 // of the profile
const children = new SafeMap();   // "parent script function" → node
const taken = [];                 // node ids
const deltas = [];                // µs, each since the one before
const start = MathRound(clock() / 1000);
let last = start;
let folder = '';
let file = '';

function nodeOf(parent, callFrame) {
  const { functionName, scriptId, lineNumber } = callFrame;
  const key = `${parent?.id ?? 0} ${scriptId} ${functionName}`;
  let node = children.get(key);
  if (node !== undefined) {
    if (node.callFrame.lineNumber < 0 && lineNumber >= 0)
      node.callFrame = callFrame;
    return node;
  }
  node = { __proto__: null, id: nodes.length + 1, callFrame, hitCount: 0, children: [] };
  children.set(key, node);
  ArrayPrototypePush.call(nodes, node);
  if (parent !== undefined)
    ArrayPrototypePush.call(parent.children, node.id);
  return node;
}

const meta = (functionName) => ({
  __proto__: null, functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1,
});
const root = nodeOf(undefined, meta('(root)'));
const idle = nodeOf(root, meta('(idle)'));

function add(node, time) {
  node.hitCount++;
  ArrayPrototypePush.call(taken, node.id);
  ArrayPrototypePush.call(deltas, MathMax(0, time - last));
  last = MathMax(last, time);
}

// The engine tells the line that ran, not where the function begins: a node has the first one seen.
function addTrace({ timestamp, frames }, urls) {
  const time = MathRound(timestamp * 1e6);
  if (time < start || taken.length >= MAX_SAMPLES)
    return;
  if (time - last > GAP_US)
    add(idle, time - 1000);
  let node = root;
  for (let i = frames.length - 1; i >= 0; i--) {
    const { sourceID, name, line, column } = frames[i];
    const isKnown = line !== UNKNOWN;
    node = nodeOf(node, {
      __proto__: null, functionName: name, scriptId: `${sourceID}`, url: urls.get(sourceID) ?? '',
      lineNumber: isKnown ? line - 1 : -1, columnNumber: isKnown ? column - 1 : -1,
    });
  }
  add(node, time);
}

function take() {
  const { traces = [], sources = [] } = { __proto__: null, ...JSONParse(samples()) };
  const urls = new SafeMap();
  for (let i = 0; i < sources.length; i++)
    urls.set(sources[i].sourceID, ObjectHasOwn(sources[i], 'url') ? sources[i].url : '');
  for (let i = 0; i < traces.length; i++)
    addTrace(traces[i], urls);
}

const digits = (number) => StringPrototypePadStart.call(`${number}`, 2, '0');

// CPU.20261118.152205.4711.0.001.cpuprofile
function defaultName() {
  const now = new Date();
  const day = `${DatePrototypeGetFullYear.call(now)}` +
    `${digits(DatePrototypeGetMonth.call(now) + 1)}${digits(DatePrototypeGetDate.call(now))}`;
  const time = `${digits(DatePrototypeGetHours.call(now))}` +
    `${digits(DatePrototypeGetMinutes.call(now))}${digits(DatePrototypeGetSeconds.call(now))}`;
  return `CPU.${day}.${time}.${process.pid}.0.001.cpuprofile`;
}

function write() {
  take();
  sample(false);
  const text = JSONStringify({
    __proto__: null, nodes, startTime: start, endTime: MathMax(last, MathRound(clock() / 1000)),
    samples: taken, timeDeltas: deltas,
  });
  let path = file;
  try {
    path = require('path').resolve(folder, file);
    require('fs').mkdirSync(require('path').dirname(path), { __proto__: null, recursive: true });
    require('internal/private_file').replaceText(path, text);
  } catch (error) {
    process._rawDebug(`gyre: cannot write the profile ${path}: ${error.message}`);
  }
}

// '' if it was removed: what is written then fails.
function workingDirectory() {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

function open() {
  if (!sample(true)) {
    process._rawDebug('gyre: --cpu-prof: this engine cannot sample');
    return;
  }
  folder = getOption('--cpu-prof-dir') || workingDirectory();
  file = getOption('--cpu-prof-name') || defaultName();
  require('internal/timers').setInterval(take, EVERY_MS).unref();
  process.on('exit', write);
}

module.exports = { open };
