'use strict';
// The recorded program's side of `gyre explain`: writes each event as one line of JSON, at once,
// for the program may end at any moment.
//
//   ["s", entry]                                    scheduled
//   ["x", text]                                     what came by standard input
//   ["b", id, turn, phase, queue, began, printed, afterTicks]
//                                                   began; how many bytes the program had printed; whether
//                                                   ticks ran between an ES module and it
//   ["e", id, began, ended, recorder, printed]      ended; what the recorder took of that
//   ["h", id, { name, line, share }]                where a long one spent its time
//   ["c", id, line]                                 cleared
//   ["m", id]                                       the main script is an ES module
//   ["l"]                                           the limit is reached: nothing more is recorded

const { start: startRecorder, stop: stopRecorder, now } = require('internal/see/record');
const { start: startSampling, hotSpot } = require('internal/see/explain/hot_spot');

const STDOUT = 1;
const MOST_OF_ROWS = 20000;     // entries of rows, besides the limit

// One more of a row: ticks or promise jobs that each add the next. They are told in a line, so that what they
// keep waiting is told as well, however long the row is.
const isOneMore = (entry, last) => last !== null && entry.queue !== '' && entry.by === last.id &&
  entry.kind === last.kind && entry.where === last.where;

function start(inherited, limit) {
  const fs = require('fs');
  const { openSync, closeSync, writeSync, fstatSync } = fs;
  // Opened anew, so that the program's own children do not inherit it.
  const fd = openSync(`/proc/self/fd/${inherited}`, 'a');
  closeSync(inherited);
  const { stringify } = JSON;
  const write = (...event) => {
    try {
      writeSync(fd, `${stringify(event)}\n`);
    } catch {
      stopRecorder(sink);     // the disk is full, which is none of the program's business
    }
  };
  const printed = () => fstatSync(STDOUT).size;
  let count = 0;
  let ofRows = 0;
  let last = null;
  const isEnough = (entry) =>
    (isOneMore(entry, last) && ofRows < MOST_OF_ROWS ? (ofRows++, false) : ++count > limit);
  let source;
  const tellSource = () => {
    source = require('internal/main').evalSource('[stdin]');
    if (source !== undefined)
      write('x', source);
  };
  const sink = {
    scheduled(entry) { write('s', entry); },
    began(entry) {
      const { id, turn, phase, queue, began, detail } = entry;
      if (source === undefined)
        tellSource();
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
