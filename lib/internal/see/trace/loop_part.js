'use strict';
// Reads the loop's events of a recording back from the file: one event per line, ASCII only
// (src/trace/export_json.c).

const {
  Float64Array, JSONParse, MathRound, StringPrototypeEndsWith, StringPrototypeIndexOf,
  StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeStartsWith, TypedArrayPrototypeSet, TypedArrayPrototypeSort,
  TypedArrayPrototypeSubarray,
} = primordials;
const PIECE = 1 << 20;
const CALLBACK = '"cat":"callback","ts":';
const ns = (us) => MathRound(us * 1000);

// Calls use() with pieces of the file that end at the end of a line.
function eachPiece(fd, use) {
  const fs = require('fs');
  const bytes = require('internal/buffer').bufferAllocUnsafe(PIECE);
  let rest = '';
  for (let at = 0, got; (got = fs.readSync(fd, bytes, 0, PIECE, at)) > 0; at += got) {
    const text = rest + bytes.latin1Slice(0, got);
    const end = StringPrototypeLastIndexOf.call(text, '\n') + 1;
    use(StringPrototypeSlice.call(text, 0, end));
    rest = StringPrototypeSlice.call(text, end);
  }
}

// The times when the loop's callbacks began, in order. The text is searched instead of parsed,
// because there may be a million events.
function loopCallbacks(fd) {
  let times = new Float64Array(1024);
  let count = 0;
  eachPiece(fd, (text) => {
    for (let at = 0; (at = StringPrototypeIndexOf.call(text, CALLBACK, at)) >= 0;) {
      at += CALLBACK.length;
      if (count === times.length) {
        const more = new Float64Array(count * 2);
        TypedArrayPrototypeSet.call(more, times);
        times = more;
      }
      const end = StringPrototypeIndexOf.call(text, ',', at);
      times[count++] = ns(+StringPrototypeSlice.call(text, at, end));
    }
  });
  // A nested callback ends, and is written, before the outer one.
  return TypedArrayPrototypeSort.call(TypedArrayPrototypeSubarray.call(times, 0, count));
}

// Calls use() with each event.
function eachLoopEvent(fd, use) {
  eachPiece(fd, (text) => {
    const lines = StringPrototypeSplit.call(text, '\n');
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i];
      if (StringPrototypeStartsWith.call(line, '{"ph"')) {
        use(JSONParse(StringPrototypeEndsWith.call(line, ',') ?
          StringPrototypeSlice.call(line, 0, -1) : line));
      }
    }
  });
}

module.exports = { loopCallbacks, eachLoopEvent, ns };
