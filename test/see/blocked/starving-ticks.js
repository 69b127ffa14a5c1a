// Each tick adds another: the timer must wait.
// phase: main
// starved by: ticks
let left = 3e6;
function again() {
  if (left-- > 0) // <-- here
    process.nextTick(again); // <-- here
}

setTimeout(() => {}, 1);
again();
