// Collections that the engine decides on, and one that is asked for.
const kept = [];
let rounds = 0;
setImmediate(function fill() {
  for (let i = 0; i < 100000; i++)
    kept[i] = { pair: [i, rounds] };
  if (++rounds < 10)
    setImmediate(fill);
  else
    setTimeout(function collect() { gc(); }, 1);
});
