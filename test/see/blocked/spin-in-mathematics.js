// A loop whose time goes into functions of the C library.
// phase: check
const reported = require('./shared/reported');
function orbit() {
  let x = 0.3;
  while (Atomics.load(reported, 0) === 0) // <-- here
    x = Math.sin(x) ** 1.1 % 0.7 + 0.1; // <-- here
  return x;
}

setImmediate(() => orbit());
