// With a threshold of 10 ms something is said of 45, which the default would let pass.
// flags: --blocked=10ms
// says: gyre: the loop is blocked for \d+ ms, in check.*
function wait() {
  for (const end = Date.now() + 45; Date.now() < end;)
    continue;
}

setImmediate(() => wait());
setTimeout(() => {}, 60);
