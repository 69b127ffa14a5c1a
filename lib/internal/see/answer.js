'use strict';
// Answers queries of other processes that only the program's thread can answer, as one line of JSON
// each. src/runtime/see/control.c receives them and sends the answers.

const { ArrayPrototypeJoin, JSONStringify } = primordials;
const { bare } = require('internal/see/json');

const ANSWERS = {
  __proto__: null,
  why: holdersAnswer,
  top: programAnswer,
};

// `again`: a second query in a moment will find more lines.
function holdersAnswer() {
  const { holders, mayLearn } = require('internal/see/holders');
  const list = holders();
  return { __proto__: null, holders: bare(list), again: mayLearn(list) ? true : undefined };
}

function programAnswer() {
  const { shared, kImmediates } = internalBinding('task_queue');
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  return {
    __proto__: null,
    command: ArrayPrototypeJoin.call(process.argv, ' '),
    heap: { __proto__: null, used: heapUsed, total: heapTotal, external: external + arrayBuffers },
    timers: require('internal/timers').activeTimers(),
    immediates: shared[kImmediates],
    hot: bare(require('internal/see/hot').hottest()),
  };
}

const answer = (query) => JSONStringify(ANSWERS[query]());

module.exports = { answer };
