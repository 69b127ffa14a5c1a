// Timers run by due time; those with one delay in the order of starting; a cleared one not at all.
setTimeout(function second() {}, 400);
setTimeout(function first() {}, 100);
setTimeout(function third() {}, 400);
const cleared = setTimeout(function never() {}, 200);
clearTimeout(cleared);
for (const end = Date.now() + 450; Date.now() < end;);

// => main - 1 - 0 main - main
// => timer first 3 3 + timers - busy
// => timer second 2 2 = timers - timer-order-of-due-time
// => timer third 4 4 = timers - timer-order-of-starting
// says: never() timers-by-due-time-then-by-start.js:5: cleared at timers-by-due-time-then-by-start.js:6
// says: The main script kept the loop busy for
// says: most of it at timers-by-due-time-then-by-start.js:7, so this 100 ms timer ran
