'use strict';
// The file of trace events, in the format of chrome://tracing. It is written when the program ends;
// if there are many events, in several files, earlier.
//
// (1) --trace-event-file-pattern names the files: ${pid} and ${rotation}, which counts from 1.
// (2) internal/private_file writes them.

const { JSONStringify, Number, SafeArray, StringPrototypeReplaceAll } = primordials;
const { get: getOption } = internalBinding('options');
const { hrtime } = process;

const MOST_EVENTS = 1 << 18;     // in one file

let events;
let rotation = 0;

const now = () => Number(hrtime.bigint() / 1000n);

function add(phase, category, name, fields) {
  events.push(JSONStringify({
    __proto__: null, pid: process.pid, tid: process.pid, ts: now(), tts: 0, ph: phase,
    cat: category, name, dur: 0, tdur: 0, ...fields,
  }));
  if (events.length >= MOST_EVENTS)
    write();
}

// No object here has a prototype: a program may define toJSON() there.
const plain = (object) => ({ __proto__: null, ...object });

function addMetadata() {
  const about = (name, args) => add('M', '__metadata', name, { __proto__: null, args });
  const { arch, platform, release, title, versions } = process;
  about('process_name', { __proto__: null, name: title });
  about('version', { __proto__: null, node: versions.node });
  about('thread_name', { __proto__: null, name: 'JavaScriptMainThread' });
  about('node', {
    __proto__: null,
    process: { __proto__: null, versions: plain(versions), arch, platform,
               release: plain(release) },
  });
}

function write() {
  const pattern = getOption('--trace-event-file-pattern') || 'node_trace.${rotation}.log';
  const name = StringPrototypeReplaceAll.call(
    StringPrototypeReplaceAll.call(pattern, '${rotation}', `${++rotation}`), '${pid}',
    `${process.pid}`);
  let text = '{"traceEvents":[';
  for (let i = 0; i < events.length; i++)
    text += i === 0 ? events[i] : `,\n${events[i]}`;
  events = new SafeArray();
  try {
    require('internal/private_file').replaceText(require('path').resolve(name), `${text}]}`);
  } catch (error) {
    process._rawDebug(`Could not open trace file ${name}: ${error.message}\n`);
  }
}

const flushes = new SafeArray();     // called before the last file is written

function open() {
  if (events !== undefined)
    return;
  events = new SafeArray();
  addMetadata();
  process.on('exit', () => {
    for (let i = 0; i < flushes.length; i++)
      flushes[i]();
    write();
  });
}

module.exports = { add, onFlush(fn) { flushes.push(fn); }, open };
