// An array is made of something that counts.
// phase: check
function* numbers(n) {
  for (let i = 0; i < n; i++) // <-- here
    yield i; // <-- here
}

setImmediate(() => {
  Array.from(numbers(1e7)); // <-- here
});
