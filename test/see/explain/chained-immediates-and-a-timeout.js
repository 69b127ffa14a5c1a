// Immediates in a chain take a turn each and do not wait for a timer.
setTimeout(() => console.log('timeout'), 400);
let left = 3;
setImmediate(function step() {
  if (--left > 0)
    setImmediate(step);
});

// => main - 1 - 0 main - main
// => immediate step 4 4 + check - immediate-before-timer
// => immediate step 4 6 + check - immediate-next-turn
// => immediate step 4 6 + check - immediate-next-turn
// => timer - 2 2 + timers - timer-due
// says: the timer of chained-immediates-and-a-timeout.js:2 was not due yet
// says: It was set while immediates ran, so it waits for the check phase of the next turn, which begins at once
// says: Its 400 ms have passed: it runs in the timers phase
