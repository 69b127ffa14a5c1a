// The one of many timers that takes long, started by another.
// phase: timers
function heavy() {
  let n = 0;
  for (const end = Date.now() + 400; Date.now() < end;) // <-- here
    n++; // <-- here
  return n;
}

setTimeout(() => {
  for (let i = 0; i < 50; i++)
    setTimeout(i === 30 ? heavy : () => {}, 5);
}, 5);
