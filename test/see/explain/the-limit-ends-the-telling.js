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
// says: The report ends after 3 callbacks; the program continued (--limit=N reports more).
// shows: a hundred
