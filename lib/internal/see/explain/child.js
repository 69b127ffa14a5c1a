'use strict';
// `gyre explain` in the recorded program: writes each event as one line of JSON. It writes at once,
// because the program may end at any moment.
//
//   ["s", entry]                                    scheduled
//   ["x", text]                                     the source text from standard input
//   ["b", id, turn, phase, queue, began, printed, afterTicks]
//                                                   began; bytes printed so far; whether ticks ran
//                                                   between an ES module and this entry
//   ["e", id, began, ended, recorder, printed]      ended; ns of it that the recorder took; bytes
//                                                   printed so far
//   ["h", id, { name, line, share }]                where a long entry spent its time
//   ["c", id, line]                                 cleared
//   ["m", id]                                       the main script is an ES module
//   ["l"]                                           the limit is reached: the recorder stops

const { listText } = require('internal/see/json');
const { start: startRecorder, stop: stopRecorder, now } = require('internal/see/record');
const { start: startSampling, hotSpot } = require('internal/see/explain/hot_spot');

const STDOUT = 1;
const MAX_CHAINED = 20000;      // entries of chains, which do not count for the limit

// Whether the entry continues a chain: ticks or promise jobs that each add the next. Chains are
// reported in one line and do not count for the limit, so the report also has what they delay.
const isChained = (entry, last) => last !== null && entry.queue !== '' && entry.by === last.id &&
  entry.kind === last.kind && entry.where === last.where;

function start(inherited, limit) {
  const fs = require('fs');
  const { openSync, closeSync, writeSync, fstatSync } = fs;
  // It is opened again, with O_CLOEXEC, so that children of the program do not inherit it.
  const fd = openSync(`/proc/self/fd/${inherited}`, 'a');
  closeSync(inherited);
  const write = (...event) => {
    try {
      writeSync(fd, `${listText(event)}\n`);
    } catch {
      stopRecorder(sink);     // the disk is full: the program goes on without recorder
    }
  };
  const printed = () => fstatSync(STDOUT).size;
  let count = 0;
  let chained = 0;
  let last = null;
  const isEnough = (entry) =>
    (isChained(entry, last) && chained < MAX_CHAINED ? (chained++, false) : ++count > limit);
  let source;
  const writeSource = () => {
    source = require('internal/main').evalSource('[stdin]');
    if (source !== undefined)
      write('x', source);
  };
  const sink = {
    __proto__: null,
    scheduled(entry) { write('s', entry); },
    began(entry) {
      const { id, turn, phase, queue, began, detail } = entry;
      if (source === undefined)
        writeSource();
      if (isEnough(entry)) {
        write('l');
        stopRecorder(sink);
        return;
      }
      last = entry;
      write('b', id, turn, phase, queue, began, printed(), detail.afterTicks);
    },
    ended(entry) {
      const { id, began, ended, detail } = entry;
      write('e', id, began, ended, detail.recorder ?? 0, printed());
      const spot = hotSpot(entry);
      if (spot !== null)
        write('h', id, spot);
    },
    cleared({ id }, line) { write('c', id, line); },
    module({ id }) { write('m', id); },
  };
  startSampling(now());
  startRecorder(sink);
}

module.exports = { start };
