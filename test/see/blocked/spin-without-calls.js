// A loop that calls nothing, at the top level of the main script's one function.
// phase: main
// ends: never
function count() {
  let h = 7;
  for (let i = 0; i >= 0; i = (i + 1) & 0xfffff) // <-- here
    h = (h * 31 + i) | 0; // <-- here
  return h;
}

module.exports = count();
