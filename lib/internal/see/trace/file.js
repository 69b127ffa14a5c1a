'use strict';
// Writes a recording for Perfetto and chrome://tracing. The file already has the events of the main
// thread's loop; the entries of JavaScript and the events of workers are inserted before its end.

const { JSONParse, JSONStringify, NumberPrototypeToFixed, SafeMap } = primordials;
const { threadName } = require('internal/see/thread_name');
const { loopCallbacks } = require('internal/see/trace/loop_part');
const { eachRound } = require('internal/see/trace/rounds');

const END = '\n]}\n';               // as src/trace/export_json.c writes it
const FLUSH = 1 << 20;

const rounded = (number) => +NumberPrototypeToFixed.call(number, 3);
const us = (ns) => rounded(ns / 1000);

// Calls use() with each event of the file.
function eachEvent(eachEntry, callbacks, use) {
  const head = { __proto__: null, pid: process.pid, tid: process.pid };
  eachEntry((entry) => {
    const { id, kind, name, where, from, by, turn, phase, queue, scheduled, began, ended,
            detail } = entry;
    const args = {
      '__proto__': null, kind, turn, phase, queue, 'line': where, 'scheduled by': from,
      'waited ms': rounded((began - scheduled) / 1e6), ...detail,
    };
    use({ __proto__: null, ph: 'X', ...head, name: where === '' ? name : `${name} (${where})`,
          cat: 'javascript', ts: us(began), dur: us(ended - began), args });
    if (kind !== 'main' && scheduled > 0 && by !== id) {
      const flow = { __proto__: null, ...head, name: 'scheduled', cat: 'flow', id };
      use({ __proto__: null, ph: 's', ...flow, ts: us(scheduled) });
      use({ __proto__: null, ph: 'f', bp: 'e', ...flow, ts: us(began) });
    }
  });
  eachRound(eachEntry, callbacks, ({ queue, began, ended, count }) => {
    use({ __proto__: null, ph: 'X', ...head, name: queue === 'ticks' ? 'ticks' : 'promise jobs',
          cat: 'queue', ts: us(began - 1), dur: us(ended - began + 2),
          args: { __proto__: null, count } });
  });
}

// ---- Workers ----
// Each has tracks of its own. The jobs of the pool, which all threads share, are in the main
// thread's part already.

function eachWorkerEvent(use) {
  const { recordedMessages, recordedWorkers } = internalBinding('see');
  const workers = JSONParse(recordedWorkers());
  const seen = new SafeMap();     // one that has just ended may be there twice
  for (let i = 0; i < workers.length; i++) {
    const { thread, trace: { traceEvents: events } } = workers[i];
    if (seen.has(thread))
      continue;
    seen.set(thread, true);
    const title = threadName(workers[i]);
    let isPool = false;
    for (let j = 0; j < events.length; j++) {
      const event = events[j];
      if (event.ph === 'M' && event.name === 'thread_name')
        isPool = event.args.name === 'pool';
      if (isPool || event.name === 'process_name')
        continue;
      if (event.ph === 'M')
        event.args.name = `${title}, ${event.args.name}`;
      use(event);
    }
  }
  const messages = JSONParse(recordedMessages());
  for (let i = 0; i < messages.length; i++)
    use(messages[i]);
}

function write(fd, { eachEntry }) {
  const fs = require('fs');
  const { Buffer } = require('buffer');
  const { size } = fs.fstatSync(fd);
  let text = '';
  let at = size - END.length;
  const flush = () => {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) {
      const written = fs.writeSync(fd, bytes, done, bytes.length - done, at);
      done += written;
      at += written;
    }
    text = '';
  };
  const add = (event) => {
    text += `,\n${JSONStringify(event)}`;
    if (text.length > FLUSH)
      flush();
  };
  eachEvent(eachEntry, loopCallbacks(fd), add);
  eachWorkerEvent(add);
  text += END;
  flush();
}

module.exports = { write };
