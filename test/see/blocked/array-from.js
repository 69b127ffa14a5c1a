// An array is made of something that counts.
// phase: check
const reported = require('./shared/reported');
function* numbers(n) {
  for (let i = 0; i < n; i++) // <-- here
    yield i; // <-- here
}

setImmediate(() => {
  while (Atomics.load(reported, 0) === 0) Array.from(numbers(1e6)); // <-- here
});
