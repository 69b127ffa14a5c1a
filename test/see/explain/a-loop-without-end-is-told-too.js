// A program that is stuck in a callback is ended, and told as far as it came.
setTimeout(function stuck() {
  console.log('for ever');
  for (;;);
}, 1);

// flags: --for=2
// => main - 1 - 0 main - main
// => timer stuck 2 2 + timers - timer-first-phase
// shows: for ever
// says: The program still ran when its time (--for) was over, and was ended.
// says: It was in stuck() (a-loop-without-end-is-told-too.js:2), which has not returned: nothing else could run.
