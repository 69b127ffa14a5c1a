'use strict';
// process.on('loop:blocked', (info) => ...): what the watcher beside the program has seen, told when the
// loop turns again. The watching itself is C: src/runtime/see/blocked.c.

const { tell } = internalBinding('blocked');

const NAME = 'loop:blocked';

// Somebody listens: watch, with the threshold of --blocked if there is one.
function start() {
  tell(true);
}

function stop() {
  if (process.listenerCount(NAME) === 0)
    tell(false);
}

function emit(text) {
  process.emit(NAME, JSON.parse(text));
}

module.exports = { start, stop, emit };
