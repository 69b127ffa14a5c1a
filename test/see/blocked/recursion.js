// A function calls itself, hundreds of millions of times.
// phase: main
function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); // <-- here
}

module.exports = fibonacci(36);
