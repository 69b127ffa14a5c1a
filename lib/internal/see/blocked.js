'use strict';
// process.on('loop:blocked', (info) => ...): the side thread detects a blocked loop
// (src/runtime/see/blocked.c); the event is emitted when the loop turns again.

const { JSONParse } = primordials;
const { reportToProgram } = internalBinding('blocked');

const NAME = 'loop:blocked';

// Called for the first listener. The threshold is that of --blocked, or the default.
function start() {
  reportToProgram(true);
}

function stop() {
  if (process.listenerCount(NAME) === 0)
    reportToProgram(false);
}

function emit(text) {
  process.emit(NAME, JSONParse(text));
}

module.exports = { start, stop, emit };
