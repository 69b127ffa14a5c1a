// Objects are made faster than they can be collected.
// phase: timers
function churn(n) {
  let kept = [];
  for (let i = 0; i < n; i++) { // <-- here
    kept.push({ id: i, list: [i, i + 1], text: 'x' + i }); // <-- here
    if (kept.length > 2e5) // <-- here
      kept = []; // <-- here
  }
  return kept;
}

setTimeout(() => churn(3e6), 5);
