'use strict';
// Rounds: consecutive ticks, or promise jobs, that ran after the same callback.

// Calls use({ queue, began, ended, count }) for each. `eachEntry` calls its argument with the
// entries in their order; `callbacks` are the times when callbacks of the loop began.
function eachRound(eachEntry, callbacks, use) {
  let next = 0;
  let round = null;
  eachEntry(({ queue, turn, phase, began, ended }) => {
    // A callback of the loop between two entries ends the round, even if it has no entry.
    while (next < callbacks.length && round !== null && callbacks[next] <= round.ended)
      next++;
    const isSame = round !== null && queue === round.queue && turn === round.turn &&
      phase === round.phase && !(callbacks[next] < began);
    if (isSame) {
      round.ended = ended;
      round.count++;
      return;
    }
    if (round !== null)
      use(round);
    round = queue === '' ? null :
      { __proto__: null, queue, turn, phase, began, ended, count: 1 };
  });
  if (round !== null)
    use(round);
}

module.exports = { eachRound };
