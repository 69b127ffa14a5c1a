'use strict';
// Rounds: ticks, or promise jobs, that ran one after the other behind the same callback.

// { queue, began, ended, count } of each, from the entries in their order, and the times when callbacks of the loop
// began.
function* rounds(entries, callbacks) {
  let next = 0;
  let round = null;
  for (const { queue, turn, phase, began, ended } of entries) {
    // Behind another callback, even one of which nothing but this was the program's.
    while (next < callbacks.length && round !== null && callbacks[next] <= round.ended)
      next++;
    const isSame = round !== null && queue === round.queue && turn === round.turn && phase === round.phase &&
      !(callbacks[next] < began);
    if (isSame) {
      round.ended = ended;
      round.count++;
      continue;
    }
    if (round !== null)
      yield round;
    round = queue === '' ? null : { queue, turn, phase, began, ended, count: 1 };
  }
  if (round !== null)
    yield round;
}

module.exports = { rounds };
