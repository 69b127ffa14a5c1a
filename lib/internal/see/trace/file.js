'use strict';
// A recording as a file for Perfetto and chrome://tracing: the loop's part is written first, ours goes before its end.

const { loopCallbacks } = require('internal/see/trace/loop_part');
const { rounds } = require('internal/see/trace/rounds');

const END = '\n]}\n';               // as src/trace/export_json.c writes it
const FLUSH = 1 << 20;

const us = (ns) => +(ns / 1000).toFixed(3);

function* events(entries, callbacks) {
  const head = { pid: process.pid, tid: process.pid };
  for (const entry of entries()) {
    const { id, kind, name, where, from, by, turn, phase, queue, scheduled, began, ended, detail } = entry;
    yield { ph: 'X', ...head, name: where === '' ? name : `${name} (${where})`, cat: 'javascript',
            ts: us(began), dur: us(ended - began),
            args: { kind, turn, phase, queue, line: where, 'scheduled by': from, 'waited ms': +((began - scheduled) / 1e6).toFixed(3), ...detail } };
    if (kind !== 'main' && scheduled > 0 && by !== id) {
      yield { ph: 's', ...head, name: 'scheduled', cat: 'flow', id, ts: us(scheduled) };
      yield { ph: 'f', bp: 'e', ...head, name: 'scheduled', cat: 'flow', id, ts: us(began) };
    }
  }
  for (const { queue, began, ended, count } of rounds(entries(), callbacks)) {
    yield { ph: 'X', ...head, name: queue === 'ticks' ? 'ticks' : 'promise jobs', cat: 'queue',
            ts: us(began - 1), dur: us(ended - began + 2), args: { count } };
  }
}

function write(fd, { entries }) {
  const fs = require('fs');
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
  for (const event of events(entries, loopCallbacks(fd))) {
    text += `,\n${JSON.stringify(event)}`;
    if (text.length > FLUSH)
      flush();
  }
  text += END;
  flush();
}

module.exports = { write };
