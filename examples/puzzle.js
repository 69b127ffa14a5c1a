// Run: gyre examples/puzzle.js; then gyre explain examples/puzzle.js, which says why.
// Shows: the classic puzzle of the event loop. It prints 1 9 4 3 2 5 7 8 6, in every run.
const fs = require('fs');

console.log(1);
setTimeout(() => console.log(2), 0);
Promise.resolve().then(() => console.log(3));
process.nextTick(() => console.log(4));
fs.readFile(__filename, () => {
  console.log(5);
  setImmediate(() => console.log(6));
  process.nextTick(() => console.log(7));
  Promise.resolve().then(() => console.log(8));
});
console.log(9);
