// A loop whose time goes into functions of the C library.
// phase: check
function orbit(n) {
  let x = 0.3;
  for (let i = 0; i < n; i++) // <-- here
    x = Math.sin(x) ** 1.1 % 0.7 + 0.1; // <-- here
  return x;
}

setImmediate(() => orbit(5e6));
