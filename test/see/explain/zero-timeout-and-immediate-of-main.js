// A 0 ms timeout and an immediate, both set by the main script.
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('timeout'), 0);

// => main - 1 - 0 main - main
// => timer - 3 3 + timers - timer-first-phase
// => immediate - 2 2 = check - immediate-after-timers
// shows: timeout
// shows: immediate
// says: Its 0 ms count as 1 ms, and that has passed since the loop's clock was set, before the main script ran.
// says: Immediates run in the check phase, after timers and poll in each turn.
