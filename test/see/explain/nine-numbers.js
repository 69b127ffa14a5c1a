// The puzzle of nine numbers prints 1 9 4 3 2 5 7 8 6.
const fs = require('fs');
console.log(1);
setTimeout(() => console.log(2), 0);
Promise.resolve().then(() => console.log(3));
process.nextTick(() => console.log(4));
fs.readFile(__filename, () => {
  console.log(5);
  setImmediate(() => console.log(6));
  process.nextTick(() => console.log(7));
  Promise.resolve().then(() => console.log(8));
});
console.log(9);

// => main - 1 - 0 main - main
// => tick - 6 6 0 main ticks tick-before-job
// => promise - 5 5 0 main promises job-after-ticks
// => timer - 4 4 + timers - timer-first-phase
// => io - 7 7 + poll - poll-io
// => tick - 10 10 = poll ticks tick-before-job
// => promise - 11 11 = poll promises job-after-ticks
// => immediate - 9 9 = check - immediate-after-io
// shows: 9
// shows: 6
// says: After the main script, all ticks run before the promise jobs: the promise job of nine-numbers.js:5 was queued before it, but it waits.
// says: Promise jobs run when all ticks have run.
// says: turn 1, timers
