// A tick.
// phase: timers
// queue: a tick
function heavy() {
  for (const end = Date.now() + 400; Date.now() < end;) // <-- here
    continue;
}

setTimeout(() => process.nextTick(heavy), 5);
