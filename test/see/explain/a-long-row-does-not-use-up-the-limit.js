// Ticks that add themselves are told in a line, and what they keep waiting is told, too.
let count = 0;
setTimeout(function late() { console.log('at last'); }, 1);
process.nextTick(function again() {
  if (++count < 1500)
    process.nextTick(again);
});

// says: ticks ran before it, for
// says: and each added the next. The loop continues only when their queue is empty, so this timer had to wait.
// shows: at last
// says: Nothing kept the loop alive any more
