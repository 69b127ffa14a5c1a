// A promise job, behind an await.
// phase: timers
// queue: a promise job
const { setTimeout: later } = require('timers/promises');

async function main() {
  await later(5);
  await null;
  for (const end = Date.now() + 400; Date.now() < end;) // <-- here
    continue;
}

main();
