// A loop that calls nothing, at the top level of the main script's one function.
// phase: main
function count(n) {
  let h = 7;
  for (let i = 0; i < n; i++) // <-- here
    h = (h * 31 + i) | 0; // <-- here
  return h;
}

module.exports = count(4e7);
