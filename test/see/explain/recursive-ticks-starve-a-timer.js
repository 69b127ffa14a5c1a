// Ticks that add themselves keep a timer waiting, however long it has been due.
setTimeout(function late() {}, 1);
let left = 14;
process.nextTick(function again() {
  if (--left > 0)
    process.nextTick(again);
});

// => main - 1 - 0 main - main
// => tick again 4 4 0 main ticks tick-after-main
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => tick again 4 6 0 main ticks tick-by-tick
// => timer late 2 2 + timers - starved
// says: Ticks that were added by ticks run before everything else: late() (recursive-ticks-starve-a-timer.js:2) waits.
// says: 14 ticks ran before it
// says: 10 more like this
