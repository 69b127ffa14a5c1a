// The one of many timers that takes long, started by another.
// phase: timers
const reported = require('./shared/reported');
function heavy() {
  let n = 0;
  while (Atomics.load(reported, 0) === 0) // <-- here
    n++; // <-- here
  return n;
}

setTimeout(() => {
  for (let i = 0; i < 50; i++)
    setTimeout(i === 30 ? heavy : () => {}, 5);
}, 5);
