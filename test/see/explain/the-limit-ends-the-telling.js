// After --limit callbacks nothing more is told; the program goes on.
let count = 0;
setImmediate(function step() {
  if (++count < 100)
    setImmediate(step);
  else
    console.log('a hundred');
});

// flags: --limit=3
// => main - 1 - 0 main - main
// => immediate step 3 3 + check - immediate
// => immediate step 3 5 + check - immediate-next-turn
// says: The first 3 callbacks are told; the program went on (--limit=N tells more).
// shows: a hundred
