// B6.4: a loop that waits for the clock to move on.
// phase: timers
function wait(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end) // <-- here
    continue;
}

setTimeout(() => wait(400), 5);
