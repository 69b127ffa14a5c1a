'use strict';
// Shared by the cases: each measures one thing for some rounds and prints one JSON line, the best
// round's nanoseconds per operation. Only what Node.js, Bun and Deno all have is used.

const ROUNDS = 5;
const now = () => process.hrtime.bigint();

// body(n, done): does n operations, then calls done().
function measure(n, body) {
  if (process.env.GYRE_BENCH_ASKED)
    return require('../asked.cjs').measure(body);
  const rounds = [];
  const next = () => {
    const began = now();
    body(n, () => {
      rounds.push(Number(now() - began) / n);
      if (rounds.length < ROUNDS)
        setImmediate(next);
      else
        finish(rounds);
    });
  };
  next();
}

function finish(rounds) {
  console.log(JSON.stringify({ ns: Math.min(...rounds) }));
  process.exit(0);
}

// The same for work that is done when body(n) returns.
const measureSync = (n, body) => measure(n, (count, done) => {
  body(count);
  done();
});

// The same for calls that take a callback: n of them, `width` in flight.
const measureInFlight = (n, width, call) => measure(n, (count, done) => {
  let started = 0;
  let left = count;
  const step = (error) => {
    if (error)
      throw error;
    if (--left === 0)
      done();
    else if (started < count)
      start();
  };
  const start = () => { started++; call(step); };
  for (let i = 0; i < width; i++)
    start();
});

module.exports = { measure, measureSync, measureInFlight };
