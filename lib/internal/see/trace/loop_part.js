'use strict';
// What the loop has recorded, read back from the file into which it was just written: an event a line, and
// nothing beyond ASCII (src/trace/export_json.c).

const PIECE = 1 << 20;
const CALLBACK = '"cat":"callback","ts":';
const ns = (us) => Math.round(us * 1000);

// The file in pieces that end with a line.
function* pieces(fd) {
  const fs = require('fs');
  const bytes = Buffer.allocUnsafe(PIECE);
  let rest = '';
  for (let at = 0, got; (got = fs.readSync(fd, bytes, 0, PIECE, at)) > 0; at += got) {
    const text = rest + bytes.latin1Slice(0, got);
    const end = text.lastIndexOf('\n') + 1;
    yield text.slice(0, end);
    rest = text.slice(end);
  }
}

// When the loop's callbacks began, in order. Of a million events: text is searched, nothing is parsed.
function loopCallbacks(fd) {
  let times = new Float64Array(1024);
  let count = 0;
  for (const text of pieces(fd)) {
    for (let at = 0; (at = text.indexOf(CALLBACK, at)) >= 0;) {
      at += CALLBACK.length;
      if (count === times.length) {
        const more = new Float64Array(count * 2);
        more.set(times);
        times = more;
      }
      times[count++] = ns(+text.slice(at, text.indexOf(',', at)));
    }
  }
  return times.subarray(0, count).sort();     // a callback inside of another has ended first
}

function* loopEvents(fd) {
  for (const text of pieces(fd)) {
    for (const line of text.split('\n')) {
      if (line.startsWith('{"ph"'))
        yield JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line);
    }
  }
}

module.exports = { loopCallbacks, loopEvents, ns };
