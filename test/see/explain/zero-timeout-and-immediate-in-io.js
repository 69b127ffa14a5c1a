// Inside an I/O callback the immediate always comes first.
const fs = require('fs');
fs.stat(__filename, function onStat() {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
});

// => main - 1 - 0 main - main
// => io onStat 3 3 + poll - poll-io
// => immediate - 5 5 = check - immediate-after-poll
// => timer - 4 4 + timers - timer-after-immediate|busy
// says: An immediate runs in the check phase, right after poll and before any timer, so before the timer of zero-timeout-and-immediate-in-io.js:4.
// says: Its 0 ms count as 1 ms, and that had not passed when the loop last entered the timers phase || kept the loop busy
// says: fs.stat was done: its callback runs in the poll phase
