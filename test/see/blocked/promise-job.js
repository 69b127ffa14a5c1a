// A promise job, behind an await.
// phase: timers
// queue: a promise job
const { setTimeout: later } = require('timers/promises');
const reported = require('./shared/reported');

async function main() {
  await later(5);
  await null;
  while (Atomics.load(reported, 0) === 0) // <-- here
    continue;
}

main();
