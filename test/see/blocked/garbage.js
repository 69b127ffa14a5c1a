// Objects are made faster than they can be collected.
// phase: timers
const reported = require('./shared/reported');
function churn() {
  let kept = [];
  for (let i = 0; Atomics.load(reported, 0) === 0; i++) { // <-- here
    kept.push({ id: i, list: [i, i + 1], text: 'x' + i }); // <-- here
    if (kept.length > 2e5) // <-- here
      kept = []; // <-- here
  }
  return kept;
}

setTimeout(() => churn(), 5);
