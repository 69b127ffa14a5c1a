'use strict';
// Questions of other processes (src/runtime/see/control.c), answered by a line of JSON each.

const ANSWERS = {
  __proto__: null,
  why,
  top,
};

// `again`: who asks once more in a moment hears more.
function why() {
  const { holders, mayLearn } = require('internal/see/holders');
  const list = holders();
  return mayLearn(list) ? { holders: list, again: true } : { holders: list };
}

// What only the program's own thread knows.
function top() {
  const { words, kImmediates } = internalBinding('task_queue');
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  return {
    command: process.argv.join(' '),
    heap: { used: heapUsed, total: heapTotal, external: external + arrayBuffers },
    timers: require('internal/timers').activeTimers(),
    immediates: words[kImmediates],
    hot: require('internal/see/hot').hottest(),
  };
}

function answer(question) {
  const at = question.indexOf(' ');
  const word = at < 0 ? question : question.slice(0, at);
  const find = ANSWERS[word];
  return JSON.stringify(find !== undefined ? find(at < 0 ? '' : question.slice(at + 1)) :
    { error: `nobody knows the word '${word}'` });
}

module.exports = { answer };
