'use strict';
// Shared by the cases of Buffer text: each measures some operations at four sizes in bytes, and
// prints one JSON line, the best round's nanoseconds per operation by name ("toString 256").

const SIZES = [16, 256, 4096, 65536];
const ROUNDS = 20;
const ROUND_NS = 1e6;
const WARM_NS = 3e7;

const now = () => process.hrtime.bigint();
let sink = 0;

function time(body, n) {
  const began = now();
  sink += body(n);
  return Number(now() - began);
}

// The time of one operation. A round is short, so that some rounds are not interrupted by other
// programs, and the number of operations comes from the best round of the warm-up.
function measure(body) {
  let n = 1;
  let best = Infinity;
  for (let warm = 0; warm < WARM_NS;) {
    const took = time(body, n);
    warm += took;
    best = Math.min(best, took / n);
    n = Math.max(1, Math.min(n * 2, Math.round(ROUND_NS / best)));
  }
  best = Infinity;
  for (let i = 0; i < ROUNDS; i++)
    best = Math.min(best, time(body, n) / n);
  return best;
}

// operations: name → a function of a size that returns body(n), which does it n times and returns
// a number that depends on the results.
function run(operations) {
  const figures = {};
  for (const name of Object.keys(operations)) {
    for (const size of SIZES)
      figures[`${name} ${size}`] = measure(operations[name](size));
  }
  console.log(JSON.stringify({ figures, sink: sink > 0 }));
}

// A loop of its own for each measurement, so that no runtime sees two kinds of arguments in one.
const loop = (expression) => new Function('a', 'b', 'c', `return (n) => {
  let sum = 0;
  for (let i = 0; i < n; i++)
    sum += ${expression};
  return sum;
}`);

// To bytes and back in one encoding. `textOf(size)` makes text that is `size` bytes in it.
function runText(encoding, textOf) {
  run({
    toString(size) {
      return loop(`a.toString('${encoding}').length`)(Buffer.from(textOf(size), encoding));
    },
    from(size) {
      return loop(`Buffer.from(a, '${encoding}').length`)(textOf(size));
    },
    write(size) {
      return loop(`b.write(a, 0, '${encoding}')`)(textOf(size), Buffer.alloc(size));
    },
    byteLength(size) {
      return loop(`Buffer.byteLength(a, '${encoding}')`)(textOf(size));
    },
  });
}

// Flat text of `size` units.
const fill = (pattern, size) =>
  Buffer.from(pattern.repeat(size / pattern.length + 1).slice(0, size), 'utf16le')
    .toString('utf16le');

module.exports = { fill, loop, measure, run, runText };
