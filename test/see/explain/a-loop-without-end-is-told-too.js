// A program that is stuck in a callback is ended, and told as far as it came.
setTimeout(function stuck() {
  console.log('for ever');
  for (;;);
}, 1);

// flags: --for=2
// => main - 1 - 0 main - main
// => timer stuck 2 2 + timers - timer-first-phase
// shows: for ever
// says: The program was still running at the end of its time (--for), and was ended.
// says: stuck() (a-loop-without-end-is-told-too.js:2) had not returned: nothing else could run.
