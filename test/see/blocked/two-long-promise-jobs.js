// Two long promise jobs behind one callback, which cannot be told apart: neither is given the time
// of both.
// says: gyre: the loop turns again, after \d+ ms(?:, \d+ ms of it)? of promise jobs, one of them at .*two-long-promise-jobs.js:\d+\).*
function spin() {
  const end = performance.now() + 300;
  while (performance.now() < end);
}

setTimeout(() => {
  Promise.resolve().then(spin);
  Promise.resolve().then(spin);
}, 1);
