// A function calls itself, many millions of times.
// phase: main
// ends: never
function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); // <-- here
}

module.exports = fibonacci(80);
