// The explanation comes whatever the end: here an error, with its report among the output.
setTimeout(function bad() { throw new Error('on purpose'); }, 1);
setTimeout(function never() {}, 60000);

// exit: 1
// => main - 1 - 0 main - main
// => timer bad 2 2 + timers - timer-first-phase
// shows: Error: on purpose
// says: The program ended with code 1.
// says: never ran
// says: never() an-uncaught-error-is-told-with-what-ran.js:3: it was still waiting when the program ended
